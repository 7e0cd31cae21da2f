import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';

/** How many requests a key may make, and what the answers say of it. */
export interface RateLimit {
	max: number;
	/** In milliseconds. */
	window: number;
	/** Every request frees its place a window after it was taken; else a window begins with its first request. */
	sliding?: boolean;
	/**
	 * What the answers say: how many are left, and when to come back once none is, as Laravel does
	 * (`remaining`); besides, when the window ends, as the draft of the IETF does (`reset`); only when to
	 * come back (`retry-after`); nothing (`none`).
	 */
	headers?: 'remaining' | 'reset' | 'retry-after' | 'none';
}

/** Refuses more requests to the routes of `api` than a key may make. */
export async function limitRate(
	api: FastifyInstance,
	{ max, window, sliding = false, headers = 'remaining' }: RateLimit,
): Promise<void> {
	await api.register(rateLimit, {
		global: false,
		max,
		timeWindow: window,
		keyGenerator: (request) => request.headers.authorization ?? '',
		...(sliding && { store: SlidingWindow }),
	});
	const count = api.createRateLimit();
	const saysLeft = headers === 'remaining' || headers === 'reset';
	// When the body has been read, so that what was refused can be seen
	api.addHook('preValidation', async (request, reply) => {
		const counted = await count(request);
		if (counted.isAllowed) return;
		const { isExceeded: refused, remaining, ttl, ttlInSeconds } = counted;
		// The headers of the library cannot be had: it gives the reset in seconds from now
		reply.headers({
			...(saysLeft && { 'x-ratelimit-limit': max, 'x-ratelimit-remaining': remaining }),
			...(saysLeft && refused && { 'x-ratelimit-reset': Math.ceil((Date.now() + ttl) / 1000) }),
			...(headers === 'reset' && {
				ratelimit: `"default";r=${String(remaining)};t=${String(ttlInSeconds)}`,
			}),
			...(headers !== 'none' && refused && { 'retry-after': ttlInSeconds }),
		});
		if (refused) await reply.code(429).send({ message: 'Too Many Attempts.', status: 429 });
	});
}

/** Counts what was taken within the last window; what was refused is not counted. */
class SlidingWindow implements FastifyRateLimitStore {
	/** When requests were taken, by key, the oldest first. */
	private readonly taken = new Map<string, number[]>();

	incr: FastifyRateLimitStore['incr'] = (key, callback, window, max) => {
		const now = Date.now();
		const times = (this.taken.get(key) ?? []).filter((time) => time > now - window);
		const current = times.length + 1;
		if (current <= max) times.push(now);
		this.taken.set(key, times);
		callback(null, { current, ttl: (times[0] ?? now) + window - now });
	};

	child(): this {
		return this;
	}
}
