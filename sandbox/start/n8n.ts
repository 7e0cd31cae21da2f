import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { explainInstallFailure, runStep, startProcess, StepError } from './step';

const root = resolve(__dirname, '../..');
const folder = join(root, 'sandbox/n8n');

/** Everything that this n8n keeps: database, settings, installed community nodes. */
export const home = process.env.PRIVATE_N8N_HOME ?? join(folder, 'home');

/** Who can sign in to this n8n; made at the first start and kept in its home. */
export interface Owner {
	email: string;
	password: string;
}

/** Installs the n8n of sandbox/n8n/pnpm-lock.yaml with a Node.js of its own, unless it is there already. */
export async function installN8n(): Promise<void> {
	const manifest = await readFile(join(folder, 'package.json'), 'utf8');
	const lock = createHash('sha256')
		.update(manifest)
		.update(await readFile(join(folder, 'pnpm-lock.yaml')))
		.digest('hex');
	// Written last, so that an install that broke off is done again
	const stamp = join(folder, 'node_modules/.installed');
	if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === lock) return;
	const { packageManager, dependencies } = JSON.parse(manifest) as {
		packageManager: string;
		dependencies: { n8n: string };
	};
	await runStep(`Installing n8n ${dependencies.n8n} (two to four minutes, only this time)`, {
		command: 'npx',
		args: ['--yes', packageManager, 'install', '--frozen-lockfile', '--reporter=append-only'],
		cwd: folder,
		// npm hands the settings of this project on; n8n needs the scripts that they switch off
		env: { ...process.env, npm_config_ignore_scripts: 'false' },
		explain: explainInstallFailure,
	});
	await writeFile(stamp, lock);
}

/** Packs this project and installs the tarball the way n8n installs community nodes. */
export async function installPackage(): Promise<void> {
	await runStep('Building the node', {
		command: process.execPath,
		args: [join(root, 'node_modules/gulp/bin/gulp.js'), 'build'],
		cwd: root,
	});
	const nodes = join(home, '.n8n/nodes');
	await rm(nodes, { recursive: true, force: true });
	await mkdir(nodes, { recursive: true });
	const packed = await runStep('Packing it', {
		command: 'npm',
		args: ['pack', '--json', '--pack-destination', nodes],
		cwd: root,
	});
	const [{ filename = '' } = {}] = JSON.parse(packed) as Array<{ filename?: string }>;
	await writeFile(join(nodes, 'package.json'), '{ "name": "installed-nodes", "private": true }\n');
	await runStep('Installing it in n8n', {
		command: 'npm',
		args: ['install', '--omit=peer', '--ignore-scripts', '--no-audit', '--no-fund', filename],
		cwd: nodes,
		explain: explainInstallFailure,
	});
}

/** Runs one command of the n8n command line and gives what it prints. */
export async function n8nCommand(title: string, ...args: string[]): Promise<string> {
	const { command, args: first, cwd } = n8n;
	return await runStep(title, {
		command,
		args: [...first, ...args],
		cwd,
		env: await environment(),
		explain: () =>
			'If an earlier run broke off, delete the folder sandbox/n8n/home and start again. The last words of n8n:',
	});
}

/**
 * Starts n8n with its editor and waits until it answers.
 *
 * @throws {StepError} if it ends by itself before that
 */
export async function startN8n(port: number): Promise<string> {
	const address = `http://127.0.0.1:${String(port)}`;
	const child = startProcess(n8n.command, n8n.args, {
		cwd: n8n.cwd,
		env: { ...(await environment()), N8N_PORT: String(port) },
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (data: Buffer) => (output = (output + data.toString()).slice(-2000)));
	}
	while (!(await isReady(address))) {
		if (child.exitCode !== null)
			throw new StepError(`n8n did not start. Its last words:\n\n${output}`);
		await pause(250);
	}
	return address;
}

/** Makes the owner of a new n8n; gives the one there is otherwise. */
export async function ensureOwner(address: string): Promise<Owner> {
	const file = join(home, 'owner.json');
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
			`n8n did not accept an owner: ${await answer.text()}. Delete the folder sandbox/n8n/home and start again.`,
		);
	}
	await writeFile(file, JSON.stringify(owner), { mode: 0o600 });
	return owner;
}

/** @throws {StepError} if something listens on that port already */
export async function assertPortIsFree(port: number, option: string): Promise<void> {
	const free = await new Promise<boolean>((resolve) => {
		const server = createServer();
		server.once('error', () => {
			resolve(false);
		});
		server.listen(port, '127.0.0.1', () =>
			server.close(() => {
				resolve(true);
			}),
		);
	});
	if (!free) {
		throw new StepError(
			`Port ${String(port)} is taken, perhaps by an npm start that is still running. Stop that one, or choose another port: npm start -- ${option} ${String(port + 100)}`,
		);
	}
}

/** How to run this n8n. */
export const n8n = {
	command: join(folder, 'node_modules/node/bin/node'),
	args: [join(folder, 'node_modules/n8n/bin/n8n')],
	cwd: folder,
};

/** The settings of this n8n. */
export async function environment(): Promise<NodeJS.ProcessEnv> {
	return {
		...process.env,
		N8N_USER_FOLDER: home,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_SECURE_COOKIE: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		// Another n8n on this machine may have the usual one
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
	};
}

async function freePort(): Promise<number> {
	return await new Promise((resolve) => {
		const server = createServer().listen(0, '127.0.0.1', () => {
			const address = server.address();
			server.close(() => {
				resolve(typeof address === 'object' && address ? address.port : 0);
			});
		});
	});
}

async function isReady(address: string): Promise<boolean> {
	try {
		return (await fetch(`${address}/healthz/readiness`)).ok;
	} catch {
		return false;
	}
}
