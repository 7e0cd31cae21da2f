import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';

/** Section 5: every request carries a key of the calling account. */
export function requireKey(api: FastifyInstance, keys: string[]): void {
	api.addHook('onRequest', async (request, reply) => {
		const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
		if (reply.sent || (key !== undefined && keys.includes(key))) return;
		await reply.code(401).send({ message: 'Unauthenticated.' });
	});
}

/** Refuses more requests than a key may make within a window of milliseconds. */
export async function limitRate(
	service: FastifyInstance,
	{ max, window }: { max: number; window: number },
): Promise<void> {
	await service.register(rateLimit, {
		max,
		timeWindow: window,
		// When the body has been read, so that what was refused can be seen
		hook: 'preValidation',
		keyGenerator: (request) => request.headers.authorization ?? '',
		errorResponseBuilder: () => ({ statusCode: 429, message: 'Too Many Attempts.' }),
	});
}
