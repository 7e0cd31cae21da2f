/** How many requests are under way at once, at most, for all items of one run of a node. */
const AT_ONCE = 10;

/**
 * Lets a bounded number of requests out at once, in the order in which they asked.
 * Once stopped, those that still wait are turned away instead of sent.
 */
export class Turns {
	private free = AT_ONCE;

	private readonly waiting: Array<() => void> = [];

	private stopped: { reason: unknown } | undefined;

	/**
	 * Does the work when its turn has come.
	 *
	 * @throws what the work throws, or the reason of {@link stop}
	 */
	async take<T>(work: () => Promise<T>): Promise<T> {
		if (this.free > 0) this.free--;
		// A turn that ends hands its place straight to the first in line
		else await new Promise<void>((resolve) => this.waiting.push(resolve));
		try {
			if (this.stopped) throw this.stopped.reason;
			return await work();
		} finally {
			const next = this.waiting.shift();
			if (next) next();
			else this.free++;
		}
	}

	/** Turns away everything that has not been sent yet. The first reason counts. */
	stop(reason: unknown): void {
		this.stopped ??= { reason };
	}
}

const turnsOfRuns = new WeakMap<object, Turns>();

/** The turns that all items of one run of a node share; `run` is the engine's object for that run. */
export function turnsOf(run: object): Turns {
	let turns = turnsOfRuns.get(run);
	if (turns === undefined) {
		turns = new Turns();
		turnsOfRuns.set(run, turns);
	}
	return turns;
}
