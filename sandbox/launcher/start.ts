import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import Table from 'cli-table3';

import { type Sandbox, startSandbox } from '../service/service';
import {
	assertPortIsFree,
	itemsOf,
	packProject,
	PrivateN8n,
	type ResultData,
	sandboxCredential,
} from './n8n';
import { StepError } from './step';

const EXAMPLE = 'examples/create-reports-and-list-bad-ones.json';

/** The node of the example whose rows are shown. */
const LAST_NODE = 'List Bad Reports';

/** The id under which the example is imported; it names it itself. */
const WORKFLOW_ID = 'createAndListBad';

/**
 * Opens a real n8n with this node, the sandbox service and an example workflow, and runs that once.
 *
 * @param args `--once` to end after that, `--port` and `--sandbox-port` for other ports
 * @throws {StepError} with a sentence for a person
 */
export async function start(args: string[]): Promise<void> {
	const { once, port, sandboxPort } = options(args);
	await assertPortIsFree(sandboxPort, '--sandbox-port');
	if (!once) await assertPortIsFree(port, '--port');

	const n8n = new PrivateN8n();
	await n8n.install();
	await n8n.installPackage(await packProject(n8n.home));
	const sandbox = await startSandbox({ port: sandboxPort });
	await importExample(n8n, sandbox);
	showRows(await n8n.execute(WORKFLOW_ID));

	if (once) {
		await sandbox.close();
		return;
	}
	const { address } = await n8n.start(port);
	const { email, password } = await n8n.ensureOwner(address);
	console.log(`n8n is running with the node Web Page Report, the sandbox service and the example workflow.

  Open      ${address}/workflow/${WORKFLOW_ID}
  Sign in   ${email}
  Password  ${password}

  Sandbox service  ${sandbox.baseUrl}, API key ${sandbox.apiKey}

Ctrl+C stops everything. n8n keeps its data in sandbox/launcher/n8n/home, the sandbox service forgets its reports.`);
	await new Promise(() => undefined);
}

function options(args: string[]) {
	try {
		const { values } = parseArgs({
			args,
			options: {
				once: { type: 'boolean', default: false },
				port: { type: 'string', default: '5678' },
				'sandbox-port': { type: 'string', default: '3939' },
			},
		});
		const [port, sandboxPort] = [values.port, values['sandbox-port']].map(Number);
		if (!port || !sandboxPort) throw new Error('A port is a number.');
		return { once: values.once, port, sandboxPort };
	} catch (error) {
		throw new StepError(
			`${(error as Error).message}\nUsage: npm start -- [--once] [--port 5678] [--sandbox-port 3939]`,
		);
	}
}

/** The credential always follows the sandbox; the example is imported once, so that changes to it stay. */
async function importExample(n8n: PrivateN8n, sandbox: Sandbox): Promise<void> {
	await n8n.import('credentials', [sandboxCredential(sandbox)]);

	const imported = join(n8n.home, 'example-imported');
	if (existsSync(imported)) return;
	const example = await readFile(join(__dirname, '../..', EXAMPLE), 'utf8');
	await n8n.import('workflow', [JSON.parse(example) as object]);
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
