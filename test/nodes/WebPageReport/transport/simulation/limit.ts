/** How many requests a key may send in a window. */
export interface Limit {
	/**
	 * A window that begins with the first request (`fixed`), is aligned with the clock (`aligned`), or ends now (`sliding`);
	 * or a token `bucket`, full at first, that gains one token per `window`.
	 */
	kind: 'fixed' | 'aligned' | 'sliding' | 'bucket';
	/** Maximum number of requests in a window, or of tokens in the bucket. */
	most: number;
	/** In ms. */
	window: number;
}

/** A limit as a service enforces it. All times are in ms since 1970. */
export class EnforcedLimit {
	/** Start of the window to which `taken` belongs. */
	private begin = -Infinity;

	/** The requests that count in the window. */
	private taken: number[] = [];

	/** When the bucket is full again. */
	private fullAt = -Infinity;

	constructor(readonly limit: Limit) {}

	/** How many more requests it accepts. */
	left(now: number): number {
		const { kind, most, window } = this.limit;
		if (kind === 'bucket') return Math.floor(most - Math.max(0, this.fullAt - now) / window + 1e-9);
		this.forget(now);
		return most - this.taken.length;
	}

	/** Time until it accepts more requests than now, in ms. */
	resetAfter(now: number): number {
		this.forget(now);
		const { kind, window } = this.limit;
		if (kind === 'bucket') return Math.max(0, this.fullAt - now) % window;
		if (kind === 'aligned') return window - (now % window);
		const begin = kind === 'fixed' ? this.begin : (this.taken[0] ?? now);
		return this.taken.length > 0 ? begin + window - now : window;
	}

	/** Counts a request. Returns false if it exceeds the limit. */
	take(now: number): boolean {
		if (this.left(now) <= 0) return false;
		if (this.limit.kind === 'bucket') {
			this.fullAt = Math.max(now, this.fullAt) + this.limit.window;
			return true;
		}
		if (this.taken.length === 0) this.begin = now;
		this.taken.push(now);
		return true;
	}

	private forget(now: number): void {
		const { kind, window } = this.limit;
		const begin = kind === 'aligned' ? now - (now % window) : now - window;
		const isOver =
			kind === 'aligned'
				? (time: number) => time < begin
				: kind === 'fixed'
					? () => this.begin <= begin
					: (time: number) => time <= begin;
		this.taken = this.taken.filter((time) => !isOver(time));
	}
}
