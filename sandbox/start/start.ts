import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import Table from 'cli-table3';

import { startSandbox } from '../service';
import {
	assertPortIsFree,
	ensureOwner,
	home,
	installN8n,
	installPackage,
	n8nCommand,
	startN8n,
} from './n8n';
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

	await installN8n();
	await mkdir(home, { recursive: true });
	await installPackage();
	const sandbox = await startSandbox({ port: sandboxPort });
	await importExample({ baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey });
	showRows(
		await n8nCommand(
			'Running the example workflow',
			'execute',
			`--id=${WORKFLOW_ID}`,
			'--rawOutput',
		),
	);

	if (once) {
		await sandbox.close();
		return;
	}
	const address = await startN8n(port);
	const { email, password } = await ensureOwner(address);
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
async function importExample(data: { baseUrl: string; apiKey: string }): Promise<void> {
	const file = join(home, 'credential.json');
	const credential = {
		id: CREDENTIAL_ID,
		name: 'Web Page Report (sandbox)',
		type: 'webPageReportApi',
		data: { ...data, allowUnauthorizedCerts: false },
	};
	await writeFile(file, JSON.stringify([credential]), { mode: 0o600 });
	await n8nCommand('Importing the credential', 'import:credentials', `--input=${file}`);
	await rm(file);

	const imported = join(home, 'example-imported');
	if (existsSync(imported)) return;
	await n8nCommand(
		'Importing the example workflow',
		'import:workflow',
		`--input=${join(__dirname, '../..', EXAMPLE)}`,
	);
	await writeFile(imported, '');
}

interface Execution {
	data: {
		resultData: {
			error?: { message: string; description?: string };
			runData: Record<
				string,
				Array<{ data?: { main: Array<Array<{ json: Record<string, unknown> }>> } }> | undefined
			>;
		};
	};
}

/** Prints the rows that the workflow ended with. */
function showRows(output: string): void {
	const { resultData } = (JSON.parse(output.slice(output.indexOf('{'))) as Execution).data;
	if (resultData.error) {
		const { message, description = '' } = resultData.error;
		throw new StepError(`The example workflow failed: ${message}. ${description}`);
	}
	const rows = resultData.runData[LAST_NODE]?.[0]?.data?.main[0] ?? [];
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
