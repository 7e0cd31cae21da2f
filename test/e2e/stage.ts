import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { type APIRequestContext, type Browser, type Page, request } from '@playwright/test';
import { parse } from 'flatted';
import type { INodeTypeDescription, IWorkflowBase } from 'n8n-workflow';

import {
	PrivateN8n,
	type ResultData,
	type RunningN8n,
	sandboxCredential,
} from '../../sandbox/launcher/n8n';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/service/service';
import { openBrowser, openEditor } from './browser';

export interface StageOptions {
	sandbox?: SandboxOptions;
	/** Environment variables for n8n. */
	settings?: NodeJS.ProcessEnv;
	/** With `false`, n8n has no credential for the sandbox service: a test creates it. */
	withCredential?: boolean;
	/** Other data of n8n at its start. */
	credentials?: object[];
	workflows?: object[];
	/** IDs of the published workflows. */
	published?: string[];
	/** The other services that n8n talks to. */
	servers?: Server[];
	/** Whether to start a browser that is signed in. */
	withBrowser?: boolean;
}

/** A new n8n with the packed node, a sandbox service and the credential for it, and a browser. */
export interface Stage {
	running: RunningN8n;
	sandbox: Sandbox;
	editor: Editor;
	browser: Browser;
	page: Page;
}

/**
 * Sets up a stage for the tests of a file, and tears it down afterwards.
 *
 * @param name distinguishes the folder of this n8n from others
 * @param prepare returns the options, just before the setup
 */
export function useStage(name: string, prepare: () => Promise<StageOptions> | StageOptions): Stage {
	const stage = {} as Stage;
	let home = '';
	let options: StageOptions = {};
	beforeAll(async () => {
		options = await prepare();
		// Outside this project, so that the node only finds the modules of its n8n
		home = await mkdtemp(join(tmpdir(), `n8n-${name}-`));
		const n8n = new PrivateN8n(home, options.settings);
		await n8n.installPackage(packed());
		stage.sandbox = await startSandbox(options.sandbox);
		const { credentials = [], workflows = [], published = [], withCredential = true } = options;
		if (withCredential) credentials.push(sandboxCredential(stage.sandbox));
		if (credentials.length > 0) await n8n.import('credentials', credentials);
		if (workflows.length > 0) await n8n.import('workflow', workflows);
		stage.running = await n8n.start();
		const { address } = stage.running;
		stage.editor = await Editor.open(n8n, address);
		for (const id of published) await stage.editor.publish(id);
		if (!options.withBrowser) return;
		stage.browser = await openBrowser();
		const storageState = await stage.editor.api.storageState();
		stage.page = await openEditor(stage.browser, { baseURL: address, storageState });
	});
	afterAll(async () => {
		if (options.withBrowser) await stage.browser.close();
		await stage.running.stop();
		await stage.sandbox.close();
		for (const server of options.servers ?? []) server.close();
		await rm(home, { recursive: true, force: true });
	});
	return stage;
}

/** The tarball of this project, packed by `setup.ts`. */
export const packed = () => process.env.E2E_TARBALL ?? '';

const FOLDER = resolve(__dirname, '../../examples');

/** The examples, by the names of their files. */
export const EXAMPLES = Object.fromEntries(
	readdirSync(FOLDER)
		.filter((file) => file.endsWith('.json'))
		.map((file) => [
			file.slice(0, -5),
			JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as IWorkflowBase,
		]),
);

/** The editor of a running n8n, over its REST interface. */
export class Editor {
	private constructor(
		readonly address: string,
		readonly api: APIRequestContext,
	) {}

	/**
	 * Signs in as the owner.
	 *
	 * @param address the address returned by that n8n's `start`
	 */
	static async open(n8n: PrivateN8n, address: string): Promise<Editor> {
		const { email, password } = await n8n.ensureOwner(address);
		const editor = new Editor(address, await request.newContext());
		await editor.rest('POST', '/login', { emailOrLdapLoginId: email, password });
		return editor;
	}

	/** Sends a request, e.g. `rest('GET', '/executions')`. Returns `data` of the answer. */
	async rest<Data>(method: string, path: string, data?: object): Promise<Data> {
		// n8n may close a connection just as it is reused
		const options = { method, data, maxRetries: 3 };
		const answer = await this.api.fetch(`${this.address}/rest${path}`, options);
		if (!answer.ok()) throw new Error(`${method} ${path}: ${await answer.text()}`);
		return ((await answer.json()) as { data: Data }).data;
	}

	/** The editor's descriptions of nodes, each in a version; empty for one that n8n does not know. */
	async nodeTypes(nodeInfos: Array<{ name: string; version: number }>) {
		return await this.rest<INodeTypeDescription[]>('POST', '/node-types', { nodeInfos });
	}

	/** Saves a workflow as a new one. Returns its ID. */
	async save(workflow: object): Promise<string> {
		return (await this.rest<{ id: string }>('POST', '/workflows', workflow)).id;
	}

	/** Publishes a saved workflow. */
	async publish(id: string): Promise<void> {
		const path = `/workflows/${id}`;
		const { versionId } = await this.rest<{ versionId: string }>('GET', path);
		await this.rest('POST', `${path}/activate`, { versionId });
		// n8n publishes in the background, and serves the previous version until then
		const getStatus = () => this.rest<{ status: string }>('GET', `${path}/publication-status`);
		while ((await getStatus()).status === 'in_progress') await pause(50);
	}

	/** Starts a saved workflow from the named trigger. Returns the ID of the execution. */
	async start(id: string, trigger: string): Promise<string> {
		const workflowData = await this.rest<object>('GET', `/workflows/${id}`);
		const body = { workflowData, triggerToStartFrom: { name: trigger } };
		const path = `/workflows/${id}/run`;
		return (await this.rest<{ executionId: string }>('POST', path, body)).executionId;
	}

	/** Executes a saved workflow from the named trigger, and waits for its end. */
	async execute(id: string, trigger = 'Start'): Promise<ResultData> {
		return await this.resultOf(await this.start(id, trigger));
	}

	/** The result of an execution, once it has ended. */
	async resultOf(executionId: string): Promise<ResultData> {
		for (;;) {
			const path = `/executions/${executionId}`;
			const { status, data } = await this.rest<{ status: string; data: string }>('GET', path);
			const { resultData } = (parse(data) ?? {}) as { resultData?: ResultData };
			// n8n 1 writes the status first, and its data a moment later
			const isWritten = resultData?.error ?? resultData?.lastNodeExecuted;
			if (resultData && isWritten && !['new', 'running', 'waiting'].includes(status))
				return resultData;
			await pause(100);
		}
	}

	/** The result of the last execution of a workflow, once there is one and it has ended. */
	async lastResultOf(workflowId: string): Promise<ResultData> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		for (;;) {
			const path = `/executions?filter=${filter}`;
			const { results } = await this.rest<{ results: Array<{ id: string }> }>('GET', path);
			if (results[0]) return await this.resultOf(results[0].id);
			await pause(100);
		}
	}
}
