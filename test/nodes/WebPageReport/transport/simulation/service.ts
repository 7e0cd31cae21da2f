import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { type Limit, EnforcedLimit } from './limit';

/** What a service is like. */
export interface Traits {
	limit?: Limit;
	/**
	 * How it announces its limit: Laravel's headers, with the remaining requests on every answer and Retry-After on refusals
	 * (`remaining`); RateLimit-Remaining and RateLimit-Reset on every answer (`reset`); only Retry-After, on refusals
	 * (`retry-after`); or not at all (`none`, the default).
	 */
	dialect?: 'remaining' | 'reset' | 'retry-after' | 'none';
	/** Whether announced waits are up to a second too short, as with Laravel. By default, they are up to a second too long. */
	roundsDown?: boolean;
	/** Maximum number of requests processed at once; the host queues the rest. */
	workers?: number;
	/** Maximum number of requests, processed or queued, before the host rejects others with 503. */
	turnsAwayAbove?: number;
	/** How long it takes to process a request, in ms. */
	latency?: (random: () => number) => number;
	/** Maximum network latency in each direction, in ms. */
	way?: number;
	/** How many requests a second others send with the same key. */
	others?: number;
	/** Share of answers lost on the way back (502), from 0 to 1. */
	lost?: number;
}

/** A latency that is usually short, and ten seconds at worst. */
export const HEAVY_TAIL = (random: () => number) =>
	Math.min(10_000, 50 / Math.pow(1 - random(), 1.2));

/** A report service on a host, in virtual time: it waits only for `setTimeout`. */
export class SimulatedService {
	/** Number of requests accepted, and number refused by the limit. */
	taken = 0;
	refused = 0;
	/** Highest number of the client's requests in flight. */
	most = 0;
	private inFlight = 0;
	private atWork = 0;
	private readonly queue: Array<() => void> = [];
	private readonly limit: EnforcedLimit | undefined;
	/** When others send their next request. */
	private nextOfOthers = Date.now();

	/** One per purpose, so that two clients see the same service. */
	private readonly random: Record<'ways' | 'latencies' | 'others' | 'losses', () => number>;

	constructor(
		private readonly traits: Traits,
		seed: number,
	) {
		const random = (part: number) => randomOf(4 * seed + part);
		this.random = { ways: random(1), latencies: random(2), others: random(3), losses: random(4) };
		this.limit = traits.limit && new EnforcedLimit(traits.limit);
	}

	/** Answers a request with a full HTTP response. */
	async answer(): Promise<IN8nHttpFullResponse> {
		const { way = 5 } = this.traits;
		this.most = Math.max(this.most, ++this.inFlight);
		await pause(way * this.random.ways());
		const [statusCode, headers = {}] = await this.work();
		await pause(way * this.random.ways());
		this.inFlight--;
		const body = statusCode === 200 ? { data: { id: 1, url: 'https://a.example' } } : {};
		return { statusCode, headers, body };
	}

	private async work(): Promise<[status: number, headers?: Record<string, string>]> {
		const { workers = Infinity, turnsAwayAbove = Infinity, latency, lost = 0 } = this.traits;
		if (this.atWork + this.queue.length >= turnsAwayAbove) return [503];
		if (this.atWork < workers) this.atWork++;
		else await new Promise<void>((begin) => this.queue.push(begin));
		try {
			const now = Date.now();
			if (this.left(now) <= 0) {
				this.refused++;
				return [429, this.headers(now, true)];
			}
			this.limit?.take(now);
			this.taken++;
			const headers = this.headers(now, false);
			await pause(latency?.(this.random.latencies) ?? 0);
			return [this.random.losses() < lost ? 502 : 200, headers];
		} finally {
			const begin = this.queue.shift();
			if (begin) begin();
			else this.atWork--;
		}
	}

	/** How many more requests the limit accepts now, after those of others. */
	private left(now: number): number {
		const { others = 0 } = this.traits;
		while (others > 0 && this.nextOfOthers <= now) {
			this.limit?.take(this.nextOfOthers);
			this.nextOfOthers -= (Math.log(1 - this.random.others()) * 1000) / others;
		}
		return this.limit?.left(now) ?? Infinity;
	}

	private headers(now: number, isRefused: boolean): Record<string, string> {
		const { dialect = 'none', roundsDown = false } = this.traits;
		if (!this.limit) return {};
		const left = String(this.limit.left(now));
		const end = now + this.limit.resetAfter(now);
		const after = String(
			roundsDown ? Math.floor(end / 1000) - Math.floor(now / 1000) : Math.ceil((end - now) / 1000),
		);
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

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}
