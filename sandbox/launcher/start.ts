import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import Table from 'cli-table3';

import { wholeNumber } from '../service/options';
import { startSandbox } from '../service/service';
import {
	itemsOf,
	packProject,
	parseExecution,
	PrivateN8n,
	type ResultData,
	sandboxCredential,
} from './n8n';
import { npm } from './npm';
import { freePort, main, runStep, StepError } from './program';

const ROOT = resolve(__dirname, '../..');

/** The example's own id. */
const WORKFLOW_ID = 'createAndListBad';

const USAGE =
	'Usage: npm start -- [--once] [--port 5678] [--sandbox-port 3939]\n       npm run dev -- [--port 5678] [--sandbox-port 3939]';

/** Starts a real n8n with this node, the sandbox service and an example workflow, and runs the example. */
async function start(): Promise<void> {
	const { once, watch, port, sandboxPort } = options();
	const n8n = new PrivateN8n(undefined, watch ? { N8N_DEV_RELOAD: 'true' } : {});
	const another = 'npm start or npm run dev is already running in this project.';
	await claimFolder(n8n.home, another, process.pid);
	const command = watch ? 'npm run dev' : 'npm start';
	await assertFree(command, '--sandbox-port', sandboxPort);
	const sandbox = await startSandbox({ port: sandboxPort });
	if (!once) await assertFree(command, '--port', port);

	await n8n.install();
	console.log('Building the node …');
	await runStep('Building the node', { ...npm('run', 'build'), cwd: ROOT });
	console.log('Installing it in n8n …');
	await n8n.installPackage(await packProject(n8n.home));
	console.log('Importing the credential and the example workflow …');
	await n8n.import('credentials', [sandboxCredential(sandbox)]);
	// Imported only once, so that changes to it are kept; the credential always follows the sandbox
	const imported = join(n8n.home, 'example-imported');
	if (!existsSync(imported)) {
		const example = join(ROOT, 'examples/create-reports-and-list-bad-ones.json');
		await n8n.import('workflow', [JSON.parse(await readFile(example, 'utf8')) as object]);
		await writeFile(imported, '');
	}
	console.log('Running the example workflow …');
	const executing = ['execute', `--id=${WORKFLOW_ID}`, '--rawOutput'];
	showRows(parseExecution(await n8n.command('Running the example workflow', ...executing)));
	if (once) return;

	console.log('Starting n8n …');
	const running = await n8n.start(port);
	const sentence = `n8n is already running at ${running.address}.`;
	await claimFolder(n8n.home, sentence, process.pid, running.pid);
	const { email, password } = await n8n.ensureOwner(running.address);
	console.log(`n8n is running with the Web Page Report node, the sandbox service and the example workflow.

  Open      ${running.address}/workflow/${WORKFLOW_ID}
  Sign in   ${email}
  Password  ${password}

  Sandbox service  ${sandbox.baseUrl}, API key ${sandbox.apiKey}

Ctrl+C stops everything. n8n keeps its data in sandbox/launcher/n8n/home; the sandbox service forgets its reports.`);
	if (watch) {
		console.log('\nCode changes appear in the editor a few seconds after you save them.');
		n8n.watchProject();
	}
	await running.ended;
	throw new StepError(`n8n exited unexpectedly. Start it again. ${running.lastWords()}`);
}

/** @throws {StepError} with the usage if they are invalid */
function options() {
	try {
		const { values } = parseArgs({
			options: {
				// Exits after the example has run
				once: { type: 'boolean', default: false },
				// Reloads the node on every change while n8n runs
				watch: { type: 'boolean', default: false },
				port: { type: 'string', default: '5678' },
				'sandbox-port': { type: 'string', default: '3939' },
			},
		});
		return {
			...values,
			port: wholeNumber('port', values.port, 65_535),
			sandboxPort: wholeNumber('sandbox-port', values['sandbox-port'], 65_535),
		};
	} catch (error) {
		throw new StepError(`${(error as Error).message}\n${USAGE}`);
	}
}

async function assertFree(command: string, option: string, port: number): Promise<void> {
	const free = await freePort(port);
	if (free === port) return;
	throw new StepError(
		`Port ${String(port)} is taken by another program. Stop it, or choose another port, for example: ${command} -- ${option} ${String(free)}`,
	);
}

/**
 * Records which processes use a folder, and names any others, such as an n8n that a killed process left behind.
 *
 * @param sentence what is running, for the message
 * @throws {StepError} if others use it
 */
async function claimFolder(folder: string, sentence: string, ...pids: unknown[]): Promise<void> {
	const file = join(folder, 'running.json');
	const noted = await readFile(file, 'utf8').catch(() => '{"pids":[]}');
	const before = JSON.parse(noted) as { sentence: string; pids: number[] };
	const others = before.pids.filter((pid) => {
		try {
			return pid !== process.pid && process.kill(pid, 0);
		} catch {
			return false; // It has ended, or another user owns it
		}
	});
	if (others.length > 0) {
		throw new StepError(
			`${before.sentence} Stop it first: press Ctrl+C in its terminal, or end these processes: ${others.join(', ')}. If they belong to other programs, delete ${file}.`,
		);
	}
	await mkdir(folder, { recursive: true });
	await writeFile(file, JSON.stringify({ sentence, pids }));
}

/** Prints the reports that the workflow created. */
function showRows(result: ResultData): void {
	const rows = itemsOf(result, 'Create a Report');
	if (rows.length === 0 || itemsOf(result, 'List Bad Reports').length === 0) {
		const { message = 'it listed no bad reports', description } = result.error ?? {};
		throw new StepError(`The example workflow failed: ${message}. ${description ?? ''}`);
	}
	const head = ['ID', 'Page', 'Result', 'Generated'];
	const fields = ['id', 'url', 'result', 'generated_at'];
	const table = new Table({ head, style: { head: [], border: [] } });
	const shown = (value: unknown) => String(value).replace(/^(\d{4}-\d\d-\d\d)T([\d:]+).*/, '$1 $2');
	table.push(...rows.map((row) => fields.map((field) => shown(row[field]))));
	console.log(
		`\nThe example created these reports. Pages and results are invented:\n${table.toString()}\n`,
	);
}

void main(start);
