import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join, resolve } from 'node:path';

import { explainInstallFailure, installOnce, runStep, startService, StepError } from './step';

const root = resolve(__dirname, '../..');

/** Who can sign in to an n8n; made at its first start and kept in its home. */
export interface Owner {
	email: string;
	password: string;
}

/** What an execution of a workflow has left behind. */
export interface ResultData {
	error?: { message: string; description?: string | null };
	/** The runs of every node that has run, by its name. */
	runData: Partial<Record<string, NodeRun[]>>;
	/** The node that ran last; missing where none has run. */
	lastNodeExecuted?: string;
}

export interface NodeRun {
	/** Milliseconds. */
	executionTime: number;
	error?: { message: string; description?: string | null };
	/** The items of every output. */
	data?: { main: Array<Array<{ json: Record<string, unknown> }> | null> };
}

/** An n8n process that works. */
export interface RunningProcess {
	/** What it has printed so far. */
	output(): string;
	/** Ends it: in order, unless the signal says otherwise; by force when the milliseconds of grace are over. */
	stop(signal?: NodeJS.Signals, grace?: number): Promise<void>;
}

/** An n8n process that answers. */
export interface RunningN8n extends RunningProcess {
	/** Without a slash at the end. */
	address: string;
}

/** How the examples refer to the credential for the sandbox service. */
export const SANDBOX_CREDENTIAL = { id: 'webPageReportSandbox', name: 'Web Page Report (sandbox)' };

/** That credential in the form that n8n imports and tests; `settings` are its other fields. */
export function sandboxCredential(
	{ baseUrl, apiKey }: { baseUrl: string; apiKey: string },
	settings: object = {},
) {
	return {
		...SANDBOX_CREDENTIAL,
		type: 'webPageReportApi',
		data: { baseUrl, apiKey, allowUnauthorizedCerts: false, ...settings },
	};
}

/** The items that a node has given out, by its first output. */
export function itemsOf({ runData }: ResultData, node: string) {
	return runData[node]?.[0]?.data?.main[0]?.map(({ json }) => json) ?? [];
}

/** Builds and packs this project. Gives the path of the tarball, in that folder. */
export async function packProject(folder: string): Promise<string> {
	await runStep('Building the node', {
		command: process.execPath,
		args: [join(root, 'node_modules/gulp/bin/gulp.js'), 'build'],
		cwd: root,
	});
	await mkdir(folder, { recursive: true });
	const packed = await runStep('Packing it', {
		command: 'npm',
		args: ['pack', '--json', '--pack-destination', folder],
		cwd: root,
	});
	const [{ filename = '' } = {}] = JSON.parse(packed) as Array<{ filename?: string }>;
	return join(folder, filename);
}

/** A real n8n on this machine, beside which another one may run. */
export class PrivateN8n {
	/**
	 * @param home the folder for everything that it keeps: database, settings, community nodes
	 * @param settings environment variables beside the usual ones
	 * @param program the folder with the package.json that names its version, and that of its Node.js
	 */
	constructor(
		readonly home = join(root, 'sandbox/launcher/n8n/home'),
		private readonly settings: NodeJS.ProcessEnv = {},
		private readonly program = join(root, 'sandbox/launcher/n8n'),
	) {}

	/** Installs the version that the lock file of the program names, unless it is there already. */
	async install(): Promise<void> {
		const manifest = await readFile(join(this.program, 'package.json'), 'utf8');
		const { packageManager, dependencies } = JSON.parse(manifest) as {
			packageManager: string;
			dependencies: { n8n: string };
		};
		await installOnce(
			this.program,
			['package.json', 'pnpm-lock.yaml'],
			`Installing n8n ${dependencies.n8n} (two to four minutes, only this time)`,
			{
				command: 'npx',
				args: ['--yes', packageManager, 'install', '--frozen-lockfile', '--reporter=append-only'],
				// npm hands the settings of this project on; n8n needs the scripts that they switch off
				env: { ...process.env, npm_config_ignore_scripts: 'false' },
			},
		);
	}

	/** Installs a tarball of this project the way n8n installs community nodes, over the one that is there. */
	async installPackage(tarball: string): Promise<void> {
		const nodes = join(this.home, '.n8n/nodes');
		const manifest = join(nodes, 'package.json');
		await mkdir(nodes, { recursive: true });
		if (!existsSync(manifest)) {
			await writeFile(manifest, '{ "name": "installed-nodes", "private": true }\n');
		}
		await runStep('Installing it in n8n', {
			command: 'npm',
			args: ['install', '--omit=peer', '--ignore-scripts', '--no-audit', '--no-fund', tarball],
			cwd: nodes,
			explain: explainInstallFailure,
		});
	}

	/** Runs one command of the n8n command line and gives what it prints. */
	async command(title: string, ...args: string[]): Promise<string> {
		return await runStep(title, {
			...(await this.process(...args)),
			explain: () =>
				`If an earlier run broke off, delete the folder ${this.home} and start again. The last words of n8n:`,
		});
	}

	/** Imports credentials or workflows, in the form in which n8n exports them. */
	async import(what: 'credentials' | 'workflow', entries: object[]): Promise<void> {
		const file = join(this.home, `${what}.json`);
		await writeFile(file, JSON.stringify(entries), { mode: 0o600 });
		await this.command(`Importing ${what}`, `import:${what}`, `--input=${file}`);
		await rm(file);
	}

	/** Executes an imported workflow that starts by hand or by schedule. */
	async execute(id: string): Promise<ResultData> {
		const printed = await this.command(
			'Running the workflow',
			'execute',
			`--id=${id}`,
			'--rawOutput',
		);
		return parseExecution(printed);
	}

	/**
	 * Starts n8n with its editor and waits until it answers.
	 *
	 * @throws {StepError} if it ends by itself before that
	 */
	async start(port: number): Promise<RunningN8n> {
		const address = `http://127.0.0.1:${String(port)}`;
		const { env, ...n8n } = await this.process();
		const running = await startService(
			'n8n',
			{ ...n8n, env: { ...env, N8N_PORT: String(port) } },
			async () => await isReady(address),
		);
		return { address, ...running };
	}

	/**
	 * Starts a worker of n8n's queue mode and waits until it takes work.
	 *
	 * @param args options of the worker
	 * @throws {StepError} if it ends by itself before that
	 */
	async startWorker(...args: string[]): Promise<RunningProcess> {
		return await startService(
			'The worker of n8n',
			await this.process('worker', ...args),
			(output) => output.includes('n8n worker is now ready'),
		);
	}

	/** Makes the owner of a new n8n; gives the one there is otherwise. */
	async ensureOwner(address: string): Promise<Owner> {
		const file = join(this.home, 'owner.json');
		if (existsSync(file)) return JSON.parse(await readFile(file, 'utf8')) as Owner;
		const owner = {
			email: 'owner@example.com',
			password: `Aa1${randomBytes(6).toString('hex')}`,
		};
		const answer = await fetch(`${address}/rest/owner/setup`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ ...owner, firstName: 'Sandbox', lastName: 'Owner' }),
		});
		if (!answer.ok) {
			throw new StepError(
				`n8n did not accept an owner: ${await answer.text()}. Delete the folder ${this.home} and start again.`,
			);
		}
		await writeFile(file, JSON.stringify(owner), { mode: 0o600 });
		return owner;
	}

	/** What to start for a command of this n8n; for none, n8n itself. */
	async process(...args: string[]) {
		return {
			command: join(this.program, 'node_modules/node/bin/node'),
			args: [join(this.program, 'node_modules/n8n/bin/n8n'), ...args],
			cwd: this.program,
			env: {
				...process.env,
				// What jest sets here makes n8n end without a word
				NODE_ENV: 'production',
				N8N_USER_FOLDER: this.home,
				N8N_LISTEN_ADDRESS: '127.0.0.1',
				N8N_SECURE_COOKIE: 'false',
				N8N_DIAGNOSTICS_ENABLED: 'false',
				N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
				N8N_TEMPLATES_ENABLED: 'false',
				N8N_PERSONALIZATION_ENABLED: 'false',
				// Another n8n on this machine may have the usual one
				N8N_RUNNERS_BROKER_PORT: String(await freePort()),
				...this.settings,
			},
		};
	}
}

/** What `n8n execute --rawOutput` has printed, without the lines around it. */
export function parseExecution(printed: string): ResultData {
	const json = printed.slice(printed.indexOf('{'), printed.lastIndexOf('}') + 1);
	return (JSON.parse(json) as { data: { resultData: ResultData } }).data.resultData;
}

/** @throws {StepError} if something listens on that port already */
export async function assertPortIsFree(port: number, option: string): Promise<void> {
	if ((await listen(port)) !== port) {
		throw new StepError(
			`Port ${String(port)} is taken, perhaps by an npm start that is still running. Stop that one, or choose another port: npm start -- ${option} ${String(port + 100)}`,
		);
	}
}

/** A port of this machine that nothing listens on. */
export async function freePort(): Promise<number> {
	return (await listen(0)) ?? 0;
}

/** Listens on a port for a moment, on any free one for 0, and says which one it was. */
async function listen(port: number): Promise<number | undefined> {
	return await new Promise((done) => {
		const server = createServer();
		server.once('error', () => {
			done(undefined);
		});
		server.listen(port, '127.0.0.1', () => {
			const { port: taken } = server.address() as AddressInfo;
			server.close(() => {
				done(taken);
			});
		});
	});
}

async function isReady(address: string): Promise<boolean> {
	try {
		// While it starts, n8n answers everything else with 200 and "n8n is starting up"
		return (await fetch(`${address}/rest/login`)).status === 401;
	} catch {
		return false;
	}
}
