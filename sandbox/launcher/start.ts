import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import Table from 'cli-table3';

import { startSandbox } from '../service/service';
import { itemsOf, npm, packProject, PrivateN8n, type ResultData, sandboxCredential } from './n8n';
import { freePort, lastWords, main, runStep, StepError } from './program';

const ROOT = resolve(__dirname, '../..');

const EXAMPLE = join(ROOT, 'examples/create-reports-and-list-bad-ones.json');

/** The node of the example whose rows are shown. */
const LAST_NODE = 'List Bad Reports';

/** The id under which the example is imported; it names it itself. */
const WORKFLOW_ID = 'createAndListBad';

const USAGE =
	'Usage: npm start -- [--once] [--port 5678] [--sandbox-port 3939], npm run dev -- with the same ports';

interface Options {
	/** Ends after the example has run. */
	once: boolean;
	/** Takes every change of the node over while n8n runs. */
	watch: boolean;
	port: number;
	sandboxPort: number;
}

/**
 * Opens a real n8n with this node, the sandbox service and an example workflow, which has run once.
 *
 * @throws {StepError} with a sentence for a person
 */
async function start({ once, watch, port, sandboxPort }: Options): Promise<void> {
	const n8n = new PrivateN8n(undefined, watch ? { N8N_DEV_RELOAD: 'true' } : {});
	const address = `http://127.0.0.1:${String(port)}`;
	const sentence = once ? 'npm start -- --once is at work here.' : `It runs at ${address} already.`;
	await occupy(n8n.home, sentence, process.pid);
	if (!once) await assertFree('--port', port);
	await assertFree('--sandbox-port', sandboxPort);

	if (!n8n.isInstalled()) {
		await step('Installing n8n (two to four minutes, only this time)', () => n8n.install());
	}
	await step('Building the node', () =>
		runStep('Building the node', { ...npm('run', 'build'), cwd: ROOT }),
	);
	await step('Installing it in n8n', async () => {
		await n8n.installPackage(await packProject(n8n.home));
	});
	const sandbox = await startSandbox({ port: sandboxPort });
	await step('Importing the credential and the example workflow', async () => {
		await n8n.import('credentials', [sandboxCredential(sandbox)]);
		await importExample(n8n);
	});
	showRows(await step('Running the example workflow', () => n8n.execute(WORKFLOW_ID)));
	if (once) return;

	const running = await step('Starting n8n', () => n8n.start(port));
	await occupy(n8n.home, sentence, process.pid, running.pid);
	const { email, password } = await n8n.ensureOwner(running.address);
	console.log(`n8n is running with the node Web Page Report, the sandbox service and the example workflow.

  Open      ${running.address}/workflow/${WORKFLOW_ID}
  Sign in   ${email}
  Password  ${password}

  Sandbox service  ${sandbox.baseUrl}, API key ${sandbox.apiKey}

Ctrl+C stops everything. n8n keeps its data in sandbox/launcher/n8n/home, the sandbox service forgets its reports.`);
	if (watch) {
		console.log('\nChanges of code are in the editor some seconds after they are saved.');
		n8n.watchProject();
	}
	await running.ended;
	throw new StepError(`n8n has ended by itself. ${lastWords(running)}`);
}

/** Does one step of what a person waits for. */
async function step<Result>(title: string, run: () => Promise<Result>): Promise<Result> {
	console.log(`${title} …`);
	return await run();
}

/** @throws {StepError} with the usage if they cannot be used */
function optionsOf(args: string[]): Options {
	try {
		const { values } = parseArgs({
			args,
			options: {
				once: { type: 'boolean', default: false },
				watch: { type: 'boolean', default: false },
				port: { type: 'string', default: '5678' },
				'sandbox-port': { type: 'string', default: '3939' },
			},
		});
		const [port, sandboxPort] = [portOf(values.port), portOf(values['sandbox-port'])];
		if (port === sandboxPort) throw new Error('--port and --sandbox-port have to differ.');
		return { ...values, port, sandboxPort };
	} catch (error) {
		// Node.js goes on to explain how a shell is used
		const [what = ''] = (error as Error).message.split('\n');
		throw new StepError(`${what}\n${USAGE}`);
	}
}

function portOf(text: string): number {
	const port = /^\d+$/.test(text) ? Number(text) : 0;
	if (port > 0 && port <= 65_535) return port;
	throw new Error(`A port is a number from 1 to 65535, not "${text}".`);
}

async function assertFree(option: string, port: number): Promise<void> {
	const free = await freePort(port);
	if (free === port) return;
	throw new StepError(
		`Port ${String(port)} is taken by another program. Stop that one, or add ${option} ${String(free)} (in npm start after --).`,
	);
}

/**
 * Notes which processes work with a folder, if no other does. If a killed process has left its n8n behind, the error
 * names it.
 *
 * @param sentence what they do, for whoever comes second
 * @throws {StepError} if another process works with it
 */
async function occupy(folder: string, sentence: string, ...pids: unknown[]): Promise<void> {
	const file = join(folder, 'running.json');
	if (existsSync(file)) {
		const noted = JSON.parse(await readFile(file, 'utf8')) as { sentence: string; pids: number[] };
		const others = noted.pids.filter((pid) => pid !== process.pid && isAlive(pid));
		if (others.length > 0) {
			throw new StepError(
				`${noted.sentence} Stop it first: Ctrl+C where it runs, or end process ${others.join(' and ')}. If that is another program, delete ${file}.`,
			);
		}
	}
	await mkdir(folder, { recursive: true });
	await writeFile(file, JSON.stringify({ sentence, pids }));
}

function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false; // or it is somebody else's
	}
}

/** It is imported once, so that changes to it stay; the credential always follows the sandbox. */
async function importExample(n8n: PrivateN8n): Promise<void> {
	const imported = join(n8n.home, 'example-imported');
	if (existsSync(imported)) return;
	await n8n.import('workflow', [JSON.parse(await readFile(EXAMPLE, 'utf8')) as object]);
	await writeFile(imported, '');
}

/** Prints the rows that the workflow ended with. */
function showRows(result: ResultData): void {
	const { error } = result;
	if (error) {
		throw new StepError(
			`The example workflow failed: ${error.message}. ${error.description ?? ''}`,
		);
	}
	const rows = itemsOf(result, LAST_NODE);
	if (rows.length === 0) throw new StepError('The example workflow ran, but listed no report.');
	const table = new Table({
		head: ['ID', 'Page', 'Result', 'Generated'],
		style: { head: [], border: [] },
	});
	for (const row of rows) {
		table.push(['id', 'url', 'result', 'generated_at'].map((key) => String(row[key])));
	}
	console.log(
		`\nReports with the result "bad", after the example created five more:\n${table.toString()}\n`,
	);
}

void main(() => start(optionsOf(process.argv.slice(2))));
