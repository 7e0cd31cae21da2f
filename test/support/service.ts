/** The sandbox service for tests of the node, and the node that works with it. */
import type { INodeParameters } from 'n8n-workflow';

import type { Condition } from '../../sandbox/service/conditions';
import type { SeenRequest } from '../../sandbox/service/requests';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/service/service';
import { type Outcome, run, type RunOptions } from './engine';
import { locator, report } from './node';

const started: Array<{ close(): Promise<unknown> }> = [];

afterAll(async () => {
	await Promise.all(started.splice(0).map(async (service) => await service.close()));
});

/** Closes a service when the tests of the file are over. */
export function closedLater<Service extends (typeof started)[number]>(service: Service): Service {
	started.push(service);
	return service;
}

export interface Service extends Sandbox {
	credential: { baseUrl: string; apiKey: string };
	/** How many creates, updates and deletes have arrived. */
	writes(): number;
	/** How many reads have arrived. */
	reads(): number;
	/** Runs the node. */
	run(parameters: INodeParameters, more?: Partial<RunOptions>): Promise<Outcome>;
}

/** Starts a sandbox, which is closed when the tests of the file are over. */
export async function startService(options?: SandboxOptions): Promise<Service> {
	const sandbox = closedLater(await startSandbox(options));
	const credential = { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey };
	const count = (isRead: boolean) =>
		sandbox.requests.filter(({ method }) => (method === 'GET') === isRead).length;
	return Object.assign(sandbox, {
		credential,
		writes: () => count(false),
		reads: () => count(true),
		run: async (parameters: INodeParameters, more: Partial<RunOptions> = {}) =>
			await run({ credential, parameters, ...more }),
	});
}

/** Starts one without any records. */
export async function startEmpty(options: SandboxOptions = {}): Promise<Service> {
	return await startService({ reports: 0, projects: 0, ...options });
}

/** Items with the numbers from 0 on. */
export const numbered = (count: number) =>
	Array.from({ length: count }, (_, number) => ({ number }));

/** The pages of those items. */
export const addresses = (count: number) =>
	numbered(count).map(({ number }) => `https://example.com/${String(number)}`);

/** To create the report on an item's page. */
export const CREATE = report('create', { url: '=https://example.com/{{ $json.number }}' });

/** An operation on the report with an item's number as its ID. */
export const byId = (operation: string, more: INodeParameters = {}): INodeParameters =>
	report(operation, { reportId: locator('id', '={{ $json.number }}'), ...more });

/** The number that a request is about: of its page, or its ID. */
export function numberOf({ path, body }: SeenRequest): number {
	const [, onPage, withId] = /example\.com\/(\d+)|\/reports\/(\d+)/.exec(body.url ?? path) ?? [];
	return Number(onPage ?? withId);
}

/** A limit that takes a request in every so many milliseconds, and so many at once after a while without. */
export function bucket(window: number, most: number, headers: Condition['headers']) {
	let fullAt = 0;
	let refused = 0;
	const answer = (): Condition => {
		const now = Date.now();
		if (fullAt - now > (most - 1) * window) {
			refused++;
			return { status: 429, headers };
		}
		fullAt = Math.max(now, fullAt) + window;
		return {};
	};
	return { answer, refused: () => refused };
}

/** A service whose reports have the number of their page for an ID, and are there without being created. */
export interface NumberedService {
	/**
	 * Starts it for a test.
	 *
	 * @param answer what is wrong with a request for a number; is told how often that was asked for before
	 */
	start: (answer?: (number: number, before: number) => Condition) => Promise<void>;
	/** The numbers that were asked for in this test, in the order of arrival. */
	readonly asked: number[];
	/** How often a lost report was looked for, which is not there. */
	readonly looked: number;
	/** Runs an operation, once for each of so many numbers from 0 on. */
	run(parameters: INodeParameters, count: number, more?: Partial<RunOptions>): Promise<Outcome>;
}

/** The service for the tests of a file, which start it one after the other. */
export function numberedService(): NumberedService {
	let service: Service;
	let asked: number[];
	let looked: number;
	return {
		start: async (answer = () => ({})) => {
			const arrived: number[] = (asked = []);
			looked = 0;
			const condition = (request: SeenRequest): Condition => {
				if (request.path === '/reports' && request.method === 'GET') {
					looked++;
					return { body: { data: [] } };
				}
				const number = numberOf(request);
				const before = arrived.filter((one) => one === number).length;
				arrived.push(number);
				const data = { id: number, url: `https://example.com/${String(number)}`, privacy: 1 };
				return { status: 200, body: { data }, ...answer(number, before) };
			};
			service = await startEmpty({ conditions: [condition] });
		},
		get asked() {
			return asked;
		},
		get looked() {
			return looked;
		},
		run: async (parameters, count, more = {}) =>
			await service.run(parameters, { items: numbered(count), ...more }),
	};
}
