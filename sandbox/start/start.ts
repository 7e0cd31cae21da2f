import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import Table from 'cli-table3';

import { startSandbox } from '../service';
import { assertPortIsFree, packProject, PrivateN8n, type ResultData } from './n8n';
import { StepError } from './step';

const EXAMPLE = 'examples/create-reports-and-list-bad-ones.json';

/** The node of the example whose rows are shown. */
const LAST_NODE = 'List Bad Reports';

/** The ids under which the example and its credential are imported; the example names them too. */
const WORKFLOW_ID = 'createAndListBad';
const CREDENTIAL_ID = 'webPageReportSandbox';

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
	await mkdir(n8n.home, { recursive: true });
	await n8n.installPackage(await packProject(n8n.home));
	const sandbox = await startSandbox({ port: sandboxPort });
	await importExample(n8n, { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey });
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

Ctrl+C stops everything. n8n keeps its data in sandbox/n8n/home, the sandbox service forgets its reports.`);
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
async function importExample(
	n8n: PrivateN8n,
	data: { baseUrl: string; apiKey: string },
): Promise<void> {
	const credential = {
		id: CREDENTIAL_ID,
		name: 'Web Page Report (sandbox)',
		type: 'webPageReportApi',
		data: { ...data, allowUnauthorizedCerts: false },
	};
	await n8n.import('credentials', [credential]);

	const imported = join(n8n.home, 'example-imported');
	if (existsSync(imported)) return;
	const example = await readFile(join(__dirname, '../..', EXAMPLE), 'utf8');
	await n8n.import('workflow', [JSON.parse(example) as object]);
	await writeFile(imported, '');
}

/** Prints the rows that the workflow ended with. */
function showRows({ error, runData }: ResultData): void {
	if (error) {
		throw new StepError(
			`The example workflow failed: ${error.message}. ${error.description ?? ''}`,
		);
	}
	const rows = runData[LAST_NODE]?.[0]?.data?.main[0] ?? [];
	if (rows.length === 0) throw new StepError('The example workflow ran, but listed no report.');
	const table = new Table({
		head: ['ID', 'Page', 'Result', 'Generated'],
		style: { head: [], border: [] },
	});
	for (const { json } of rows) {
		table.push(['id', 'url', 'result', 'generated_at'].map((key) => String(json[key])));
	}
	console.log(
		`\nReports with the result "bad", after the example created five more:\n${table.toString()}\n`,
	);
}
