/** The sandbox service for tests of the node, and the node that uses it. */
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

/** Closes a service after the tests of the file. */
export function closedLater<Service extends (typeof started)[number]>(service: Service): Service {
	started.push(service);
	return service;
}

export interface Service extends Sandbox {
	credential: { baseUrl: string; apiKey: string };
	/** Number of creates, updates and deletes received. */
	writes(): number;
	/** Number of reads received. */
	reads(): number;
	/** Runs the node. */
	run(parameters: INodeParameters, more?: Partial<RunOptions>): Promise<Outcome>;
}

/** Starts a sandbox that is closed after the tests of the file. */
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

/** The ID of the report with number 0: no service counts from 0. */
const FIRST_ID = 100;

/** Items numbered from 0, with the IDs of their reports. */
export const numbered = (count: number) =>
	Array.from({ length: count }, (_, number) => ({ number, id: FIRST_ID + number }));

/** The pages of those items. */
export const addresses = (count: number) =>
	numbered(count).map(({ number }) => `https://example.com/${String(number)}`);

/** Creates the report on an item's page. */
export const CREATE = report('create', { url: '=https://example.com/{{ $json.number }}' });

/** An operation on the report with an item's ID. */
export const byId = (operation: string, more: INodeParameters = {}): INodeParameters =>
	report(operation, { reportId: locator('id', '={{ $json.id }}'), ...more });

/** The number of a request: from its page, or its ID. */
export function numberOf({ path, body }: SeenRequest): number {
	const [, onPage, withId] = /example\.com\/(\d+)|\/reports\/(\d+)/.exec(body.url ?? path) ?? [];
	return Number(onPage ?? Number(withId) - FIRST_ID);
}

/** A service for the tests of a file, whose reports exist without a create. */
export function numberedService() {
	let service: Service;
	let asked: number[];
	let looked: number;
	let operation: unknown;
	return {
		/**
		 * Starts it for a test.
		 *
		 * @param answer the fault of a request, from its number and the count of earlier requests for that number
		 * @param shows the answer to a read that settles a write of a number; by default, its report
		 */
		start: async (
			answer: (number: number, before: number) => Condition = () => ({}),
			shows: (number: number) => Condition = () => ({}),
		): Promise<void> => {
			const arrived: number[] = (asked = []);
			looked = 0;
			const condition = (request: SeenRequest): Condition => {
				if (request.path === '/reports' && request.method === 'GET') {
					looked++;
					return { body: { data: [] } };
				}
				const number = numberOf(request);
				const url = `https://example.com/${String(number)}`;
				const data = { id: FIRST_ID + number, url, privacy: Number(request.body.privacy ?? 1) };
				const usual = { status: 200, body: { data } };
				if (request.method === 'GET' && operation !== 'get') {
					looked++;
					return { ...usual, ...shows(number) };
				}
				const before = arrived.filter((one) => one === number).length;
				arrived.push(number);
				return { ...usual, ...answer(number, before) };
			};
			service = await startEmpty({ conditions: [condition] });
		},
		/** The numbers requested in this test, in order of arrival. */
		get asked() {
			return asked;
		},
		/** Number of reads that settle a write, of lists (which are empty) and reports. */
		get looked() {
			return looked;
		},
		/** Runs an operation for this many numbers, from 0. */
		run: async (parameters: INodeParameters, count: number, more: Partial<RunOptions> = {}) => {
			({ operation } = parameters);
			return await service.run(parameters, { items: numbered(count), ...more });
		},
	};
}
