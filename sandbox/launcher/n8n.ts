import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { npm } from './npm';
import {
	freePort,
	type Program,
	run,
	type RunningProgram,
	runStep,
	startProgram,
	StepError,
} from './program';

const root = resolve(__dirname, '../..');

/** Owner account of an n8n, created at its first start and kept in its home. */
export interface Owner {
	email: string;
	password: string;
}

/** The result of a workflow execution. */
export interface ResultData {
	error?: { message: string; description?: string | null };
	/** Runs of every node that ran, keyed by node name. */
	runData: Partial<Record<string, NodeRun[]>>;
	/** The node that ran last; missing if none ran. */
	lastNodeExecuted?: string;
}

export interface NodeRun {
	/** In ms. */
	executionTime: number;
	error?: { message: string; description?: string | null };
	/** The items of each output. */
	data?: { main: Array<Array<{ json: Record<string, unknown> }> | null> };
}

/** A running n8n that answers requests. */
export interface RunningN8n extends RunningProgram {
	/** Without a trailing slash. */
	address: string;
}

/** The examples' reference to the credential for the sandbox service. */
export const SANDBOX_CREDENTIAL = { id: 'webPageReportSandbox', name: 'Web Page Report (sandbox)' };

/** That credential, in n8n's import format; `settings` are its other fields. */
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

/** The items of a node's first output. */
export function itemsOf({ runData }: ResultData, node: string) {
	return runData[node]?.[0]?.data?.main[0]?.map(({ json }) => json) ?? [];
}

/** Packs the built project into a folder. Returns the path of the tarball. */
export async function packProject(folder: string): Promise<string> {
	await mkdir(folder, { recursive: true });
	const pack = npm('pack', '--json', '--ignore-scripts', '--pack-destination', folder);
	const packed = await runStep('Packing the node', { ...pack, cwd: root });
	const [{ filename = '' } = {}] = JSON.parse(packed) as Array<{ filename?: string }>;
	return join(folder, filename);
}

/** A real n8n on this machine. Several can run side by side. */
export class PrivateN8n {
	/**
	 * @param home the folder for its data: database, settings, community nodes
	 * @param settings additional environment variables
	 * @param program the folder whose package.json sets the versions of n8n and Node.js
	 */
	constructor(
		readonly home = join(root, 'sandbox/launcher/n8n/home'),
		private readonly settings: NodeJS.ProcessEnv = {},
		protected readonly program = join(root, 'sandbox/launcher/n8n'),
	) {}

	/**
	 * Installs the version in the program's lock file, unless already installed. Takes two to four minutes.
	 *
	 * @throws {StepError} with a user-facing message
	 */
	async install(): Promise<void> {
		const lock = join(this.program, 'pnpm-lock.yaml');
		// A copy of the lock file, written once everything is installed
		const stamp = join(this.program, 'node_modules/.installed');
		if (existsSync(stamp) && readFileSync(stamp).equals(readFileSync(lock))) return;
		console.log('Installing n8n (2.5 GB on disk, two to four minutes, the first time only) …');
		const manifest = await readFile(join(this.program, 'package.json'), 'utf8');
		const { packageManager } = JSON.parse(manifest) as { packageManager: string };
		// In this folder, so that deleting the clone removes everything
		const store = ['--store-dir', join(this.program, 'store')];
		const pnpm = [packageManager, 'install', ...store, '--frozen-lockfile'];
		const installer = {
			...npm('exec', '--yes', '--', ...pnpm),
			cwd: this.program,
			env: {
				...process.env,
				// npm passes on this project's settings, which disable the install scripts that n8n needs
				npm_config_ignore_scripts: 'false',
			},
		};
		const help =
			'The installation needs access to the npm registry, 2.5 GB of disk space and, if its database driver must be compiled, Python 3, make, a C++ compiler and a path without spaces. Provide what is missing and run the command again; anything already downloaded is kept. ';
		await runStep('Installing n8n', installer, help);
		await copyFile(lock, stamp);
	}

	/** Where n8n installs this package. */
	private get installed(): string {
		return join(this.home, '.n8n/nodes/node_modules/n8n-nodes-web-page-report');
	}

	/** Installs a tarball of this project as n8n installs community nodes, over any existing one. */
	async installPackage(tarball: string): Promise<void> {
		// npm does not reinstall a package of the same version
		await rm(this.installed, { recursive: true, force: true });
		// n8n provides its own n8n-workflow, so npm need not look for one in the registry
		const options = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit'];
		const nodes = join(this.home, '.n8n/nodes');
		const install = npm('install', ...options, '--prefix', nodes, tarball);
		await runStep('Installing the node in n8n', { ...install, cwd: root });
	}

	/**
	 * Compiles the project into the installed package, on every change, until stopped. With `N8N_DEV_RELOAD=true`,
	 * n8n reloads it. n8n only watches the files in that folder, so a link to `dist` would not work.
	 */
	watchProject(): void {
		const folder = join(this.installed, 'dist');
		const tsc = [require.resolve('typescript/bin/tsc'), '--project', 'tsconfig.build.json'];
		const watch = ['--watch', '--preserveWatchOutput', '--noEmitOnError', '--outDir', folder];
		run({ command: process.execPath, args: [...tsc, ...watch], cwd: root }, true);
	}

	/** Runs a command of n8n's CLI and returns its output. */
	async command(title: string, ...args: string[]): Promise<string> {
		const help = `If an earlier run was interrupted, delete the folder ${this.home} and start again. `;
		return await runStep(title, await this.process(...args), help);
	}

	/** Imports credentials or workflows, in n8n's export format. */
	async import(what: 'credentials' | 'workflow', entries: object[]): Promise<void> {
		const file = join(this.home, `${what}.json`);
		await writeFile(file, JSON.stringify(entries), { mode: 0o600 });
		await this.command(`Importing ${what}`, `import:${what}`, `--input=${file}`);
		await rm(file);
	}

	/**
	 * Starts n8n with its editor and waits until it answers.
	 *
	 * @param wanted a port of this machine; by default any free one
	 * @throws {StepError} if it ends by itself before that, or does not answer in time
	 */
	async start(wanted?: number): Promise<RunningN8n> {
		const port = String(wanted ?? (await freePort()));
		const { env, ...n8n } = await this.process();
		const program = { ...n8n, env: { ...env, N8N_PORT: port } };
		const running = await startProgram('n8n', program, {
			// During startup, n8n answers everything else with 200 and "n8n is starting up"
			resources: [`http-get://127.0.0.1:${port}/rest/login`],
			validateStatus: (status) => status === 401,
			proxy: false,
		});
		return { address: `http://127.0.0.1:${port}`, ...running };
	}

	/** Creates the owner of a new n8n, or returns the existing one. */
	async ensureOwner(address: string): Promise<Owner> {
		const file = join(this.home, 'owner.json');
		if (existsSync(file)) return JSON.parse(await readFile(file, 'utf8')) as Owner;
		const password = `Aa1${randomBytes(6).toString('hex')}`;
		const owner = { email: 'owner@example.com', password };
		const answer = await fetch(`${address}/rest/owner/setup`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ ...owner, firstName: 'Sandbox', lastName: 'Owner' }),
		});
		if (!answer.ok) throw new StepError(`n8n rejected the owner account: ${await answer.text()}`);
		await writeFile(file, JSON.stringify(owner), { mode: 0o600 });
		return owner;
	}

	/** The program for a command of this n8n; without a command, n8n itself. */
	async process(...args: string[]): Promise<Program> {
		const temporary = join(this.home, 'temporary');
		await mkdir(temporary, { recursive: true });
		return {
			command: join(this.program, 'node_modules/node/bin/node'),
			args: [join(this.program, 'node_modules/n8n/bin/n8n'), ...args],
			cwd: this.program,
			env: {
				...process.env,
				// With jest's value, n8n exits silently
				NODE_ENV: 'production',
				N8N_USER_FOLDER: this.home,
				// n8n leaves temporary folders behind
				...Object.fromEntries(['TMPDIR', 'TEMP', 'TMP'].map((name) => [name, temporary])),
				// By default, n8n takes New York's
				GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone,
				N8N_LISTEN_ADDRESS: '127.0.0.1',
				N8N_SECURE_COOKIE: 'false',
				N8N_DIAGNOSTICS_ENABLED: 'false',
				N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
				N8N_TEMPLATES_ENABLED: 'false',
				N8N_PERSONALIZATION_ENABLED: 'false',
				// Another n8n on this machine may use the default
				N8N_RUNNERS_BROKER_PORT: String(await freePort()),
				...this.settings,
			},
		};
	}
}

/** Parses the JSON that `n8n execute --rawOutput` prints among other lines. */
export function parseExecution(printed: string): ResultData {
	const json = printed.slice(printed.indexOf('{'), printed.lastIndexOf('}') + 1);
	return (JSON.parse(json) as { data: { resultData: ResultData } }).data.resultData;
}
