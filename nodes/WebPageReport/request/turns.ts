import { Failure } from './failure';

/** How many requests are under way at once, at most, for all items of one run of a node. */
export const AT_ONCE = 10;

/** Lets a bounded number of requests out at once, in the order in which they asked. */
export class Turns {
	private free = AT_ONCE;

	private readonly waiting: Array<() => void> = [];

	private stopped: { reason: unknown } | undefined;

	/** @param stopOnFailure whether nothing more is to be sent once something has failed */
	constructor(private readonly stopOnFailure: boolean) {}

	/**
	 * Does the work when its turn has come.
	 *
	 * @throws what the work throws, or what has failed before
	 */
	async take<T>(work: () => Promise<T>): Promise<T> {
		if (this.free > 0) this.free--;
		// A turn that ends hands its place straight to the first in line
		else await new Promise<void>((resolve) => this.waiting.push(resolve));
		try {
			this.check();
			const result = work();
			// Hears of a failure before the next in line is let out
			result.catch((error: unknown) => {
				this.fail(error);
			});
			return await result;
		} finally {
			const next = this.waiting.shift();
			if (next) next();
			else this.free++;
		}
	}

	/** @throws what has failed before, where that stops the workflow; whoever asks has not sent anything */
	check(): void {
		if (!this.stopped) return;
		const { reason } = this.stopped;
		throw reason instanceof Failure ? new Failure(reason.title, reason.advice) : reason;
	}

	/** Notes that something has failed. Where that stops the workflow, those that wait are turned away. */
	fail(reason: unknown): void {
		if (this.stopOnFailure) this.stopped ??= { reason };
	}
}
