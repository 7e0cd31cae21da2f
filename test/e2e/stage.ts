import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { parse } from 'flatted';
import type { ICredentialType, INodeTypeDescription } from 'n8n-workflow';

import { PrivateN8n, type ResultData, sandboxCredential } from '../../sandbox/launcher/n8n';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/service/service';
import { ContainerN8n } from './container';

/** What the end-to-end tests leave behind: screenshots, the tarball. Made anew by every run. */
export const OUTPUT = resolve(__dirname, 'output');

/** The n8ns that the packed node can be tried in: version, and folder where it is not that of `npm start`. */
const FOLDERS: Array<[string, string | undefined]> = [
	['2.41.1', undefined],
	['1.123.81', resolve(__dirname, 'n8n-1')],
	['2.16.1', resolve(__dirname, 'n8n-2.16')],
];

/**
 * Those that it is tried in: the first two; with `N8N_UNDER_TEST`, the one of that version, or the image of Docker
 * with that name.
 */
export const N8NS = wanted(process.env.N8N_UNDER_TEST);

function wanted(name?: string): typeof FOLDERS {
	if (name === undefined) return FOLDERS.slice(0, 2);
	const known = FOLDERS.filter(([version]) => version === name);
	return known.length > 0 ? known : [[name, name]];
}

/** An n8n with a home of its own. */
export function n8nWith(home: string, settings: NodeJS.ProcessEnv = {}, program?: string) {
	const isImage = program?.includes(':') === true;
	return new (isImage ? ContainerN8n : PrivateN8n)(home, settings, program);
}

/** A new n8n with the packed node, a sandbox service, and the credential that joins them. */
export interface Stage {
	n8n: PrivateN8n;
	sandbox: Sandbox;
	/** Puts another sandbox service in its place, at the same address, with what it held at the start. */
	renewSandbox(): Promise<void>;
	/** Takes everything down again, when n8n has stopped. */
	strike(): Promise<void>;
}

export interface StageOptions {
	/** Environment variables for n8n. */
	settings?: NodeJS.ProcessEnv;
	/** The folder of another n8n than that of `npm start`. */
	program?: string;
	sandbox?: SandboxOptions;
	/** Another package than that of this project. */
	tarball?: string;
	/** Leaves it to the test to make the credential. */
	withoutCredential?: boolean;
}

/**
 * Sets up a stage of its own for a test file. Nothing runs yet but the sandbox service.
 *
 * @param name tells the folder in which this n8n keeps everything from others
 */
export async function setStage(name: string, options: StageOptions = {}): Promise<Stage> {
	// Away from this project, so that the node finds the modules of its n8n and no others
	const home = await mkdtemp(join(tmpdir(), `n8n-${name}-`));
	const n8n = n8nWith(home, options.settings, options.program);
	await n8n.installPackage(options.tarball ?? packed());
	const stage: Stage = {
		n8n,
		sandbox: await startSandbox(options.sandbox),
		renewSandbox: async () => {
			const port = Number(new URL(stage.sandbox.baseUrl).port);
			await stage.sandbox.close();
			stage.sandbox = await startSandbox({ ...options.sandbox, port });
		},
		strike: async () => {
			await stage.sandbox.close();
			await rm(home, { recursive: true, force: true });
		},
	};
	if (options.withoutCredential !== true) {
		await n8n.import('credentials', [sandboxCredential(stage.sandbox)]);
	}
	return stage;
}

/** The tarball of this project, which `setup.ts` has packed. */
export function packed(): string {
	return process.env.E2E_TARBALL ?? '';
}

/** A workflow as n8n exports it. */
export interface Example {
	id: string;
	name: string;
	nodes: Array<{ name: string; type: string; parameters: object; webhookId?: string }>;
}

/** An example as it is in the repository. */
export async function readExample(name: string): Promise<Example> {
	const file = resolve(__dirname, '../../examples', `${name}.json`);
	return JSON.parse(await readFile(file, 'utf8')) as Example;
}

type CredentialTypes = Array<Pick<ICredentialType, 'name' | 'properties'>>;

/** The editor of a running n8n, over its REST interface. */
export class Editor {
	private constructor(
		readonly address: string,
		private readonly cookie: string,
	) {}

	/**
	 * Signs in as the owner.
	 *
	 * @param address what `start` of that n8n has given
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

	/** One request, e.g. `rest('GET', '/executions')`. Gives what is under `data` in the answer. */
	async rest<Data>(method: string, path: string, body?: object): Promise<Data> {
		return (await this.send<{ data: Data }>(method, `/rest${path}`, body)).data;
	}

	/** What the editor knows of the credentials in all packages that are loaded. */
	async credentialTypes(): Promise<CredentialTypes> {
		// n8n writes that file anew when it starts, now and then after it has begun to answer
		return await first(() =>
			this.send<CredentialTypes>('GET', '/types/credentials.json').catch(unless('Cannot GET')),
		);
	}

	/** What the editor knows of a node; fails where n8n does not know it. */
	async nodeType(name: string): Promise<INodeTypeDescription> {
		const nodeInfos = [{ name, version: 1 }];
		const [type] = await this.rest<[INodeTypeDescription]>('POST', '/node-types', { nodeInfos });
		return type;
	}

	/** Saves a workflow as a new one and executes it from the trigger of that name, to its end. */
	async run(workflow: object, trigger = 'Start'): Promise<ResultData> {
		const { id } = await this.rest<{ id: string }>('POST', '/workflows', workflow);
		return await this.execute(id, trigger);
	}

	/** Saves a workflow as a new one and publishes it, so that others can reach it. Gives its ID. */
	async publish(workflow: object): Promise<string> {
		const { id, versionId } = await this.rest<{ id: string; versionId: string }>(
			'POST',
			'/workflows',
			workflow,
		);
		// n8n 2 takes the first, n8n 1 the second
		await this.rest('POST', `/workflows/${id}/activate`, { versionId }).catch(
			async () => await this.rest('PATCH', `/workflows/${id}`, { active: true, versionId }),
		);
		return id;
	}

	/** Executes a saved workflow from the trigger of that name, to its end. */
	async execute(id: string, trigger: string): Promise<ResultData> {
		const workflowData = await this.rest<object>('GET', `/workflows/${id}`);
		const { executionId } = await this.rest<{ executionId: string }>(
			'POST',
			`/workflows/${id}/run`,
			{ workflowData, triggerToStartFrom: { name: trigger } },
		);
		return await this.resultOf(executionId);
	}

	/** What an execution has brought, when it has ended. */
	async resultOf(executionId: string): Promise<ResultData> {
		return await first(async () => {
			const execution = await this.rest<{ status: string; data: string }>(
				'GET',
				`/executions/${executionId}`,
				// So some versions of n8n say that it runs
			).catch(unless("reading 'resultData'"));
			if (!execution || ['new', 'running', 'waiting'].includes(execution.status)) return undefined;
			const data = parse(execution.data) as { resultData?: ResultData } | undefined;
			// n8n 1.x writes the status first, and what belongs to it a moment later
			const isWritten = data?.resultData?.error ?? data?.resultData?.lastNodeExecuted;
			return isWritten ? data?.resultData : undefined;
		});
	}

	/** What the last execution of a workflow has brought, when there is one and it has ended. */
	async lastResultOf(workflowId: string): Promise<ResultData> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const { id } = await first(async () => {
			const path = `/executions?filter=${filter}`;
			return (await this.rest<{ results: Array<{ id: string }> }>('GET', path)).results[0];
		});
		return await this.resultOf(id);
	}

	private async send<Answer>(method: string, path: string, body?: object): Promise<Answer> {
		const answer = await fetch(this.address + path, {
			method,
			headers: {
				'Content-Type': 'application/json',
				cookie: this.cookie,
				// One that is kept open can be closed by n8n just when it is taken again
				connection: 'close',
			},
			...(body && { body: JSON.stringify(body) }),
		});
		if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
		return (await answer.json()) as Answer;
	}
}

/** Asks until there is an answer. */
async function first<Answer>(ask: () => Promise<Answer | undefined>): Promise<Answer> {
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		await pause(100);
	}
}

/** Takes an error with these words for no answer yet, and throws any other. */
function unless(words: string): (error: unknown) => undefined {
	return (error) => {
		if (!(error instanceof Error) || !error.message.includes(words)) throw error;
	};
}
