import type { ServerOptions } from 'node:https';

import fastify, { type FastifyInstance } from 'fastify';

import { applyConditions, type Trouble } from './conditions';
import { Data } from './data';
import { addProjects, addReports } from './operations';
import { limitRate, type RateLimit } from './rateLimit';
import { acceptForms, answerErrors, isAddress, notFound, requireKey } from './refusals';
import { countRequests, recordRequests, type SeenRequest } from './requests';

/** How to start a sandbox service. */
export interface SandboxOptions {
	/** Accepted API keys. */
	keys?: string[];
	/** Path up to and including the version segment. */
	basePath?: string;
	/** Port on loopback; by default any free one. */
	port?: number;
	/** Key and certificate, to speak HTTPS. */
	https?: Pick<ServerOptions, 'key' | 'cert'>;
	/** How many reports and projects there are at the start, and which ones. */
	reports?: number;
	projects?: number;
	seed?: number;
	/** How many requests a key may make; by default any number. */
	rateLimit?: RateLimit;
	/** What is wrong with the service. */
	conditions?: Trouble[];
}

/** A running sandbox service. */
export interface Sandbox {
	/** What goes into Base URL of the credential. */
	baseUrl: string;
	/** What goes into API Key of the credential. */
	apiKey: string;
	data: Data;
	/** What is wrong with the service; change it at any time. */
	conditions: Trouble[];
	/** Every request so far, in the order of arrival. */
	requests: SeenRequest[];
	/** How many requests are under way now. */
	readonly atOnce: number;
	/** The most requests that have been under way at the same time. */
	readonly mostAtOnce: number;
	close(): Promise<void>;
}

/** Starts a service that speaks the whole interface document on loopback. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { keys = ['sandbox-key'], basePath = '/api/v1', conditions = [] } = options;
	const data = new Data(options);
	const requests: SeenRequest[] = [];
	const app = createApp(options);
	const underWay = countRequests(app);

	const body = { type: 'array' };
	app.post<{ Body: Trouble[] }>('/sandbox/conditions', { schema: { body } }, (request) => {
		conditions.splice(0, conditions.length, ...request.body);
		return { conditions };
	});
	await app.register(async (service) => {
		recordRequests(service, basePath, requests);
		applyConditions(service, conditions);
		service.setNotFoundHandler((_, reply) => notFound(reply));
		await acceptForms(service);
		await service.register(
			async (api) => {
				requireKey(api, keys);
				if (options.rateLimit) await limitRate(api, options.rateLimit);
				addProjects(api, data);
				addReports(api, data);
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
		get atOnce() {
			return underWay.now;
		},
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
	const app = fastify({
		ajv: {
			customOptions: { allErrors: true, removeAdditional: false, formats: { address: isAddress } },
		},
		// A project is named after a host
		routerOptions: { maxParamLength: 253 },
		forceCloseConnections: true,
		https: https ?? null,
	}) as unknown as FastifyInstance;
	answerErrors(app);
	return app;
}
