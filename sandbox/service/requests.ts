import type { FastifyInstance } from 'fastify';

/** A request as the service received it. */
export interface SeenRequest {
	method: string;
	/** Path, still percent-encoded, without the base path. */
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

/** Records every request on arrival, and its body if it has one. */
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

/** Counts concurrent requests. */
export function countRequests(app: FastifyInstance): { now: number; most: number } {
	const inFlight = { now: 0, most: 0 };
	app.addHook('onRequest', (_, reply, done) => {
		inFlight.most = Math.max(inFlight.most, ++inFlight.now);
		// Even if the client is gone
		reply.raw.once('close', () => inFlight.now--);
		done();
	});
	return inFlight;
}
