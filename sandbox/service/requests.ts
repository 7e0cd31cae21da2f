import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A request that came in, as the service saw it. */
export interface SeenRequest {
	method: string;
	/** Path, without the base path where it is below that; still percent-encoded. */
	path: string;
	query: Record<string, string>;
	headers: Record<string, string | string[] | undefined>;
	body: Record<string, string>;
}

const seen = new WeakMap<FastifyRequest, SeenRequest>();

/** Notes every request as it arrives, and its body where one is read. */
export function recordRequests(
	app: FastifyInstance,
	basePath: string,
	requests: SeenRequest[],
): void {
	app.addHook('onRequest', (request, _, done) => {
		const { method, query, headers } = request;
		const arrived = {
			method,
			path: pathOf(request, basePath),
			query: { ...(query as Record<string, string>) },
			headers: { ...headers },
			body: {},
		};
		requests.push(arrived);
		seen.set(request, arrived);
		done();
	});
	app.addHook('preValidation', (request, _, done) => {
		Object.assign(seenOf(request).body, request.body);
		done();
	});
}

/** A request as it was noted. */
export function seenOf(request: FastifyRequest): SeenRequest {
	const noted = seen.get(request);
	if (!noted) throw new Error('Nobody has noted this request.');
	return noted;
}

/** Counts how many requests are under way at the same time. */
export function countRequests(app: FastifyInstance): { now: number; most: number } {
	const underWay = { now: 0, most: 0 };
	app.addHook('onRequest', (_, reply, done) => {
		underWay.most = Math.max(underWay.most, ++underWay.now);
		// Also where nobody waits for the answer any more
		reply.raw.once('close', () => underWay.now--);
		done();
	});
	return underWay;
}

/** Path of a request, without the base path where it is below that; still percent-encoded. */
export function pathOf({ url }: FastifyRequest, basePath: string): string {
	const path = url.replace(/\?.*$/, '');
	return path.startsWith(basePath) ? path.slice(basePath.length) : path;
}
