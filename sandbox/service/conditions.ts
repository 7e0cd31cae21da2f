import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { reshape } from './lists';
import type { SeenRequest } from './requests';

/** Changes how the service responds to some or all requests. */
export interface Condition {
	/** Only for requests with this method. */
	method?: string;
	/** Only for requests to this path (given without the base path): `/reports`. */
	path?: string;
	/** Only for every nth of these requests, starting with the first. */
	every?: number;
	/** Number of matching requests to let through first. */
	skip?: number;
	/** Number of requests to apply to. */
	times?: number;
	/** Wait before anything else, or with `done` after the work, in ms. */
	delay?: number;
	/** Break the connection without an answer, or reset it. */
	drop?: boolean | 'reset';
	/** Write this to the connection as it is, HTTP or not, and close it. */
	bytes?: string;
	/** Answer with this status. A 429 has Retry-After: 1 unless `headers` overrides it. */
	status?: number;
	/** Headers to add or replace. */
	headers?: Record<string, string>;
	/** Answer with this body instead: JSON, or text as it is. */
	body?: unknown;
	/** Answer with an HTML page. */
	html?: boolean;
	/** Do the work before `delay`, and before anything replaces the answer. */
	done?: boolean;
	/** Do the work this many ms later. The answer that replaces the usual one is sent at once. */
	late?: number;
	/** Answer with bare records and lists, or with lists in the old style (page numbers at the top level). */
	shape?: 'bare' | 'old';
	/** Answer with records derived from the usual ones; for tests. */
	shows?: (record: object) => object;
}

/** A condition, or a function that returns one for a request. */
export type Trouble = Condition | ((request: SeenRequest) => Condition | undefined);

const HTML = '<!DOCTYPE html><html><body><h1>Report service</h1></body></html>';

/**
 * Applies conditions to a service: those of the run, and the one that a request has as JSON in its
 * `X-Sandbox` header. `conditions` can be changed at any time.
 */
export function applyConditions(app: FastifyInstance, conditions: Trouble[]): void {
	app.decorateRequest('conditions');

	// Once the body has been read, and before the key is checked
	app.addHook('preValidation', async (request, reply) => {
		request.conditions = conditionsFor(request, conditions);
		await delays(request.conditions, false);
		const undone = ({ done, late }: Condition) => done !== true && late === undefined;
		if (request.conditions.filter(replaces).some(undone)) await reply.send('');
	});

	// After all checks
	app.addHook('preHandler', async (request, reply) => {
		const late = request.conditions?.filter(replaces).find((each) => each.late !== undefined)?.late;
		if (late === undefined) return;
		const { handler } = request.routeOptions;
		setTimeout(() => void handler.call(app, request, reply), late).unref();
		// In place of the operation's answer, which is discarded
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
		// As Node.js would set it, but from the clock of the records
		reply.header('date', new Date().toUTCString());
		await delays(conditions, true);
		const replacing = conditions.find(replaces);
		const sent = replacing ? replaceAnswer(replacing, request, reply) : payload;
		// Nothing may follow the raw text
		if (replacing?.bytes !== undefined) await once(reply.hijack().raw, 'close');
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

/** Waits for the delays of the conditions, either those before or those after the work. */
async function delays(conditions: Condition[], after: boolean): Promise<void> {
	for (const { delay, done = false } of conditions) {
		// Unreferenced, so that the process can exit if its sandbox closes during a delay
		if (delay !== undefined && done === after) await pause(delay, undefined, { ref: false });
	}
}

/** Whether a condition replaces the usual answer. */
function replaces({ drop = false, bytes, status, html, body }: Condition): boolean {
	return (
		drop !== false || html === true || [bytes, status, body].some((each) => each !== undefined)
	);
}

/** Breaks the connection, or sets the answer's status and type and returns its body. */
function replaceAnswer(
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

/** An answer with replaced records. */
function shown(payload: unknown, shows: (record: object) => object): unknown {
	const { data, ...rest } = payload as { data?: object | object[] };
	return data ? { ...rest, data: Array.isArray(data) ? data.map(shows) : shows(data) } : payload;
}
