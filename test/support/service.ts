/** The sandbox service for tests of the node, and the node that uses it. */
import type { INodeParameters } from 'n8n-workflow';

import type { SeenRequest } from '../../sandbox/service/requests';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/service/service';
import { type Outcome, run, type RunOptions } from './engine';
import { locator, report } from './node';

const started: Sandbox[] = [];

afterAll(async () => {
	await Promise.all(
		started.map(async (service) => {
			await service.close();
		}),
	);
});

export interface Service extends Sandbox {
	credential: { baseUrl: string; apiKey: string };
	/** Number of creates, updates and deletes received. */
	writes(): number;
	/** Number of reads received. */
	reads(): number;
	/** Runs the node. */
	run(parameters: INodeParameters, more?: Partial<RunOptions>): Promise<Outcome>;
	/** Runs the node for the items 0 to `count` - 1. */
	runMany(parameters: INodeParameters, count: number, more?: Partial<RunOptions>): Promise<Outcome>;
}

/** Starts a sandbox that is closed after the tests of the file. */
export async function startService(options?: SandboxOptions): Promise<Service> {
	const sandbox = await startSandbox(options);
	started.push(sandbox);
	const credential = { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey };
	const count = (isRead: boolean) =>
		sandbox.requests.filter(({ method }) => (method === 'GET') === isRead).length;
	const runNode: Service['run'] = async (parameters, more) =>
		await run({ credential, parameters, ...more });
	return Object.assign(sandbox, {
		credential,
		writes: () => count(false),
		reads: () => count(true),
		run: runNode,
		runMany: async (parameters: INodeParameters, count: number, more?: Partial<RunOptions>) =>
			await runNode(parameters, { items: numbered(count), ...more }),
	});
}

/** Starts one without any records. */
export async function startEmpty(options: SandboxOptions = {}): Promise<Service> {
	return await startService({ reports: 0, projects: 0, ...options });
}

/** Starts one with a report of each of these projects, made yesterday. */
export async function startWith(hosts: string[], options: SandboxOptions): Promise<Service> {
	const service = await startEmpty(options);
	const yesterday = new Date(Date.now() - 86_400_000);
	for (const host of hosts) service.data.create(`https://${host}/`, 1, null, yesterday);
	return service;
}

/** Items numbered from 0, with the IDs of their reports: no service counts from 0. */
export const numbered = (count: number) =>
	Array.from({ length: count }, (_, number) => ({ number, id: number + 1 }));

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
	return Number(onPage ?? Number(withId) - 1);
}
