import type { FastifyInstance } from 'fastify';

/** Section 5: every request carries a key of the calling account. */
export function requireKey(api: FastifyInstance, keys: string[]): void {
	api.addHook('onRequest', async (request, reply) => {
		const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
		if (reply.sent || (key !== undefined && keys.includes(key))) return;
		await reply.code(401).send({ message: 'Unauthenticated.' });
	});
}
