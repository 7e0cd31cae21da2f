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
	/** The requests that count in the window. */
	private taken: number[] = [];
	/** When the bucket is full again. */
	private fullAt = 0;

	constructor(private readonly limit: Limit) {}

	/** How many more requests it accepts. */
	left(now: number): number {
		const { kind, most, window } = this.limit;
		if (kind === 'bucket') return Math.floor(most - Math.max(0, this.fullAt - now) / window + 1e-9);
		const [first = now] = this.taken;
		this.taken = this.taken.filter((time) => {
			if (kind === 'aligned') return Math.floor(time / window) === Math.floor(now / window);
			return (kind === 'fixed' ? first : time) + window > now;
		});
		return most - this.taken.length;
	}

	/** Time until it accepts more requests than now, in ms. */
	resetAfter(now: number): number {
		const { kind, window } = this.limit;
		if (kind === 'bucket') return Math.max(0, this.fullAt - now) % window;
		if (kind === 'aligned') return window - (now % window);
		return (this.taken[0] ?? now) + window - now;
	}

	/** Counts a request, unless it exceeds the limit. */
	take(now: number): void {
		if (this.left(now) <= 0) return;
		this.fullAt = Math.max(now, this.fullAt) + this.limit.window;
		this.taken.push(now);
	}
}
