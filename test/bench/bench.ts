/**
 * `npm run bench`: how long this node takes for the same work as n8n's own HTTP Request node, side
 * by side in the private n8n, and as a bare loop without n8n.
 */
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';

import {
	packProject,
	parseExecution,
	PrivateN8n,
	sandboxCredential,
} from '../../sandbox/launcher/n8n';
import { endProcesses, startProcess } from '../../sandbox/launcher/step';

import { type BenchService, startBenchService } from './service';
import { BEARER, MEASURED, workflows } from './workflows';

const CREATES = 2000;
const REPORTS = 10_000;
const ROUNDS = 3;
/** How many requests this node sends at once. */
const AT_ONCE = 10;

interface Measurement {
	/** Milliseconds that the node took. */
	time: number;
	/** Most memory that the n8n process held, in MB. */
	memory: number;
}

async function main(): Promise<void> {
	// A home of its own, so that the n8n of npm start stays as it is
	const n8n = new PrivateN8n(resolve(__dirname, '../../sandbox/launcher/n8n/home-bench'));
	await n8n.install();
	await rm(n8n.home, { recursive: true, force: true });
	await n8n.installPackage(await packProject(n8n.home));

	const service = await startBenchService(REPORTS);
	const all = workflows(service.baseUrl, CREATES);
	await importAll(n8n, service, [all.create.node, all.create.http, all.list.node, all.list.http]);

	const lines = [
		'| What | An answer takes | This node | HTTP Request | Ratio | Bare loop, at once as many as this node | … as HTTP Request | Memory: this node | HTTP Request |',
		'| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
	];
	for (const delay of [0, 100]) {
		service.delay = delay;
		// The HTTP Request node sends all items at once, and reads one page after the other
		for (const [what, pair, requests, httpAtOnce] of [
			[`${String(CREATES)} creates`, all.create, CREATES, CREATES],
			[`${String(REPORTS)} reports listed`, all.list, REPORTS / 100, 1],
		] as const) {
			const own: Measurement[] = [];
			const http: Measurement[] = [];
			const bareOwn: number[] = [];
			const bareHttp: number[] = [];
			const creates = what.includes('creates');
			// One after the other within a round, so that both see the same machine
			for (let round = 0; round < ROUNDS; round++) {
				own.push(await measure(n8n, service, pair.node.id, requests));
				http.push(await measure(n8n, service, pair.http.id, requests));
				bareOwn.push(await bareLoop(service, creates, requests, AT_ONCE));
				bareHttp.push(await bareLoop(service, creates, requests, httpAtOnce));
			}
			const times = [own, http].map((list) => median(list.map(({ time }) => time)));
			const memory = [own, http].map((list) => median(list.map((one) => one.memory)));
			const [node = 0, other = 1] = times;
			const seconds = (time: number) => `${(time / 1000).toFixed(2)} s`;
			const line = [
				what,
				delay === 0 ? 'no time' : `${String(delay)} ms`,
				seconds(node),
				seconds(other),
				`**${(node / other).toFixed(2)}**`,
				seconds(median(bareOwn)),
				seconds(median(bareHttp)),
				...memory.map((size) => `${size.toFixed(0)} MB`),
			];
			lines.push(`| ${line.join(' | ')} |`);
			console.log(line.join('  '));
		}
	}
	service.close();
	console.log(`\n${lines.join('\n')}\n\nMedians of ${String(ROUNDS)} rounds.`);
}

async function importAll(
	n8n: PrivateN8n,
	{ baseUrl }: BenchService,
	list: object[],
): Promise<void> {
	const credentials = [
		sandboxCredential({ baseUrl, apiKey: 'bench' }),
		{ id: BEARER, name: BEARER, type: 'httpBearerAuth', data: { token: 'bench' } },
	];
	await n8n.import('credentials', credentials);
	await n8n.import('workflow', list);
}

/** Executes a workflow in a new n8n process; checks that it has done what it should. */
async function measure(
	n8n: PrivateN8n,
	service: BenchService,
	id: string,
	requests: number,
): Promise<Measurement> {
	service.requests = 0;
	const { command, args, ...rest } = await n8n.process('execute', `--id=${id}`, '--rawOutput');
	const child = startProcess(command, args, rest);
	let output = '';
	child.stdout.on('data', (data: Buffer) => (output += data.toString()));
	child.stderr.resume();
	let memory = 0;
	const watch = setInterval(() => {
		memory = peakMemory(child.pid) ?? memory;
	}, 50);
	await new Promise((resolve) => child.once('close', resolve));
	clearInterval(watch);
	const { runData, error } = parseExecution(output);
	const time = runData[MEASURED]?.[0]?.executionTime;
	if (error || time === undefined || service.requests !== requests) {
		throw new Error(
			`${id} failed after ${String(service.requests)} requests: ${output.slice(0, 2000)}`,
		);
	}
	return { time, memory };
}

/** The high-water mark that Linux keeps for a process, in MB; undefined where there is none. */
function peakMemory(pid = 0): number | undefined {
	try {
		const kB = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1];
		return kB === undefined ? undefined : Number(kB) / 1024;
	} catch {
		return undefined;
	}
}

/** The same requests with nothing around them. */
async function bareLoop(
	service: BenchService,
	creates: boolean,
	requests: number,
	atOnce: number,
): Promise<number> {
	const start = performance.now();
	let next = 0;
	const worker = async () => {
		while (next < requests) {
			const page = ++next;
			const url = `${service.baseUrl}/reports`;
			const answer = creates
				? await fetch(url, { method: 'POST', body: new URLSearchParams({ url, privacy: '1' }) })
				: await fetch(`${url}?per_page=100&page=${String(page)}`);
			await answer.json();
		}
	};
	await Promise.all(Array.from({ length: atOnce }, worker));
	return performance.now() - start;
}

function median(values: number[]): number {
	return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

main()
	.catch((error: unknown) => {
		console.error(error);
		process.exitCode = 1;
	})
	.finally(() => void endProcesses().then(() => process.exit()));
