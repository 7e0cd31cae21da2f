import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { packProject, PrivateN8n, sandboxCredential } from '../../sandbox/launcher/n8n';
import { freePort, type RunningProgram, startProgram } from '../../sandbox/launcher/program';
import { type Sandbox, startSandbox } from '../../sandbox/service/service';
import { report } from '../support/node';
import { webPageReport, workflow } from '../support/workflow';
import { startServices } from './services';

/** Maximum concurrent executions of a worker. */
const CONCURRENCY = 5;

const CREATING = report('create', { url: '=https://example.com/{{ $json.body.page }}' });

/** A workflow that creates a report of the page in a request, and responds when the execution has ended. */
const WORKFLOW = workflow('create', [webPageReport('Create', CREATING)], {
	name: 'Webhook',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2,
	parameters: { httpMethod: 'POST', path: 'create', responseMode: 'lastNode' },
	webhookId: 'create',
});

let settings: NodeJS.ProcessEnv;
let address: string;
let cookie = '';
let workers: [RunningProgram, RunningProgram];
let port: number;
let sandbox: Sandbox;

beforeAll(async () => {
	settings = {
		...(await startServices()),
		EXECUTIONS_MODE: 'queue',
		N8N_ENCRYPTION_KEY: 'the-same-for-all',
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		// n8n notices a killed worker after 30 s, instead of a minute or more
		QUEUE_WORKER_LOCK_DURATION: '30000',
		QUEUE_WORKER_STALLED_INTERVAL: '10000',
	};
	port = await freePort();
	const n8n = await installed('main');
	const baseUrl = `http://127.0.0.1:${String(port)}/api/v1`;
	await n8n.import('credentials', [sandboxCredential({ baseUrl, apiKey: 'sandbox-key' })]);
	await n8n.import('workflow', [WORKFLOW]);
	await n8n.command('Publishing the workflow', 'publish:workflow', `--id=${WORKFLOW.id}`);
	({ address } = await n8n.start());
	const { email, password } = await n8n.ensureOwner(address);
	const login = await ask('/rest/login', { emailOrLdapLoginId: email, password });
	cookie = login.headers.getSetCookie().join('; ');
	workers = [await startWorker('worker-1'), await startWorker('worker-2')];
});

afterEach(async () => {
	await sandbox.close();
});

it('keeps to one rate limit from two workers', async () => {
	// Fewer requests than even a busy machine would send
	const rateLimit = { max: 10, window: 4000 };
	sandbox = await startSandbox({ port, reports: 0, rateLimit });
	expect(await create(100)).toEqual(new Set([200]));

	expectOneReportEach(100);
	for (const worker of workers) expect(worker.output()).toContain('Worker finished execution');
	// Each worker learns of the limit from its own requests
	const refused = sandbox.requests.length - 100;
	expect(refused).toBeGreaterThan(0);
	expect(refused).toBeLessThan(50);
});

it('finishes the running executions of a worker that shuts down', async () => {
	const conditions = [{ done: true, delay: 5000 }];
	sandbox = await startSandbox({ port, reports: 0, conditions });
	const answers = create(2 * CONCURRENCY);
	while (sandbox.atOnce < 2 * CONCURRENCY) await pause(100);
	await workers[0].stop('SIGTERM', 60_000);

	expect(await answers).toEqual(new Set([200]));
	const waiting = `Waiting for ${String(CONCURRENCY)} active executions to finish`;
	expect(workers[0].output()).toContain(waiting);
	expectOneReportEach(2 * CONCURRENCY);
});

it('doubles nothing when a worker is killed while it settles creates, not even after Retry', async () => {
	// The service creates the reports, but the responses are lost, and it takes long to list them
	const conditions = [
		{ method: 'POST', done: true, drop: true },
		{ method: 'GET', delay: 60_000 },
	];
	sandbox = await startSandbox({ port, reports: 0, conditions });
	const answers = create(CONCURRENCY);
	const isListed = () => sandbox.requests.some(({ method }) => method === 'GET');
	while (sandbox.data.reports.size < CONCURRENCY || !isListed()) await pause(100);
	await Promise.all(workers.map((worker) => worker.stop('SIGKILL')));
	sandbox.conditions.length = 0;
	await startWorker('worker-2');

	expect(await answers).toEqual(new Set([500]));
	const list = await ask('/rest/executions?filter={"status":["error"]}');
	const { data } = (await list.json()) as { data: { results: Array<{ id: string }> } };
	expect(data.results).toHaveLength(CONCURRENCY);
	for (const { id } of data.results) {
		const retry = await ask(`/rest/executions/${id}/retry`, { loadWorkflow: false });
		// n8n has kept nothing that it could repeat
		expect(await retry.json()).toMatchObject({ data: { retryOf: id, status: 'error' } });
	}
	expectOneReportEach(CONCURRENCY);
});

/** An n8n in queue mode with the packed node, and with its home in a folder of this name. */
async function installed(name: string, more: NodeJS.ProcessEnv = {}): Promise<PrivateN8n> {
	const n8n = new PrivateN8n(join(tmpdir(), name), { ...settings, ...more });
	await n8n.install();
	await n8n.installPackage(await packProject(n8n.home));
	return n8n;
}

/** Starts a worker, and waits until it is ready. */
async function startWorker(name: string): Promise<RunningProgram> {
	const healthPort = String(await freePort());
	const n8n = await installed(name, { QUEUE_HEALTH_CHECK_PORT: healthPort });
	const worker = await n8n.process('worker', `--concurrency=${String(CONCURRENCY)}`);
	const readiness = `http-get://127.0.0.1:${healthPort}/healthz/readiness`;
	return await startProgram('The worker of n8n', worker, { resources: [readiness], proxy: false });
}

/** Sends a request to n8n, as its owner once signed in. */
async function ask(path: string, body?: object): Promise<Response> {
	return await fetch(address + path, {
		method: body ? 'POST' : 'GET',
		headers: { 'Content-Type': 'application/json', cookie },
		...(body && { body: JSON.stringify(body) }),
	});
}

/** Executes the workflow for so many pages, all at once. Returns the statuses of the answers. */
async function create(pages: number): Promise<Set<number>> {
	const answers = Array.from({ length: pages }, (_, page) => ask('/webhook/create', { page }));
	return new Set((await Promise.all(answers)).map(({ status }) => status));
}

function expectOneReportEach(pages: number): void {
	const urls = [...sandbox.data.reports.values()].map(({ url }) => url);
	expect(urls).toHaveLength(pages);
	expect(new Set(urls).size).toBe(pages);
}
