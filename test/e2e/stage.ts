import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { parse } from 'flatted';
import type { INodeTypeDescription } from 'n8n-workflow';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import {
	PrivateN8n,
	type ResultData,
	type RunningN8n,
	sandboxCredential,
} from '../../sandbox/launcher/n8n';
import type { Program } from '../../sandbox/launcher/program';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/service/service';
import { newPage, openBrowser, OUTPUT, signedIn } from './browser';

/** The n8ns to test the packed node in: version, and folder if it is not that of `npm start`. */
const FOLDERS: Array<[string, string | undefined]> = [
	['2.41.1', undefined],
	['1.123.81', resolve(__dirname, 'n8n-1')],
];

/**
 * Those under test: both or, with `N8N_UNDER_TEST`, the `newest`, the one with that version, or the Docker image with
 * that name.
 */
export const N8NS = wanted(process.env.N8N_UNDER_TEST);

function wanted(name?: string): typeof FOLDERS {
	if (name === undefined) return FOLDERS;
	if (name === 'newest') return FOLDERS.slice(0, 1);
	const known = FOLDERS.filter(([version]) => version === name);
	return known.length > 0 ? known : [[name, name]];
}

/** An n8n with its own home. */
export function n8nWith(home: string, settings: NodeJS.ProcessEnv = {}, program?: string) {
	const isImage = program?.includes(':') === true;
	return new (isImage ? ContainerN8n : PrivateN8n)(home, settings, program);
}

/** An n8n in Docker, the only place where n8n 3 runs; `program` is its image. It shares the host's network. */
class ContainerN8n extends PrivateN8n {
	/** Nothing to do: Docker pulls the image on first use. */
	override async install(): Promise<void> {
		await Promise.resolve();
	}

	override async process(...args: string[]): Promise<Program> {
		const program = await super.process(...args);
		const names = Object.keys(program.env ?? {}).filter((name) => /^(N8N|NODE)_/.test(name));
		const options = [
			'--rm',
			'--network=host',
			`--volume=${this.home}:${this.home}`,
			`--user=${String(process.getuid?.())}:${String(process.getgid?.())}`,
			...names.map((name) => `--env=${name}`),
			// Without it, n8n 3 loads no unverified packages
			'--env=N8N_UNVERIFIED_PACKAGES_ENABLED=true',
		];
		return {
			...program,
			command: 'docker',
			args: ['run', ...options, this.program, ...args],
			cwd: this.home,
		};
	}
}

export interface StageOptions {
	/** Environment variables for n8n. */
	settings?: NodeJS.ProcessEnv;
	/** Folder of an n8n other than that of `npm start`. */
	program?: string;
	sandbox?: SandboxOptions;
	/** Other fields of the credential for the sandbox service; with `false`, the test creates it. */
	credential?: object | false;
	/** Other data of n8n at its start. */
	credentials?: object[];
	workflows?: object[];
	/** IDs of the published workflows. */
	published?: string[];
	/** The services n8n talks to; closed after it stops. */
	servers?: Server[];
	/** Whether to start a browser that is signed in. */
	withBrowser?: boolean;
}

/**
 * Sets up a separate n8n, and a browser, for the tests of a file or of a `describe`, and tears them down
 * afterwards.
 *
 * @param name distinguishes the folder of this n8n from others
 * @param prepare returns the options, just before the setup
 */
export function useStage(name: string, prepare: () => StageOptions | Promise<StageOptions>): Stage {
	const stage = new Stage();
	beforeAll(async () => {
		await stage.set(name, await prepare());
	});
	// For debugging: what the test saw
	afterEach(async () => {
		await stage.screenshot(expect.getState().currentTestName);
	});
	afterAll(async () => {
		await stage.strike();
	});
	return stage;
}

/** A new n8n with the packed node, a sandbox service, and the credential that connects them. */
export class Stage {
	n8n!: PrivateN8n;
	running!: RunningN8n;
	sandbox!: Sandbox;
	/** The editor of n8n, over its REST interface. */
	editor!: Editor;
	private browser?: Browser;
	private signedIn?: Page;
	private home = '';
	private options: StageOptions = {};

	async set(name: string, options: StageOptions): Promise<void> {
		this.options = options;
		const { settings, program, sandbox, credential = {} } = options;
		const { credentials = [], workflows = [], published = [], withBrowser = false } = options;
		// Outside this project, so that the node only finds the modules of its n8n
		this.home = await mkdtemp(join(tmpdir(), `n8n-${name}-`));
		this.n8n = n8nWith(this.home, settings, program);
		await this.n8n.installPackage(packed());
		this.sandbox = await startSandbox(sandbox);
		if (credential) credentials.push(sandboxCredential(this.sandbox, credential));
		if (credentials.length > 0) await this.n8n.import('credentials', credentials);
		if (workflows.length > 0) await this.n8n.import('workflow', workflows);
		await this.start();
		for (const id of published) await this.editor.publishSaved(id);
		if (!withBrowser) return;
		this.browser = await openBrowser();
		const owner = await this.n8n.ensureOwner(this.running.address);
		this.signedIn = await signedIn(this.browser, this.running.address, owner);
	}

	/** The editor of n8n in the browser. */
	get page(): Page {
		if (!this.signedIn) throw new Error('This stage has no browser.');
		return this.signedIn;
	}

	/** Another page, which is not signed in. */
	async newPage(options: BrowserContextOptions): Promise<Page> {
		if (!this.browser) throw new Error('This stage has no browser.');
		return await newPage(this.browser, options);
	}

	/** Saves a screenshot of the editor under that name. */
	async screenshot(name = ''): Promise<void> {
		const file = `${name.replace(/\W+/g, '-').toLowerCase().slice(0, 100)}.png`;
		const path = join(OUTPUT, 'screenshots', file);
		// Dropdowns fade in and out
		await this.signedIn?.screenshot({ path, animations: 'disabled' });
	}

	async start(): Promise<void> {
		this.running = await this.n8n.start();
		this.editor = await Editor.open(this.n8n, this.running.address);
	}

	async strike(): Promise<void> {
		await this.browser?.close();
		await this.running.stop();
		await this.sandbox.close();
		for (const server of this.options.servers ?? []) {
			await new Promise((done) => server.close(done));
		}
		await rm(this.home, { recursive: true, force: true });
	}
}

/** The tarball of this project, packed by `setup.ts`. */
export function packed(): string {
	return process.env.E2E_TARBALL ?? '';
}

/** A workflow in n8n's export format. */
export interface Example {
	id: string;
	name: string;
	nodes: Array<{
		name: string;
		type: string;
		typeVersion: number;
		parameters: object;
		webhookId?: string;
	}>;
}

/** An example as it is in the repository. */
export async function readExample(name: string): Promise<Example> {
	const file = resolve(__dirname, '../../examples', `${name}.json`);
	return JSON.parse(await readFile(file, 'utf8')) as Example;
}

/** A workflow as n8n stores it. */
interface Saved {
	id: string;
	versionId: string;
	active: boolean;
}

/** An execution, as in the list of executions. */
export interface Execution {
	id: string;
	status: string;
	/** End of its wait. */
	waitTill?: string | null;
}

/** The editor of a running n8n, over its REST interface. */
export class Editor {
	private constructor(
		readonly address: string,
		private readonly cookie: string,
	) {}

	/**
	 * Signs in as the owner.
	 *
	 * @param address the address returned by that n8n's `start`
	 */
	static async open(n8n: PrivateN8n, address: string): Promise<Editor> {
		const { email, password } = await n8n.ensureOwner(address);
		const answer = await fetch(`${address}/rest/login`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ emailOrLdapLoginId: email, password }),
		});
		if (!answer.ok) throw new Error(`Signing in failed: ${await answer.text()}`);
		return new Editor(address, answer.headers.getSetCookie().join('; '));
	}

	/** Sends a request, e.g. `rest('GET', '/executions')`. Returns `data` of the answer. */
	async rest<Data>(method: string, path: string, body?: object): Promise<Data> {
		const answer = await fetch(`${this.address}/rest${path}`, {
			method,
			headers: {
				'Content-Type': 'application/json',
				cookie: this.cookie,
				// n8n may close a keep-alive connection just as it is reused
				connection: 'close',
			},
			...(body && { body: JSON.stringify(body) }),
		});
		if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
		return ((await answer.json()) as { data: Data }).data;
	}

	/** The editor's description of a node; fails if n8n does not know it. */
	async nodeType(name: string): Promise<INodeTypeDescription> {
		const nodeInfos = [{ name, version: 1 }];
		const [type] = await this.rest<[INodeTypeDescription]>('POST', '/node-types', { nodeInfos });
		return type;
	}

	/** Saves a workflow as a new one, executes it from the named trigger, and waits for its end. */
	async run(workflow: object, trigger = 'Start'): Promise<ResultData> {
		const { id } = await this.rest<{ id: string }>('POST', '/workflows', workflow);
		return await this.execute(id, trigger);
	}

	/** Saves a workflow as a new one and publishes it. Returns its ID. */
	async publish(workflow: object): Promise<string> {
		const saved = await this.rest<Saved>('POST', '/workflows', workflow);
		await this.activate(saved);
		return saved.id;
	}

	/** Publishes a saved workflow. */
	async publishSaved(id: string): Promise<void> {
		await this.activate(await this.rest<Saved>('GET', `/workflows/${id}`));
	}

	private async activate({ id, versionId }: Saved): Promise<void> {
		const path = `/workflows/${id}`;
		const inN8n2 = this.rest<object>('POST', `${path}/activate`, { versionId });
		if (!(await inN8n2.catch(unless(/Cannot POST/)))) {
			await this.rest('PATCH', path, { active: true, versionId });
		}
		// The newest n8n publishes in the background, and serves the previous version until then
		const getStatus = async () =>
			this.rest<{ status: string }>('GET', `${path}/publication-status`).catch(
				unless(/Cannot GET|not available/),
			);
		while ((await getStatus())?.status === 'in_progress') await pause(50);
	}

	/** Executes a saved workflow from the named trigger, and waits for its end. */
	async execute(id: string, trigger: string): Promise<ResultData> {
		const workflowData = await this.rest<object>('GET', `/workflows/${id}`);
		const { executionId } = await this.rest<{ executionId: string }>(
			'POST',
			`/workflows/${id}/run`,
			{ workflowData, triggerToStartFrom: { name: trigger } },
		);
		return await this.resultOf(executionId);
	}

	/** The result of an execution, once it has ended. */
	async resultOf(executionId: string): Promise<ResultData> {
		return await first(async () => {
			const execution = await this.rest<{ status: string; data: string }>(
				'GET',
				`/executions/${executionId}`,
				// Some versions of n8n answer this while it runs, and others while the machine is busy
			).catch(unless(/reading 'resultData'|Database is not ready/));
			if (!execution || ['new', 'running', 'waiting'].includes(execution.status)) return undefined;
			const data = parse(execution.data) as { resultData?: ResultData } | undefined;
			// n8n 1.x writes the status first, and its data a moment later
			const isWritten = data?.resultData?.error ?? data?.resultData?.lastNodeExecuted;
			return isWritten ? data?.resultData : undefined;
		});
	}

	/** The executions of a workflow, newest first. */
	async executions(workflowId: string): Promise<Execution[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const path = `/executions?filter=${filter}&limit=100`;
		return (await this.rest<{ results: Execution[] }>('GET', path)).results;
	}

	/** The result of the last execution of a workflow, once there is one and it has ended. */
	async lastResultOf(workflowId: string): Promise<ResultData> {
		const { id } = await first(async () => (await this.executions(workflowId))[0]);
		return await this.resultOf(id);
	}
}

/** Polls until there is an answer. */
async function first<Answer>(ask: () => Promise<Answer | undefined>): Promise<Answer> {
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		await pause(100);
	}
}

/** Treats an error with this text as no answer, and rethrows any other. */
function unless(words: RegExp): (error: unknown) => undefined {
	return (error) => {
		if (!(error instanceof Error) || !words.test(error.message)) throw error;
	};
}
