import type { ServerOptions } from 'node:https';

import formbody from '@fastify/formbody';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';

import { webAddress } from '../../nodes/WebPageReport/request/webAddress';
import { applyConditions, type Condition, pathOf } from './conditions';
import { Data, rate, timestamp } from './data';

/** How to start a sandbox service. */
export interface SandboxOptions {
	/** Accepted API keys. */
	keys?: string[];
	/** Path up to and including the version segment. */
	basePath?: string;
	/** Port on loopback; any free one where left out. */
	port?: number;
	/** Key and certificate, to speak HTTPS. */
	https?: Pick<ServerOptions, 'key' | 'cert'>;
	/** How many reports and projects there are at the start, and which ones. */
	reports?: number;
	projects?: number;
	seed?: number;
	/** Requests that a key may make within a window of milliseconds; no limit where left out. */
	rateLimit?: { max: number; window: number };
	/** What is wrong with the service. */
	conditions?: Condition[];
}

/** A request that came in, as the service saw it. */
export interface SeenRequest {
	method: string;
	/** Path, without the base path where it is below that; still percent-encoded. */
	path: string;
	query: Record<string, string>;
	headers: Record<string, string | string[] | undefined>;
	body: Record<string, string>;
}

/** A running sandbox service. */
export interface Sandbox {
	/** What goes into Base URL of the credential. */
	baseUrl: string;
	/** What goes into API Key of the credential. */
	apiKey: string;
	data: Data;
	/** What is wrong with the service; change it at any time. */
	conditions: Condition[];
	/** Every request so far, in the order of arrival. */
	requests: SeenRequest[];
	/** The most requests that have been under way at the same time. */
	readonly mostAtOnce: number;
	close(): Promise<void>;
}

interface ListQuery {
	search?: string;
	search_by: string;
	result?: string;
	sort_by: string;
	sort: 'asc' | 'desc';
	per_page: number;
	page: number;
}

interface ReportBody {
	url?: string;
	privacy?: number;
	password?: string;
	results?: number;
}

/** Starts a service that speaks the whole interface document on loopback. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { keys = ['sandbox-key'], basePath = '/api/v1', conditions = [] } = options;
	const data = new Data(options);
	const requests: SeenRequest[] = [];
	const app = createApp(options);
	const underWay = countRequests(app);

	const body = { type: 'array' };
	app.post<{ Body: Condition[] }>('/sandbox/conditions', { schema: { body } }, (request) => {
		conditions.splice(0, conditions.length, ...request.body);
		return { conditions };
	});
	await app.register(async (service) => {
		recordRequests(service, basePath, requests);
		applyConditions(service, basePath, conditions);
		service.setNotFoundHandler((_, reply) => notFound(reply));
		await acceptForms(service);
		if (options.rateLimit) {
			await service.register(rateLimit, {
				max: options.rateLimit.max,
				timeWindow: options.rateLimit.window,
				// When the body has been read, so that what was refused can be seen
				hook: 'preValidation',
				keyGenerator: (request) => request.headers.authorization ?? '',
				errorResponseBuilder: () => ({ statusCode: 429, message: 'Too Many Attempts.' }),
			});
		}
		await service.register(
			(api, _, done) => {
				requireKey(api, keys);
				addProjects(api, data);
				addReports(api, data);
				done();
			},
			{ prefix: basePath },
		);
	});

	const address = await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });
	return {
		baseUrl: address + basePath,
		apiKey: keys[0] ?? '',
		data,
		conditions,
		requests,
		get mostAtOnce() {
			return underWay.most;
		},
		close: async () => {
			app.server.closeAllConnections();
			await app.close();
		},
	};
}

function createApp({ https }: SandboxOptions): FastifyInstance {
	const settings = {
		ajv: {
			customOptions: { allErrors: true, removeAdditional: false, formats: { address: isAddress } },
		},
		// A project is named after a host
		routerOptions: { maxParamLength: 253 },
		forceCloseConnections: true,
	} as const;
	const app = https
		? (fastify({ ...settings, https }) as unknown as FastifyInstance)
		: fastify(settings);
	app.setErrorHandler(async (error: SandboxError, _, reply) => {
		if (error.validation) {
			const message: Record<string, string[]> = {};
			for (const { keyword, instancePath, params, message: text = '' } of error.validation) {
				if (keyword === 'if') continue; // what is wrong in its branch has an entry of its own
				const { missingProperty, allowedValues } = params;
				const field = missingProperty ?? (instancePath.slice(1) || 'body');
				const what = missingProperty === undefined ? text : 'is required';
				const allowed = allowedValues ? `: ${allowedValues.join(', ')}` : '';
				(message[field] ??= []).push(`The ${field} field ${what}${allowed}.`);
			}
			return await reply.code(422).send({ message, status: 422 });
		}
		const status = error.statusCode ?? 500;
		return await reply.code(status).send({ message: error.message, status });
	});
	return app;
}

/** Section 4: bodies are form-encoded. */
async function acceptForms(service: FastifyInstance): Promise<void> {
	await service.register(formbody);
	service.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => {
		done(null, body);
	});
	service.addHook('preValidation', (request, _, done) => {
		request.body ??= {};
		done();
	});
}

interface SandboxError extends Error {
	statusCode?: number;
	validation?: Array<{
		keyword: string;
		instancePath: string;
		params: { missingProperty?: string; allowedValues?: unknown[] };
		message?: string;
	}>;
}

/** Section 5: every request carries a key of the calling account. */
function requireKey(api: FastifyInstance, keys: string[]): void {
	api.addHook('onRequest', async (request, reply) => {
		const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
		if (reply.sent || (key !== undefined && keys.includes(key))) return;
		await reply.code(401).send({ message: 'Unauthenticated.' });
	});
}

/** Sections 4.1 and 4.2. */
function addProjects(api: FastifyInstance, data: Data): void {
	const querystring = listSchema(['project'], ['created_at', 'project'], {});
	api.get<{ Querystring: ListQuery }>('/projects', { schema: { querystring } }, (request) =>
		page(data.projects(), request),
	);
	api.delete<{ Params: { project: string } }>('/projects/:project', async (request, reply) => {
		const { project } = request.params;
		if (!data.deleteProject(project)) return await notFound(reply);
		return { id: project, object: 'project', deleted: true, status: 200 };
	});
}

/** Sections 4.3 to 4.7. */
function addReports(api: FastifyInstance, data: Data): void {
	const querystring = listSchema(['url', 'project'], ['id', 'generated_at', 'url', 'result'], {
		result: { enum: ['good', 'decent', 'bad'] },
	});
	const privacy = { type: 'integer', enum: [0, 1, 2] };
	const password = { type: 'string', minLength: 1 };
	const withPassword = {
		// Whether the text of the form has become a number by now is up to the validator
		if: { properties: { privacy: { enum: ['2', 2] } }, required: ['privacy'] },
		then: { required: ['password'] },
	};
	const createBody = {
		type: 'object',
		properties: { url: { type: 'string', format: 'address' }, privacy, password },
		required: ['url'],
		...withPassword,
	};
	const updateBody = {
		type: 'object',
		properties: { privacy, password, results: { type: 'integer', enum: [0, 1] } },
		...withPassword,
	};
	const reportOf = ({ params }: { params: unknown }) =>
		[...data.reports.values()].find(({ id }) => String(id) === (params as { id: string }).id);

	api.get<{ Querystring: ListQuery }>('/reports', { schema: { querystring } }, (request) =>
		page(
			[...data.reports.values()].filter(
				({ result }) => (request.query.result ?? result) === result,
			),
			request,
		),
	);
	api.get('/reports/:id', async (request, reply) => {
		const report = reportOf(request);
		return report ? { data: report, status: 200 } : await notFound(reply);
	});
	api.post<{ Body: ReportBody }>(
		'/reports',
		{ schema: { body: createBody } },
		async ({ body: { url = '', privacy: level = 1, password: word } }, reply) => {
			const report = data.create(url, level, level === 2 ? (word ?? null) : null);
			return await reply.code(201).send({ data: report, status: 201 });
		},
	);
	api.put<{ Body: ReportBody }>(
		'/reports/:id',
		{ schema: { body: updateBody } },
		async (request, reply) => {
			const report = reportOf(request);
			if (!report) return await notFound(reply);
			const { privacy: level = report.privacy, password: word = report.password } = request.body;
			Object.assign(report, {
				privacy: level,
				password: level === 2 ? word : null,
				updated_at: timestamp(),
			});
			if (request.body.results === 1) {
				Object.assign(report, rate(report.url), { generated_at: timestamp() });
			}
			return { data: report, status: 200 };
		},
	);
	api.delete('/reports/:id', async (request, reply) => {
		const report = reportOf(request);
		if (!report) return await notFound(reply);
		data.reports.delete(report.id);
		return { id: report.id, object: 'report', deleted: true, status: 200 };
	});
}

/** The query parameters that both lists have in common, with the defaults of the interface document. */
function listSchema(searchBy: string[], sortBy: string[], more: object): object {
	return {
		type: 'object',
		properties: {
			search: { type: 'string' },
			search_by: { enum: searchBy, default: searchBy[0] },
			sort_by: { enum: sortBy, default: sortBy[0] },
			sort: { enum: ['desc', 'asc'], default: 'desc' },
			per_page: { type: 'integer', enum: [10, 25, 50, 100], default: 25 },
			page: { type: 'integer', minimum: 1, default: 1 },
			...more,
		},
	};
}

/** One page of the rows that were searched for, in order. */
function page<Row extends object>(
	rows: Row[],
	request: FastifyRequest<{ Querystring: ListQuery }>,
) {
	const { search = '', search_by, sort_by, sort, per_page, page: current } = request.query;
	const valueOf = (row: Row, field: string) =>
		(row as Record<string, string | number>)[field] ?? '';
	const found = rows
		.filter((row) => String(valueOf(row, search_by)).includes(search))
		.sort((one, other) => {
			const [a, b] = [valueOf(one, sort_by), valueOf(other, sort_by)];
			return (a < b ? -1 : a > b ? 1 : 0) * (sort === 'asc' ? 1 : -1);
		});
	const last = Math.max(1, Math.ceil(found.length / per_page));
	const from = (current - 1) * per_page;
	const data = found.slice(from, from + per_page);
	const path = `${request.protocol}://${request.host}${request.url.replace(/\?.*$/, '')}`;
	const link = (number: number) =>
		number >= 1 && number <= last ? `${path}?page=${String(number)}` : null;
	return {
		data,
		links: { first: link(1), last: link(last), prev: link(current - 1), next: link(current + 1) },
		meta: {
			current_page: current,
			from: data.length > 0 ? from + 1 : null,
			last_page: last,
			path,
			per_page,
			to: data.length > 0 ? from + data.length : null,
			total: found.length,
		},
		status: 200,
	};
}

/** Whether a text is the address of a web page. */
function isAddress(text: string): boolean {
	return webAddress(text) !== undefined;
}

async function notFound(reply: FastifyReply) {
	return await reply.code(404).send({ message: 'Resource not found.', status: 404 });
}

/** Notes every request as it arrives, and its body where one is read. */
function recordRequests(app: FastifyInstance, basePath: string, requests: SeenRequest[]): void {
	const seen = new WeakMap<FastifyRequest, SeenRequest>();
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
		Object.assign(seen.get(request)?.body ?? {}, request.body);
		done();
	});
}

/** Counts how many requests are under way at the same time. */
function countRequests(app: FastifyInstance): { most: number } {
	const underWay = { now: 0, most: 0 };
	app.addHook('onRequest', (_, reply, done) => {
		underWay.most = Math.max(underWay.most, ++underWay.now);
		// Also where nobody waits for the answer any more
		reply.raw.once('close', () => underWay.now--);
		done();
	});
	return underWay;
}
