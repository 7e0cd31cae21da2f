import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';

/** Request limit per key, and what the answers reveal about it. */
export interface RateLimit {
	max: number;
	/** Starts with the first request; in ms. */
	window: number;
	/**
	 * What the answers reveal. `remaining`, as in Laravel: the requests left; on a 429, also the wait and the end of the
	 * window. `reset`: the same, and the RateLimit header of the IETF draft on every answer. `retry-after`: only the
	 * wait, on a 429. `none`: nothing.
	 */
	headers?: 'remaining' | 'reset' | 'retry-after' | 'none';
}

/** Refuses requests to the routes of `api` above the limit of their key. */
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
	// Once the body has been read, so that refused requests are recorded in full
	api.addHook('preValidation', async (request, reply) => {
		const counted = await count(request);
		if (counted.isAllowed) return;
		const { isExceeded: refused, remaining, ttl, ttlInSeconds } = counted;
		// Not the library's own headers: they give the reset in seconds from now
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
