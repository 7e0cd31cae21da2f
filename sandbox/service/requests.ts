import type { FastifyInstance } from 'fastify';

/** A request that came in, as the service saw it. */
export interface SeenRequest {
	method: string;
	/** Path, still percent-encoded, without the base path if it begins with that. */
	path: string;
	query: Record<string, string>;
	headers: Record<string, string | string[] | undefined>;
	body: Record<string, string>;
}

declare module 'fastify' {
	interface FastifyRequest {
		seen?: SeenRequest;
	}
}

/** Notes every request when it arrives, and its body if there is one to read. */
export function recordRequests(
	app: FastifyInstance,
	basePath: string,
	requests: SeenRequest[],
): void {
	app.decorateRequest('seen');
	app.addHook('onRequest', (request, _, done) => {
		const { method, query, headers, url } = request;
		const whole = url.replace(/\?.*$/, '');
		const path = whole.startsWith(basePath) ? whole.slice(basePath.length) : whole;
		request.seen = {
			method,
			path,
			query: { ...(query as Record<string, string>) },
			headers: { ...headers },
			body: {},
		};
		requests.push(request.seen);
		done();
	});
	app.addHook('preValidation', (request, _, done) => {
		Object.assign(request.seen?.body ?? {}, request.body);
		done();
	});
}

/** Counts how many requests are under way at the same time. */
export function countRequests(app: FastifyInstance): { now: number; most: number } {
	const underWay = { now: 0, most: 0 };
	app.addHook('onRequest', (_, reply, done) => {
		underWay.most = Math.max(underWay.most, ++underWay.now);
		// Even if nobody waits for the answer any more
		reply.raw.once('close', () => underWay.now--);
		done();
	});
	return underWay;
}
