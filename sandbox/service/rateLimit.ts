import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';

/** How many requests a key may make, and what the answers say of it. */
export interface RateLimit {
	max: number;
	/** In milliseconds; it begins with the first request. */
	window: number;
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
	{ max, window, headers = 'remaining' }: RateLimit,
): Promise<void> {
	await api.register(rateLimit, {
		global: false,
		max,
		timeWindow: window,
		keyGenerator: (request) => request.headers.authorization ?? '',
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
