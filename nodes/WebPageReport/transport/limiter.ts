/** Bounds the concurrency of requests; they leave in the order in which they asked. */
export class Limiter {
	/** How many requests are under way at once, at most, for all items of one run of a node. */
	static readonly size = 10;

	private free = Limiter.size;

	private readonly queue: Array<() => void> = [];

	/** Does the work when its turn has come. */
	async run<T>(work: () => Promise<T>): Promise<T> {
		if (this.free > 0) this.free--;
		// Work that ends hands its place straight to the first in the queue
		else await new Promise<void>((resolve) => this.queue.push(resolve));
		try {
			return await work();
		} finally {
			const next = this.queue.shift();
			if (next) next();
			else this.free++;
		}
	}
}
