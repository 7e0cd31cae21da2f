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

import { BEARER, MANY, MANY_AT_ONCE, MEASURED, REPORTS, type Row, rowsOn } from './rows';
import { type BenchService, startBenchService } from './service';

const ROUNDS = 3;

interface Measurement {
	/** Execution time of the node, in ms. */
	time: number;
	/** Peak memory of the n8n process, in MB. */
	memory: number;
}

async function bench(): Promise<void> {
	// A separate home, so that the n8n of npm start stays untouched
	const n8n = new PrivateN8n(resolve(__dirname, '../../sandbox/launcher/n8n/home-bench'));
	await n8n.install();
	await rm(n8n.home, { recursive: true, force: true });
	await n8n.installPackage(await packProject(n8n.home));

	const service = await startBenchService(REPORTS);
	const [name = ''] = process.argv.slice(2);
	const rows = rowsOn(service.baseUrl).filter(({ what }) => what.includes(name));
	await importAll(n8n, service, [...new Set(rows.flatMap(({ own, http }) => [own, http]))]);

	const lines = [
		'| Task | Response time | This node | HTTP Request | Ratio | With the waiting | Memory: this node | HTTP Request |',
		'| --- | --- | --- | --- | --- | --- | --- | --- |',
	];
	for (const row of rows) {
		const cells = await measureRow(n8n, service, row);
		lines.push(`| ${cells.join(' | ')} |`);
		console.log(cells.join('  '));
	}
	service.close();
	console.log(`\n${lines.join('\n')}\n\nMedians of ${String(ROUNDS)} rounds.`);
}

/** Measures a row in both nodes, and returns its cells. */
async function measureRow(n8n: PrivateN8n, service: BenchService, row: Row): Promise<string[]> {
	service.delay = row.delay;
	const own: Measurement[] = [];
	const http: Measurement[] = [];
	// Alternating, so that both see the machine in the same state
	for (let round = 0; round < ROUNDS; round++) {
		own.push(await measure(n8n, service, row.own.id, row.requests));
		http.push(await measure(n8n, service, row.http.id, row.requests));
	}
	const [node = 0, other = 1] = [own, http].map((list) => median(list.map(({ time }) => time)));
	const memory = [own, http].map((list) => median(list.map((one) => one.memory)));
	const seconds = (time: number) => `${(time / 1000).toFixed(2)} s`;
	return [
		row.what,
		row.delay === 0 ? '0 ms' : `${String(row.delay)} ms`,
		seconds(node),
		seconds(other),
		(node / other).toFixed(2),
		`**${(node / (other + row.waiting)).toFixed(2)}**`,
		...memory.map((size) => `${size.toFixed(0)} MB`),
	];
}

async function importAll(
	n8n: PrivateN8n,
	{ baseUrl }: BenchService,
	list: object[],
): Promise<void> {
	const access = { baseUrl, apiKey: 'bench' };
	const credentials = [
		sandboxCredential(access),
		{ ...sandboxCredential(access, { requestsAtOnce: MANY }), ...MANY_AT_ONCE },
		{ id: BEARER, name: BEARER, type: 'httpBearerAuth', data: { token: 'bench' } },
	];
	await n8n.import('credentials', credentials);
	await n8n.import('workflow', list);
}

/** Executes a workflow in a new n8n process, and checks that it sent all requests. */
async function measure(
	n8n: PrivateN8n,
	service: BenchService,
	id: string,
	requests: number,
): Promise<Measurement> {
	service.requests = 0;
	const { args, env, ...program } = await n8n.process('execute', `--id=${id}`, '--rawOutput');
	const peak = join(n8n.home, 'peak');
	const output = await runStep(`Measuring ${id}`, {
		...program,
		args: ['--require', join(__dirname, 'peak.js'), ...args],
		env: { ...env, PEAK_FILE: peak },
	});
	const { runData, error } = parseExecution(output);
	const time = runData[MEASURED]?.[0]?.executionTime;
	if (error || time === undefined || service.requests !== requests) {
		throw new Error(
			`${id} failed after ${String(service.requests)} requests: ${output.slice(0, 2000)}`,
		);
	}
	return { time, memory: Number(readFileSync(peak, 'utf8')) / 1024 };
}

function median(values: number[]): number {
	return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

void main(bench);
