import { setTimeout as pause } from 'node:timers/promises';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Something that can be wrong with the service, for some or all requests. */
export interface Condition {
	/** Only for requests with this method. */
	method?: string;
	/** Only for requests to this path, without the base path: `/reports`. */
	path?: string;
	/** Let so many matching requests pass first. */
	skip?: number;
	/** Apply to so many requests, then no more. */
	times?: number;
	/** Milliseconds to wait before anything else. */
	delay?: number;
	/** Break the connection without an answer. */
	drop?: boolean;
	/** Answer with this status. With 429 the answer carries Retry-After: 1 unless `headers` says otherwise. */
	status?: number;
	/** Answer with these headers in addition. */
	headers?: Record<string, string>;
	/** Answer with this body instead of the usual one: JSON, or a text as it is. */
	body?: unknown;
	/** Answer with an HTML page. */
	html?: boolean;
	/** Do what was asked before `drop`, `status`, `html` or `body` spoils the answer. */
	done?: boolean;
	/** Answer with bare records and lists, or with lists in the old style (page numbers at the top level). */
	shape?: 'bare' | 'old';
}

const HTML = '<!DOCTYPE html><html><body><h1>Report service</h1></body></html>';

/**
 * Applies the conditions of a run, and those that a request brings along as JSON in the header
 * `X-Sandbox`, to a service. `conditions` can be changed while it runs.
 */
export function applyConditions(
	app: FastifyInstance,
	basePath: string,
	conditions: Condition[],
): void {
	app.decorateRequest('conditions');

	app.addHook('onRequest', async (request, reply) => {
		const applicable = conditionsFor(request, basePath, conditions);
		request.conditions = applicable;
		for (const { delay } of applicable) if (delay !== undefined) await pause(delay);
		for (const condition of applicable) {
			if (condition.done !== true) await spoil(condition, request, reply);
		}
	});

	app.addHook('preSerialization', async (request, _, payload) => {
		for (const condition of request.conditions ?? []) {
			if (condition.shape) payload = reshape(payload, condition.shape);
		}
		return payload;
	});

	app.addHook('onSend', async (request, reply, payload) => {
		for (const condition of request.conditions ?? []) {
			if (condition.done === true) return await spoilSent(condition, request, reply, payload);
		}
		return payload;
	});
}

declare module 'fastify' {
	interface FastifyRequest {
		conditions?: Condition[];
	}
}

/** The conditions that apply to a request; counts down their `skip` and `times`. */
function conditionsFor(
	request: FastifyRequest,
	basePath: string,
	conditions: Condition[],
): Condition[] {
	const path = request.url.replace(/\?.*$/, '').slice(basePath.length);
	const brought = request.headers['x-sandbox'];
	return [
		...(typeof brought === 'string' ? [JSON.parse(brought) as Condition] : []),
		...conditions,
	].filter((condition) => {
		if (condition.method !== undefined && condition.method !== request.method) return false;
		if (condition.path !== undefined && condition.path !== path) return false;
		if (condition.skip !== undefined && condition.skip > 0) {
			condition.skip--;
			return false;
		}
		if (condition.times !== undefined && condition.times-- <= 0) return false;
		return true;
	});
}

async function spoil(condition: Condition, request: FastifyRequest, reply: FastifyReply) {
	if (condition.drop === true) {
		reply.hijack();
		request.raw.socket.destroy();
	} else if (
		condition.status !== undefined ||
		condition.html === true ||
		condition.body !== undefined
	) {
		await reply.send(spoiltBody(condition, reply));
	}
}

async function spoilSent(
	condition: Condition,
	request: FastifyRequest,
	reply: FastifyReply,
	payload: unknown,
): Promise<unknown> {
	if (condition.drop === true) {
		request.raw.socket.destroy();
		return await Promise.resolve(payload);
	}
	const body = spoiltBody(condition, reply);
	return typeof body === 'string' ? body : JSON.stringify(body);
}

/** Sets status and headers, and gives the body that goes with them. */
function spoiltBody(condition: Condition, reply: FastifyReply): unknown {
	const { status = 200, headers = {}, body, html } = condition;
	reply.code(status);
	reply.headers(status === 429 ? { 'retry-after': '1', ...headers } : headers);
	if (html === true) {
		reply.type('text/html');
		return HTML;
	}
	if (typeof body === 'string') {
		if (!reply.hasHeader('content-type')) reply.type('application/json');
		// A Buffer goes out as it is, where a text would be turned into JSON
		return Buffer.from(body);
	}
	return (
		body ?? { message: status === 429 ? 'Too Many Attempts.' : 'Something went wrong.', status }
	);
}

/** Turns an enveloped answer into one of the other forms. */
function reshape(payload: unknown, shape: 'bare' | 'old'): unknown {
	if (typeof payload !== 'object' || payload === null || !('data' in payload)) return payload;
	if (shape === 'bare') return payload.data;
	const { data, meta, links } = payload as {
		data: unknown;
		meta?: object;
		links?: { next: string | null };
	};
	return meta ? { ...meta, data, next_page_url: links?.next ?? null } : payload;
}
