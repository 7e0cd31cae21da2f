/**
 * `npm run bench`: compares this node with n8n's HTTP Request node on the same work, in the private n8n.
 * `-- creates` measures only the rows with this in their name.
 */
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import {
	packProject,
	parseExecution,
	PrivateN8n,
	sandboxCredential,
} from '../../sandbox/launcher/n8n';
import { main, runStep } from '../../sandbox/launcher/program';

import { BEARER, MANY, MANY_AT_ONCE, MEASURED, type Row, rowsOn } from './rows';
import { startBenchService } from './service';

const ROUNDS = 3;

type BenchService = Awaited<ReturnType<typeof startBenchService>>;
type Measurement = Awaited<ReturnType<typeof measure>>;

const HEADINGS =
	'| Task | Response time | This node | HTTP Request | Ratio | With the waiting | Memory: this node | HTTP Request |';

// A separate home, so that the n8n of npm start stays untouched
const n8n = new PrivateN8n(resolve(__dirname, '../../sandbox/launcher/n8n/home-bench'));

async function bench(): Promise<void> {
	await n8n.install();
	await rm(n8n.home, { recursive: true, force: true });
	await n8n.installPackage(await packProject(n8n.home));

	const service = await startBenchService();
	const access = { baseUrl: service.baseUrl, apiKey: 'bench' };
	await n8n.import('credentials', [
		sandboxCredential(access),
		{ ...sandboxCredential(access, { requestsAtOnce: MANY }), ...MANY_AT_ONCE },
		{ id: BEARER, name: BEARER, type: 'httpBearerAuth', data: { token: 'bench' } },
	]);
	const [name = ''] = process.argv.slice(2);
	const rows = rowsOn(service.baseUrl).filter(({ what }) => what.includes(name));
	await n8n.import('workflow', [...new Set(rows.flatMap(({ own, http }) => [own, http]))]);

	const lines = [HEADINGS, HEADINGS.replaceAll(/[^|]+/g, ' --- ')];
	for (const row of rows) {
		const cells = await measureRow(service, row);
		lines.push(`| ${cells.join(' | ')} |`);
		console.log(cells.join('  '));
	}
	console.log(`\n${lines.join('\n')}\n\nMedians of ${String(ROUNDS)} rounds.`);
}

/** Measures a row in both nodes, and returns its cells. */
async function measureRow(service: BenchService, row: Row): Promise<string[]> {
	service.pace.delay = row.delay;
	const own: Measurement[] = [];
	const http: Measurement[] = [];
	// Alternating, so that both see the machine in the same state
	for (let round = 0; round < ROUNDS; round++) {
		own.push(await measure(service, row.own.id, row.requests));
		http.push(await measure(service, row.http.id, row.requests));
	}
	const ownTime = median(own.map(({ time }) => time));
	const httpTime = median(http.map(({ time }) => time));
	return [
		row.what,
		`${String(row.delay)} ms`,
		...[ownTime, httpTime].map((time) => `${(time / 1000).toFixed(2)} s`),
		(ownTime / httpTime).toFixed(2),
		`**${(ownTime / (httpTime + row.waiting)).toFixed(2)}**`,
		...[own, http].map((list) => `${median(list.map(({ memory }) => memory)).toFixed(0)} MB`),
	];
}

/**
 * Executes a workflow in a new n8n process, and checks that it sent all requests.
 *
 * @returns the execution time of the measured node in ms, and the peak memory of the process in MB
 */
async function measure(service: BenchService, id: string, requests: number) {
	service.requests.length = 0;
	const { args, env, ...program } = await n8n.process('execute', `--id=${id}`, '--rawOutput');
	const peak = join(n8n.home, 'peak');
	const output = await runStep(`Measuring ${id}`, {
		...program,
		args: ['--require', join(__dirname, 'peak.js'), ...args],
		env: { ...env, PEAK_FILE: peak },
	});
	const { runData, error } = parseExecution(output);
	const time = runData[MEASURED]?.[0]?.executionTime;
	const sent = service.requests.length;
	if (error || time === undefined || sent !== requests) {
		throw new Error(`${id} failed after ${String(sent)} requests: ${output.slice(0, 2000)}`);
	}
	return { time, memory: Number(readFileSync(peak, 'utf8')) / 1024 };
}

function median(values: number[]): number {
	return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

void main(bench);
