import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { type Limit, Throttle } from './throttle';

/**
 * How a service speaks of its limit: Laravel's way (what is left on every answer, when there is more on
 * a refusal only), both on every answer in the names of RateLimit-*, the header of the IETF's draft,
 * when there is more on a refusal only, or nothing at all.
 */
export type Dialect = 'remaining' | 'reset' | 'RateLimit' | 'retry-after' | 'none';

/** What a service is like. */
export interface Traits {
	limit?: Limit;
	dialect?: Dialect;
	/** Whether Retry-After can be too short by less than a second, as Laravel's; too long where left out. */
	roundsDown?: boolean;
	/** How many requests it works on at once; what comes on top waits in the queue of the host. */
	workers?: number;
	/** How many there may be at once before the host turns away all others. */
	turnsAwayAbove?: number;
	/** How long it works on a request, in milliseconds. */
	latency?: (random: () => number) => number;
	/** How long the way there and back takes at the most, each, in milliseconds. */
	way?: number;
	/** How many requests a second others send with the same key. */
	others?: number;
	/** How many answers get lost on the way back (502), from 0 to 1. */
	lost?: number;
}

/** A latency that is short as a rule, and 10 seconds at the worst. */
export const HEAVY_TAIL = (random: () => number) =>
	Math.min(10_000, 50 / Math.pow(1 - random(), 1.2));

const MESSAGES: Record<number, string> = { 429: 'Too Many Attempts.', 503: 'Busy.', 502: 'Lost.' };

/** A report service on a host, in virtual time: waits for nothing but `setTimeout`. */
export class SimulatedService {
	/** Requests that the limit has taken, and those that were one too many. */
	taken = 0;

	refused = 0;

	/** Most requests of the client that were under way at once. */
	most = 0;

	private underWay = 0;

	private readonly throttle: Throttle | undefined;

	private atWork = 0;

	private readonly queue: Array<() => void> = [];

	/** One for each purpose, so that two clients meet the same service. */
	private readonly random: Record<'ways' | 'latencies' | 'others' | 'losses', () => number>;

	/** When others send their next request. */
	private nextOfOthers: number;

	constructor(
		private readonly traits: Traits,
		seed: number,
	) {
		const [ways, latencies, others, losses] = [1, 2, 3, 4].map((part) => randomOf(4 * seed + part));
		if (!ways || !latencies || !others || !losses) throw new Error('There are four');
		this.random = { ways, latencies, others, losses };
		this.throttle = traits.limit && new Throttle(traits.limit);
		this.nextOfOthers = traits.others ? Date.now() : Infinity;
	}

	/** Answers a request, as HTTP has it. */
	async answer(): Promise<IN8nHttpFullResponse> {
		this.most = Math.max(this.most, ++this.underWay);
		await this.way();
		const answer = await this.work();
		await this.way();
		this.underWay--;
		return answer;
	}

	/** How many more the limit takes now, after what others have taken. */
	private left(now: number): number {
		for (; this.nextOfOthers <= now; this.nextOfOthers += this.pauseOfOthers()) {
			this.throttle?.take(this.nextOfOthers);
		}
		return this.throttle?.left(now) ?? Infinity;
	}

	private async work(): Promise<IN8nHttpFullResponse> {
		const {
			workers = Infinity,
			turnsAwayAbove = Infinity,
			latency = () => 0,
			lost = 0,
		} = this.traits;
		if (this.atWork + this.queue.length >= turnsAwayAbove) return answerOf(503, {});
		if (this.atWork < workers) this.atWork++;
		else {
			await new Promise<void>((begin) => this.queue.push(begin));
		}
		try {
			const now = Date.now();
			if (this.left(now) <= 0) {
				this.refused++;
				return answerOf(429, this.headers(now, true));
			}
			this.throttle?.take(now);
			this.taken++;
			const headers = this.headers(now, false);
			await pause(latency(this.random.latencies));
			return answerOf(this.random.losses() < lost ? 502 : 200, headers);
		} finally {
			const begin = this.queue.shift();
			if (begin) begin();
			else this.atWork--;
		}
	}

	private headers(now: number, isRefused: boolean): Record<string, string> {
		const { dialect = 'none', roundsDown = false } = this.traits;
		if (!this.throttle) return {};
		const left = String(this.throttle.left(now));
		const end = now + this.throttle.resetAfter(now);
		const seconds = roundsDown
			? Math.floor(end / 1000) - Math.floor(now / 1000)
			: Math.ceil((end - now) / 1000);
		const after = String(seconds);
		const retryAfter = isRefused ? { 'retry-after': after } : undefined;
		return {
			none: {},
			'retry-after': { ...retryAfter },
			remaining: { 'x-ratelimit-remaining': left, ...retryAfter },
			reset: { 'ratelimit-remaining': left, 'ratelimit-reset': after },
			RateLimit: { ratelimit: `"default";r=${left};t=${after}` },
		}[dialect];
	}

	private pauseOfOthers(): number {
		return (-Math.log(1 - this.random.others()) * 1000) / (this.traits.others ?? 0);
	}

	private async way(): Promise<void> {
		await pause((this.traits.way ?? 5) * this.random.ways());
	}
}

function answerOf(statusCode: number, headers: Record<string, string>): IN8nHttpFullResponse {
	const body = statusCode === 200 ? { data: { id: 1 } } : { message: MESSAGES[statusCode] };
	return { statusCode, headers, body };
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
