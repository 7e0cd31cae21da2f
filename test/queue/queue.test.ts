import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import type { INodeParameters } from 'n8n-workflow';

import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/service/service';
import { PrivateN8n, type RunningN8n, sandboxCredential } from '../../sandbox/launcher/n8n';
import { freePort, type RunningProgram, startProgram } from '../../sandbox/launcher/program';
import { report } from '../support/node';
import { webPageReport, workflow } from '../support/workflow';
import { type Services, startServices } from './services';

const MINUTES = 60_000;

/** Maximum concurrent executions of a worker. */
const CONCURRENCY = 5;

/** Maximum concurrent requests of all runs of the node on one worker. */
const AT_ONCE = 10;

/** n8n's message for an execution whose worker died. */
const STALLED = 'This execution failed to be processed too many times';

let services: Services;
let folder: string;
let main: RunningN8n;
let workers: RunningProgram[];
let sandboxPort: number;
let sandbox: Sandbox;

beforeAll(async () => {
	services = await startServices();
	folder = await mkdtemp(join(tmpdir(), 'n8n-queue-'));
	sandboxPort = await freePort();

	const n8n = n8nIn('main');
	await n8n.installPackage(process.env.E2E_TARBALL ?? '');
	await n8n.import('credentials', [
		sandboxCredential({
			baseUrl: `http://127.0.0.1:${String(sandboxPort)}/api/v1`,
			apiKey: 'sandbox-key',
		}),
	]);
	const workflows = [creating('unbatched', {}), creating('batched', BATCHING)];
	await n8n.import('workflow', workflows);
	for (const { id } of workflows) {
		await n8n.command(`Publishing ${id}`, 'publish:workflow', `--id=${id}`);
	}
	main = await n8n.start();
	workers = [];
	for (const name of ['worker-1', 'worker-2']) {
		await n8nIn(name).installPackage(process.env.E2E_TARBALL ?? '');
		workers.push(await startWorker(n8nIn(name), CONCURRENCY));
	}
}, 10 * MINUTES);

afterEach(async () => {
	await sandbox.close();
});

afterAll(async () => {
	await Promise.all([main, ...workers].map((each) => each.stop()));
	await services.stop();
	await rm(folder, { recursive: true, force: true });
});

it('loses only the executions in progress when a worker is killed, and duplicates nothing', async () => {
	const [killed, survivor] = workers;
	const { failed, succeeded } = await executed(SLOW, async () => {
		await call('unbatched', 250, 1);
		await killed?.stop('SIGKILL');
		await call('unbatched', 250, 1);
	});

	expect(failed.length + succeeded.length).toBe(500);
	// The worker was killed mid-run, and only its executions in progress failed
	expect(failed.length).toBeGreaterThan(0);
	expect(failed.length).toBeLessThanOrEqual(CONCURRENCY);
	expect(without(failed, loggedBy(killed, 'finished'))).toEqual(failed);
	expect(without(failed, loggedBy(survivor, 'started'))).toEqual(failed);
	const [stalled] = await services.query(
		`SELECT count(*) FROM execution_data WHERE data LIKE '%${STALLED}%'`,
	);
	expect(stalled).toEqual([String(failed.length)]);
	// n8n reran none of them
	const started = [...loggedBy(killed, 'started'), ...loggedBy(survivor, 'started')];
	expect(new Set(started).size).toBe(started.length);
	expectCreatedOnce(succeeded, failed);
	expect(reports().sort()).toEqual(sentCreates().sort());
	expect(sandbox.mostAtOnce).toBeLessThanOrEqual(2 * CONCURRENCY);
});

it('respects a rate limit on both workers', async () => {
	// Replaces the killed one; the environment variable overrides the option
	const settings = { N8N_CONCURRENCY_PRODUCTION_LIMIT: String(CONCURRENCY) };
	workers[0] = await startWorker(n8nIn('worker-1', settings), 20);
	const window = 2000;
	const start = Date.now();
	const { succeeded } = await executed({ rateLimit: { max: 20, window } }, async () => {
		await call('unbatched', 300, 1);
	});
	const took = Date.now() - start;

	expect(succeeded).toHaveLength(300);
	expect(createdBy(reports()).sort()).toEqual(succeeded.sort());
	// Each worker only knows the remaining requests from its own answers, and sometimes uses the other's share
	const refused = sandbox.requests.length - 300;
	expect(refused).toBeLessThanOrEqual(2 * CONCURRENCY * Math.ceil(took / window));
	for (const worker of workers) {
		expect(without(succeeded, loggedBy(worker, 'started')).length).toBeLessThan(300);
	}
});

it('bounds the concurrent requests on each worker, with or without Batching', async () => {
	await expectOnceEach();
	expect(sandbox.mostAtOnce).toBeLessThanOrEqual(2 * AT_ONCE);
	// More than a single worker's maximum
	expect(sandbox.mostAtOnce).toBeGreaterThan(AT_ONCE);
});

it('finishes the executions in progress when a worker shuts down gracefully', async () => {
	const [stopped] = workers;
	const { failed, succeeded } = await executed(SLOW, async () => {
		await call('unbatched', 50, 1);
		await stopped?.stop('SIGTERM', MINUTES);
		await call('unbatched', 50, 1);
	});

	// It was stopped mid-run
	const [begun = '', asItStopped = ''] = (stopped?.output() ?? '').split('SIGTERM. Shutting');
	expect(asItStopped).toMatch(/Waiting for \d+ active executions to finish/);
	// Executions already started succeed; one that n8n's queue hands over during shutdown may fail, visibly
	expect(failed.length + succeeded.length).toBe(100);
	expect(failed.length).toBeLessThanOrEqual(CONCURRENCY);
	expect(without(failed, executionsIn(begun, 'started'))).toEqual(failed);
	expectCreatedOnce(succeeded, failed);
});

it('shares one bound between two workflows on the worker that is left', async () => {
	await expectOnceEach();
	expect(sandbox.mostAtOnce).toBe(AT_ONCE);
});

/** A service that takes half a second for each answer. */
const SLOW: SandboxOptions = { conditions: [{ done: true, delay: 500 }] };

/** Expects that ten executions of each workflow, all at once, create each of their 400 reports once. */
async function expectOnceEach(): Promise<void> {
	const { succeeded } = await executed(SLOW, async () => {
		await Promise.all([call('unbatched', 10, 20), call('batched', 10, 20)]);
	});
	expect(succeeded).toHaveLength(20);
	expect(new Set(reports()).size).toBe(400);
	expect(sentCreates()).toHaveLength(400);
}

/** An n8n in queue mode, with its home in a folder of this name. */
function n8nIn(name: string, settings: NodeJS.ProcessEnv = {}): PrivateN8n {
	return new PrivateN8n(join(folder, name), {
		...services.settings,
		EXECUTIONS_MODE: 'queue',
		N8N_ENCRYPTION_KEY: 'the-same-for-all',
		// n8n notices a killed worker after 30 s, instead of a minute or more
		QUEUE_WORKER_LOCK_DURATION: '30000',
		QUEUE_WORKER_STALLED_INTERVAL: '10000',
		...settings,
	});
}

/** Starts a worker with this `--concurrency`, and waits until it is ready. */
async function startWorker(n8n: PrivateN8n, concurrency: number): Promise<RunningProgram> {
	const port = String(await freePort());
	const worker = await n8n.process('worker', `--concurrency=${String(concurrency)}`);
	const health = { QUEUE_HEALTH_CHECK_ACTIVE: 'true', QUEUE_HEALTH_CHECK_PORT: port };
	return await startProgram(
		'The worker of n8n',
		{ ...worker, env: { ...worker.env, ...health } },
		{ resources: [`http-get://127.0.0.1:${port}/healthz/readiness`], proxy: false },
	);
}

/** Request Options: five items every two seconds. */
const BATCHING = { batching: { batch: { batchSize: 5, batchInterval: 2000 } } };

/** A workflow with a webhook of the same name, which creates a report for each page in the request. */
function creating(id: string, requestOptions: INodeParameters) {
	return workflow(
		id,
		[
			{
				name: 'Pages',
				type: 'n8n-nodes-base.splitOut',
				typeVersion: 1,
				parameters: { fieldToSplitOut: 'body.pages' },
			},
			webPageReport(
				'Create',
				report('create', {
					url: '=https://www.example.com/{{ $execution.id }}/{{ $json["body.pages"] }}',
					requestOptions,
				}),
			),
		],
		{
			name: 'Webhook',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			parameters: { httpMethod: 'POST', path: id },
			webhookId: id,
		},
	);
}

/** Does work that starts executions on a new sandbox. Returns those executions, once all have ended. */
async function executed(options: SandboxOptions, work: () => Promise<void>) {
	sandbox = await startSandbox({ port: sandboxPort, reports: 0, ...options });
	const [[before = ''] = []] = await services.query(
		'SELECT coalesce(max(id), 0) FROM execution_entity',
	);
	await work();
	for (;;) {
		const rows = await services.query(
			`SELECT id, status FROM execution_entity WHERE id > ${before}`,
		);
		const withStatus = (...wanted: string[]) =>
			rows.flatMap(([id = '', status = '']) => (wanted.includes(status) ? [id] : []));
		if (withStatus('new', 'running').length === 0) {
			return { failed: withStatus('error'), succeeded: withStatus('success') };
		}
		await pause(500);
	}
}

/** Starts this many executions, each for this many pages. Resolves once n8n has accepted the last. */
async function call(path: string, executions: number, pages: number): Promise<void> {
	const webhook = `${main.address}/webhook/${path}`;
	const headers = { 'Content-Type': 'application/json' };
	const body = JSON.stringify({ pages: Array.from({ length: pages }, (_, page) => page) });
	let left = executions;
	const caller = async () => {
		while (left-- > 0) {
			const answer = await fetch(webhook, { method: 'POST', headers, body });
			expect(answer.status).toBe(200);
		}
	};
	await Promise.all(Array.from({ length: 20 }, caller));
}

/** The executions that a worker has started or finished, by its log. */
const loggedBy = (worker: RunningProgram | undefined, what: 'started' | 'finished') =>
	executionsIn(worker?.output() ?? '', what);

function executionsIn(output: string, what: string): string[] {
	const lines = output.matchAll(new RegExp(`Worker ${what} execution (\\d+)`, 'g'));
	return [...lines].map(([, id = '']) => id);
}

/** The address in every create that reached the service, accepted or not. */
function sentCreates(): string[] {
	return sandbox.requests.flatMap(({ body }) => body.url ?? []);
}

/** Expects that every successful execution sent its create, and that none was sent twice. */
function expectCreatedOnce(succeeded: string[], failed: string[]): void {
	const created = createdBy(sentCreates());
	expect(new Set(created).size).toBe(created.length);
	expect(without(succeeded, created)).toEqual([]);
	expect(without(created, [...succeeded, ...failed])).toEqual([]);
}

/** The address of every report in the sandbox. */
function reports(): string[] {
	return [...sandbox.data.reports.values()].map(({ url }) => url);
}

/** The execution ID in each address. */
function createdBy(urls: string[]): string[] {
	return urls.map((url) => new URL(url).pathname.split('/')[1] ?? '');
}

function without(list: string[], others: string[]): string[] {
	return list.filter((each) => !others.includes(each));
}
