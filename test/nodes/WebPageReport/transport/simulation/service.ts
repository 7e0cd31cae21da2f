import type { IN8nHttpFullResponse } from 'n8n-workflow';

/**
 * How many requests a service accepts in a window that begins with the first one (`fixed`) or ends now (`sliding`); or a
 * token `bucket`, full at first, that gains one token per `window`.
 */
export interface Limit {
	kind: 'fixed' | 'sliding' | 'bucket';
	/** Maximum number of requests in a window, or of tokens in the bucket. */
	most: number;
	window: number;
}

/** What a service is like. All times are in ms. */
export interface Traits {
	limit?: Limit;
	/**
	 * How it announces its limit: Laravel's headers, with the remaining requests on every answer and Retry-After on refusals
	 * (`remaining`); RateLimit-Remaining and RateLimit-Reset on every answer (`reset`); only Retry-After, on refusals
	 * (`retry-after`); or not at all (`none`, the default).
	 */
	dialect?: 'remaining' | 'reset' | 'retry-after' | 'none';
	/** How long a request is on its way, at most. */
	way?: number;
	/** How long the answer takes. */
	latency?: () => number;
	/** Share of answers lost on the way back (502), from 0 to 1. */
	lost?: number;
}

/** A latency that is usually short, and ten seconds at worst. */
export const HEAVY_TAIL = () => Math.min(10_000, 50 / Math.pow(1 - Math.random(), 1.2));

/** A report service in virtual time: it waits only for `setTimeout`. */
export class SimulatedService {
	/** Number of requests accepted, and number refused by the limit. */
	taken = 0;
	refused = 0;
	/** Highest number of requests in flight. */
	most = 0;
	private inFlight = 0;
	/** When the requests that count in the window were accepted. */
	private counted: number[] = [];
	/** When the bucket is full again. */
	private fullAt = 0;

	constructor(private readonly traits: Traits) {}

	/** Answers a request with a full HTTP response. */
	async answer(): Promise<IN8nHttpFullResponse> {
		const { way = 5, latency = () => 0, lost = 0 } = this.traits;
		this.most = Math.max(this.most, ++this.inFlight);
		await pause(way * Math.random());
		const isRefused = this.left() <= 0;
		if (isRefused) this.refused++;
		else this.take();
		const headers = this.headers(isRefused);
		await pause(isRefused ? 0 : latency());
		this.inFlight--;
		const statusCode = isRefused ? 429 : Math.random() < lost ? 502 : 200;
		const body = statusCode === 200 ? { data: { id: 1, url: 'https://a.example' } } : {};
		return { statusCode, headers, body };
	}

	/** How many more requests the limit accepts now. */
	private left(): number {
		if (!this.traits.limit) return Infinity;
		const { kind, most, window } = this.traits.limit;
		const now = Date.now();
		if (kind === 'bucket') return Math.floor(most - Math.max(0, this.fullAt - now) / window + 1e-9);
		const [first = now] = this.counted;
		this.counted = this.counted.filter((at) => (kind === 'fixed' ? first : at) + window > now);
		return most - this.counted.length;
	}

	private take(): void {
		this.taken++;
		const now = Date.now();
		this.counted.push(now);
		this.fullAt = Math.max(now, this.fullAt) + (this.traits.limit?.window ?? 0);
	}

	private headers(isRefused: boolean): Record<string, string> {
		const { limit, dialect = 'none' } = this.traits;
		if (!limit) return {};
		const now = Date.now();
		const [first = now] = this.counted;
		const ends =
			limit.kind === 'bucket' ? (this.fullAt - now) % limit.window : first + limit.window - now;
		const after = String(Math.ceil(ends / 1000));
		const left = String(this.left());
		const retryAfter = isRefused ? { 'retry-after': after } : undefined;
		return {
			none: {},
			'retry-after': { ...retryAfter },
			remaining: { 'x-ratelimit-remaining': left, ...retryAfter },
			reset: { 'ratelimit-remaining': left, 'ratelimit-reset': after },
		}[dialect];
	}
}

/** Waits. */
export async function pause(milliseconds: number): Promise<void> {
	await new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
}
