import type { ServerOptions } from 'node:https';

import fastify, { type FastifyInstance } from 'fastify';

import { applyConditions, type Trouble } from './conditions';
import { Data } from './data';
import { addOperations } from './operations';
import { limitRate, type RateLimit } from './rateLimit';
import { acceptForms, handleErrors, isAddress, notFound, requireKey } from './refusals';
import { countRequests, recordRequests, type SeenRequest } from './requests';

/** Options of a sandbox service. */
export interface SandboxOptions {
	/** Accepted API keys. */
	keys?: string[];
	/** Path up to and including the version segment. */
	basePath?: string;
	/** Port on loopback; default: any free one. */
	port?: number;
	/** Key and certificate, for HTTPS. */
	https?: Pick<ServerOptions, 'key' | 'cert'>;
	/** Number of initial reports and projects, and the seed for them. */
	reports?: number;
	projects?: number;
	seed?: number;
	/** Request limit per key; default: none. */
	rateLimit?: RateLimit;
	/** Faults of the service. */
	conditions?: Trouble[];
}

/** A running sandbox service. */
export interface Sandbox {
	/** Base URL for the credential. */
	baseUrl: string;
	/** API key for the credential. */
	apiKey: string;
	data: Data;
	/** Faults of the service; can be changed at any time. */
	conditions: Trouble[];
	/** Every request so far, in the order of arrival. */
	requests: SeenRequest[];
	/** Number of requests in flight. */
	readonly atOnce: number;
	/** Highest number of concurrent requests so far. */
	readonly mostAtOnce: number;
	close(): Promise<void>;
}

/** Starts a service on loopback that implements the whole of docs/openapi.yaml. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { keys = ['sandbox-key'], basePath = '/api/v1', conditions = [] } = options;
	const data = new Data(options);
	const requests: SeenRequest[] = [];
	const app = createApp(options);
	const inFlight = countRequests(app);

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
				addOperations(api, data);
			},
			{ prefix: basePath },
		);
	});

	const address = await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });
	return {
		// TLS knows no IP addresses
		baseUrl: address.replace('https://127.0.0.1', 'https://localhost') + basePath,
		apiKey: keys[0] ?? '',
		data,
		conditions,
		requests,
		get atOnce() {
			return inFlight.now;
		},
		get mostAtOnce() {
			return inFlight.most;
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
			customOptions: { allErrors: true },
			onCreate: (ajv) => ajv.addFormat('uri', isAddress),
		},
		// Projects are named after hosts
		routerOptions: { maxParamLength: 253 },
		forceCloseConnections: true,
		https: https ?? null,
	}) as unknown as FastifyInstance;
	handleErrors(app);
	return app;
}
