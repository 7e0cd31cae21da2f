/** How many requests are under way at once, at most, for all items of one run of a node. */
export const AT_ONCE = 10;

/** Lets a bounded number of requests out at once, in the order in which they asked. */
export class Turns {
	private free = AT_ONCE;

	private readonly waiting: Array<() => void> = [];

	/** Does the work when its turn has come. */
	async take<T>(work: () => Promise<T>): Promise<T> {
		if (this.free > 0) this.free--;
		// A turn that ends hands its place straight to the first in line
		else await new Promise<void>((resolve) => this.waiting.push(resolve));
		try {
			return await work();
		} finally {
			const next = this.waiting.shift();
			if (next) next();
			else this.free++;
		}
	}
}
