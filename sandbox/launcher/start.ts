import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import Table from 'cli-table3';

import { startSandbox } from '../service/service';
import { assertFreePorts, occupy } from './alone';
import { endAll, endTogether, isEnding, report, StepError } from './keep';
import { itemsOf, packProject, PrivateN8n, type ResultData, sandboxCredential } from './n8n';
import { step } from './progress';

const EXAMPLE = 'examples/create-reports-and-list-bad-ones.json';

/** The node of the example whose rows are shown. */
const LAST_NODE = 'List Bad Reports';

/** The id under which the example is imported; it names it itself. */
const WORKFLOW_ID = 'createAndListBad';

interface Options {
	/** Ends after the example has run. */
	once: boolean;
	/** Takes every change of the node over while n8n runs. */
	watch: boolean;
	port: number;
	sandboxPort: number;
	/** What a person would type for the same, without ports. */
	command: string;
}

/**
 * Opens a real n8n with this node, the sandbox service and an example workflow, which has run once.
 *
 * @throws {StepError} with a sentence for a person
 */
async function start({ once, watch, port, sandboxPort, command }: Options): Promise<void> {
	const n8n = new PrivateN8n(undefined, watch ? { N8N_DEV_RELOAD: 'true' } : {});
	await occupy(
		n8n.home,
		once
			? 'npm start -- --once is at work here: wait until it is done.'
			: `It is already running at http://127.0.0.1:${String(port)}: open that.`,
	);
	await assertFreePorts(
		{ ...(!once && { '--port': port }), '--sandbox-port': sandboxPort },
		command,
	);

	if (!n8n.isInstalled()) {
		await step('Installing n8n (two to four minutes, only this time)', () => n8n.install());
	}
	const tarball = await step('Building the node', () => packProject(n8n.home));
	await step('Installing it in n8n', () => n8n.installPackage(tarball));
	const sandbox = await startSandbox({ port: sandboxPort });
	await step('Importing the credential', () =>
		n8n.import('credentials', [sandboxCredential(sandbox)]),
	);
	await importExample(n8n);
	showRows(await step('Running the example workflow', () => n8n.execute(WORKFLOW_ID)));
	if (once) return;

	const running = await step('Starting n8n', () => n8n.start(port));
	const { email, password } = await n8n.ensureOwner(running.address);
	console.log(`n8n is running with the node Web Page Report, the sandbox service and the example workflow.

  Open      ${running.address}/workflow/${WORKFLOW_ID}
  Sign in   ${email}
  Password  ${password}

  Sandbox service  ${sandbox.baseUrl}, API key ${sandbox.apiKey}

Ctrl+C stops everything. n8n keeps its data in sandbox/launcher/n8n/home, the sandbox service forgets its reports.`);
	if (watch) {
		console.log(
			'\nChanges in nodes/ and credentials/ are in the editor some seconds after they are saved.',
		);
		n8n.watchProject('n8n-nodes-web-page-report');
	}
	await running.ended;
	if (!isEnding())
		throw new StepError(
			`n8n has ended by itself. Its last words:\n\n${running.output().slice(-2000)}`,
		);
}

/** @throws {StepError} with the usage where they cannot be used */
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
		const { once, watch } = values;
		const port = portOf('--port', values.port);
		const sandboxPort = portOf('--sandbox-port', values['sandbox-port']);
		if (port === sandboxPort) throw new Error('--port and --sandbox-port have to differ.');
		const command = watch ? 'npm run dev --' : `npm start --${once ? ' --once' : ''}`;
		return { once, watch, port, sandboxPort, command };
	} catch (error) {
		throw new StepError(
			`${firstLine((error as Error).message)}\nUsage: npm start -- [--once] [--port 5678] [--sandbox-port 3939], npm run dev -- with the same ports`,
		);
	}
}

/** Node.js goes on to explain how a shell is used. */
const firstLine = (text: string) => text.split('\n', 1).join();

function portOf(option: string, text: string): number {
	const port = /^\d+$/.test(text) ? Number(text) : 0;
	if (port > 0 && port <= 65_535) return port;
	throw new Error(`${option} takes a number from 1 to 65535, not "${text}".`);
}

/** It is imported once, so that changes to it stay; the credential always follows the sandbox. */
async function importExample(n8n: PrivateN8n): Promise<void> {
	const imported = join(n8n.home, 'example-imported');
	if (existsSync(imported)) return;
	const example = await readFile(join(__dirname, '../..', EXAMPLE), 'utf8');
	await step('Importing the example workflow', () =>
		n8n.import('workflow', [JSON.parse(example) as object]),
	);
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

async function main(): Promise<void> {
	endTogether();
	try {
		await start(optionsOf(process.argv.slice(2)));
	} catch (error) {
		if (isEnding()) return;
		report(error);
		await endAll();
	}
	// The sandbox service, and connections that are kept open, would hold it
	if (!isEnding()) process.exit();
}

void main();
