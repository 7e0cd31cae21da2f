import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { reshape } from './lists';
import type { SeenRequest } from './requests';

/** Something that can be wrong with the service, for some or all requests. */
export interface Condition {
	/** Only for requests with this method. */
	method?: string;
	/** Only for requests to this path, without the base path: `/reports`. */
	path?: string;
	/** Only for one in so many of these requests: the first, and then every so many. */
	every?: number;
	/** Let so many matching requests pass first. */
	skip?: number;
	/** Apply to so many requests, then no more. */
	times?: number;
	/** Milliseconds to wait before anything else; with `done`, after what was asked is done. */
	delay?: number;
	/** Break the connection without an answer, or reset it. */
	drop?: boolean | 'reset';
	/** Write this to the connection as it is, HTTP or not, and close it. */
	bytes?: string;
	/** Answer with this status. With 429 the answer carries Retry-After: 1 unless `headers` says otherwise. */
	status?: number;
	/** Answer with these headers in addition. */
	headers?: Record<string, string>;
	/** Answer with this body instead of the usual one: JSON, or a text as it is. */
	body?: unknown;
	/** Answer with an HTML page. */
	html?: boolean;
	/** Do what was asked before `delay`, and before `drop`, `status`, `html` or `body` spoils the answer. */
	done?: boolean;
	/** Do what was asked so many milliseconds later. The spoiled answer does not wait for it. */
	late?: number;
	/** Answer with bare records and lists, or with lists in the old style (page numbers at the top level). */
	shape?: 'bare' | 'old';
	/** Answer with records that are made of the usual ones; for tests. */
	shows?: (record: object) => object;
}

/** A condition, or what a test says of a request that has arrived. */
export type Trouble = Condition | ((request: SeenRequest) => Condition | undefined);

const HTML = '<!DOCTYPE html><html><body><h1>Report service</h1></body></html>';

/**
 * Applies the conditions of a run, and those that a request brings along as JSON in the header
 * `X-Sandbox`, to a service. `conditions` can be changed while it runs.
 */
export function applyConditions(app: FastifyInstance, conditions: Trouble[]): void {
	app.decorateRequest('conditions');

	// When the body has been read, and before the key is checked
	app.addHook('preValidation', async (request, reply) => {
		request.conditions = conditionsFor(request, conditions);
		await delays(request.conditions, false);
		const undone = ({ done, late }: Condition) => done !== true && late === undefined;
		if (request.conditions.filter(spoils).some(undone)) await reply.send('');
	});

	// When what was asked has passed all checks
	app.addHook('preHandler', async (request, reply) => {
		const late = request.conditions?.filter(spoils).find((each) => each.late !== undefined)?.late;
		if (late === undefined) return;
		const { handler } = request.routeOptions;
		// The answer of the operation goes nowhere: this is the answer
		setTimeout(() => void handler.call(app, request, reply), late).unref();
		await reply.send('');
	});

	app.addHook('preSerialization', async (request, _, payload) => {
		for (const condition of request.conditions ?? []) {
			if (condition.shape) payload = reshape(payload, condition.shape);
			if (condition.shows) payload = shown(payload, condition.shows);
		}
		return payload;
	});

	app.addHook('onSend', async (request, reply, payload) => {
		const { conditions = [] } = request;
		// What Node.js would say, by the same clock as the records
		reply.header('date', new Date().toUTCString());
		await delays(conditions, true);
		const spoiler = conditions.find(spoils);
		const sent = spoiler ? spoil(spoiler, request, reply) : payload;
		// Nothing may follow what was written
		if (spoiler?.bytes !== undefined) await once(reply.hijack().raw, 'close');
		for (const { headers = {} } of conditions) reply.headers(headers);
		return sent;
	});
}

declare module 'fastify' {
	interface FastifyRequest {
		conditions?: Condition[];
	}
}

/** The conditions that apply to a request; counts down their `skip` and `times`. */
function conditionsFor({ headers, seen }: FastifyRequest, conditions: Trouble[]): Condition[] {
	if (!seen) return [];
	const brought = headers['x-sandbox'];
	return [
		...(typeof brought === 'string' ? [JSON.parse(brought) as Condition] : []),
		...conditions.map((each) => (typeof each === 'function' ? (each(seen) ?? {}) : each)),
	].filter((condition) => {
		if (condition.method !== undefined && condition.method !== seen.method) return false;
		if (condition.path !== undefined && condition.path !== seen.path) return false;
		if (condition.skip !== undefined && condition.skip > 0) {
			condition.skip--;
			return false;
		}
		if (condition.every !== undefined) condition.skip = condition.every - 1;
		if (condition.times !== undefined && condition.times-- <= 0) return false;
		return true;
	});
}

/** Waits as long as the conditions say, those for before the work or those for after it. */
async function delays(conditions: Condition[], after: boolean): Promise<void> {
	for (const { delay, done = false } of conditions) {
		// Unreferenced, so that a process can end when its sandbox is closed in the middle of a delay
		if (delay !== undefined && done === after) await pause(delay, undefined, { ref: false });
	}
}

/** Whether a condition puts something else in the place of the usual answer. */
function spoils({ drop = false, bytes, status, html, body }: Condition): boolean {
	return (
		drop !== false || html === true || [bytes, status, body].some((each) => each !== undefined)
	);
}

/** Breaks the connection, or sets status and type of the answer and gives the body that goes with them. */
function spoil(
	{ drop, bytes, status, html, body }: Condition,
	request: FastifyRequest,
	reply: FastifyReply,
): string {
	const { socket } = request.raw;
	if (drop === true) socket.destroy();
	if (drop === 'reset') socket.resetAndDestroy();
	if (bytes !== undefined) socket.end(bytes, () => socket.destroy());
	if (status !== undefined) reply.code(status);
	if (status === 429) reply.header('retry-after', '1');
	reply.type(html === true ? 'text/html' : 'application/json');
	if (html === true) return HTML;
	if (typeof body === 'string') return body;
	if (body !== undefined) return JSON.stringify(body);
	const message = status === 429 ? 'Too Many Attempts.' : 'Something went wrong.';
	return JSON.stringify({ message, status });
}

/** An answer with other records. */
function shown(payload: unknown, shows: (record: object) => object): unknown {
	const { data, ...rest } = payload as { data?: object | object[] };
	return data ? { ...rest, data: Array.isArray(data) ? data.map(shows) : shows(data) } : payload;
}
