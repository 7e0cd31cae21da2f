import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import type { Browser } from 'playwright-core';

import { freePort } from '../../sandbox/launcher/alone';
import { npm } from '../../sandbox/launcher/install';
import type { Owner } from '../../sandbox/launcher/n8n';
import { copyProject } from '../support/copy';
import { openBrowser, signedIn } from './browser';
import { nodeDetails } from './nodeDetails';

/** Within this time, in milliseconds, nothing may be left of what was running. */
const SOON = 5000;

/** A first start, with a build and the example, in milliseconds. */
const START = 120_000;

/** An npm script that was started in the copy of this project. */
interface Run {
	process: ChildProcess;
	/** All that it has printed so far. */
	said(): string;
	/** Waits until it has said something. */
	says(words: string): Promise<void>;
	/** Its exit code, when it has ended, as a shell gives it. */
	ended: Promise<number>;
}

let folder: string;
/** The temporary folder of what runs there. */
let temporary: string;
let runs = 0;
const started: ChildProcess[] = [];

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'launcher-'));
	temporary = join(folder, 'temporary');
	mkdirSync(temporary);
	copyProject(join(folder, 'project'));
});

afterAll(async () => {
	for (const child of started) child.kill('SIGKILL');
	await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

/** Runs an npm script in the copy, as a person does in a terminal: in a group that all of it shares. */
function run(...args: string[]): Run {
	const file = join(folder, `output-${String(++runs)}`);
	const output = openSync(file, 'w');
	const command = npm(...args);
	const child = spawn(command.command, command.args, {
		cwd: join(folder, 'project'),
		// Not with the options of the npm that runs this test
		env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: temporary, CI: 'true' },
		stdio: ['ignore', output, output],
		detached: true,
	});
	closeSync(output);
	started.push(child);
	const said = () => readFileSync(file, 'utf8');
	// npm ends itself by the signal that it got
	const ended = (once(child, 'exit') as Promise<[number | null, NodeJS.Signals]>).then(
		([code, signal]) => code ?? 128 + constants.signals[signal],
	);
	return {
		process: child,
		said,
		ended,
		says: async (words) => {
			const end = Date.now() + START;
			while (!said().includes(words)) {
				if (child.exitCode !== null || Date.now() > end) throw new Error(`It only said: ${said()}`);
				await pause(100);
			}
		},
	};
}

/** What Ctrl+C does: everybody in that group gets the signal. */
function press({ process: { pid } }: Run, signal: NodeJS.Signals): void {
	process.kill(-(pid ?? 0), signal);
}

/** What runs from the copy, or with its temporary folder. */
function left(): string[] {
	const all = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).split('\n');
	return all.filter((line) => line.includes(folder) && !line.includes('ps -eo'));
}

/** Waits for a moment, until neither processes nor temporary files are left. */
async function expectNothingLeft(): Promise<void> {
	const end = Date.now() + SOON;
	const remains = async () => [...left(), ...(await readdir(temporary))];
	// What gulp knows of this Node.js, in one file for all runs
	const isOurs = (remain: string) => !remain.startsWith('.v8flags');
	while ((await remains()).some(isOurs) && Date.now() < end) await pause(100);
	expect((await remains()).filter(isOurs)).toEqual([]);
}

/** Options for ports that are free. */
async function ports(): Promise<{ port: number; options: string[] }> {
	const [port, sandboxPort] = [await freePort(), await freePort()];
	const options = ['--', '--port', String(port), '--sandbox-port', String(sandboxPort)];
	return { port, options };
}

describe('npm start', () => {
	it.each([
		[['--port', '99999'], '--port takes a number from 1 to 65535, not "99999".'],
		[['--port', 'many'], '--port takes a number from 1 to 65535, not "many".'],
		[['--port', '3939'], '--port and --sandbox-port have to differ.'],
		[['--colour'], "Unknown option '--colour'"],
		[['--port', '-1'], "Option '--port' argument is ambiguous."],
	])('says in a sentence what is wrong with %s', async (options, sentence) => {
		const start = run('start', '--silent', '--', ...options);

		expect(await start.ended).toBe(1);
		expect(start.said()).toBe(
			`${sentence}\nUsage: npm start -- [--once] [--port 5678] [--sandbox-port 3939], npm run dev -- with the same ports\n`,
		);
	});

	it('ends with 143 when it is stopped before it is done, and leaves nothing', async () => {
		const { options } = await ports();
		const once = run('start', ...options, '--once');
		await once.says('Running the example workflow');
		once.process.kill('SIGTERM');

		expect(await once.ended).toBe(143);
		await expectNothingLeft();
	});

	it('says to a second one where it runs, and is not disturbed by it', async () => {
		const { port, options } = await ports();
		const first = run('start', ...options);
		await first.says('Ctrl+C stops everything');
		for (const again of [run('start', '--silent', ...options), run('start', '--silent')]) {
			expect(await again.ended).toBe(1);
			expect(again.said()).toMatch(
				new RegExp(
					`^It is already running at http://127.0.0.1:${String(port)}: open that\\. Or stop it first: Ctrl\\+C where it runs, or end process \\d+\\.\n$`,
				),
			);
		}

		expect((await fetch(`http://127.0.0.1:${String(port)}/healthz`)).status).toBe(200);
		const [, baseUrl = '', key = ''] =
			/Sandbox service {2}(\S+), API key (\S+)/.exec(first.said()) ?? [];
		const authorization = `Bearer ${key}`;
		expect((await fetch(`${baseUrl}/reports`, { headers: { authorization } })).status).toBe(200);
		press(first, 'SIGINT');
		expect(await first.ended).toBe(130);
		await expectNothingLeft();
	});

	it('gives one command that would work where ports are taken', async () => {
		const { options } = await ports();
		const [, , port = '', , sandboxPort = ''] = options;
		const servers = [port, sandboxPort].map((each) =>
			createServer().listen(Number(each), '127.0.0.1'),
		);
		const start = run('start', '--silent', ...options);

		expect(await start.ended).toBe(1);
		expect(start.said()).toMatch(
			new RegExp(
				`^Ports ${port} and ${sandboxPort} are taken by another program\\. Stop that one, or take others: npm start -- --port \\d+ --sandbox-port \\d+\n$`,
			),
		);
		for (const server of servers) server.close();
	});

	it.each(['SIGKILL', 'SIGQUIT'] as const)(
		'leaves nothing when npm itself gets %s',
		async (signal) => {
			const { options } = await ports();
			const start = run('start', ...options);
			await start.says('Ctrl+C stops everything');
			start.process.kill(signal);
			await start.ended;

			await expectNothingLeft();
		},
	);
});

describe('npm run dev', () => {
	let dev: Run;
	let browser: Browser;
	let openLabels: () => Promise<string[]>;
	let sandbox: { baseUrl: string; key: string };

	const source = () => join(folder, 'project/nodes/WebPageReport/resources/report/create.ts');
	const change = (from: string, to: string) => {
		const text = readFileSync(source(), 'utf8');
		expect(text).toContain(from);
		writeFileSync(source(), text.replace(from, to));
	};

	beforeAll(async () => {
		const { options } = await ports();
		dev = run('run', 'dev', ...options);
		await dev.says('Changes in nodes/ and credentials/');
		const [, address = '', workflow = ''] = /Open {6}(\S+)(\/workflow\/\S+)/.exec(dev.said()) ?? [];
		const owner: Owner = {
			email: /Sign in {3}(\S+)/.exec(dev.said())?.[1] ?? '',
			password: /Password {2}(\S+)/.exec(dev.said())?.[1] ?? '',
		};
		const [, baseUrl = '', key = ''] =
			/Sandbox service {2}(\S+), API key (\S+)/.exec(dev.said()) ?? [];
		sandbox = { baseUrl, key };
		browser = await openBrowser();
		const page = await signedIn(browser, address, owner);
		const { details, parameters } = nodeDetails(() => page);
		await page.goto(address + workflow);
		await page.getByTestId('canvas-node').filter({ hasText: 'Create a Report' }).first().dblclick();
		await details().waitFor();
		openLabels = async () => await parameters().locator('label').allInnerTexts();
	});

	afterAll(async () => {
		await browser.close();
		press(dev, 'SIGINT');
		await dev.ended;
	});

	/** Milliseconds until the open node shows a label. */
	async function timeUntil(label: string): Promise<number> {
		const start = performance.now();
		while (!(await openLabels()).some((shown) => shown.split('\n')[0]?.trim() === label)) {
			if (performance.now() - start > 60_000) throw new Error(`It only said: ${dev.said()}`);
			await pause(50);
		}
		return performance.now() - start;
	}

	const reports = async () => {
		const answer = await fetch(`${sandbox.baseUrl}/reports?per_page=100`, {
			headers: { authorization: `Bearer ${sandbox.key}` },
		});
		return await answer.text();
	};

	it('shows a changed label in the open editor without a restart; the sandbox keeps its data', async () => {
		await timeUntil('URL');
		const before = await reports();
		change("displayName: 'URL'", "displayName: 'Address of the Page'");
		const first = await timeUntil('Address of the Page');
		change("displayName: 'Address of the Page'", "displayName: 'URL'");
		const second = await timeUntil('URL');
		console.log(`A label is in the editor after ${first.toFixed(0)} and ${second.toFixed(0)} ms.`);
		expect(await reports()).toBe(before);
	});

	it('says what does not compile, leaves the editor as it was, and takes the mended code', async () => {
		change("displayName: 'URL'", "displayName: 42, placeholder: 'Broken'");
		await dev.says('error TS');
		expect(dev.said()).toContain('nodes/WebPageReport/resources/report/create.ts');
		await pause(2000);
		await timeUntil('URL');
		change("displayName: 42, placeholder: 'Broken'", "displayName: 'Page to Analyse'");
		await timeUntil('Page to Analyse');
	});
});

describe('npm test', () => {
	it('leaves nothing when npm is killed in the middle of its checks', async () => {
		const tests = run('test');
		await tests.says('tsc --noEmit');
		tests.process.kill('SIGKILL');
		await tests.ended;

		await expectNothingLeft();
	});
});

describe('npm run test:e2e', () => {
	it.each([
		['SIGINT', 130],
		['SIGKILL', 137],
	] as const)('leaves nothing after %s, n8n and its folders included', async (signal, code) => {
		const tests = run('run', 'test:e2e', '--', 'versions.test.ts');
		const end = Date.now() + START;
		while (!left().some((line) => /n8n\/bin\/n8n$/.test(line)) && Date.now() < end)
			await pause(200);
		expect(left().join('\n')).toMatch(/n8n\/bin\/n8n$/m);
		if (signal === 'SIGINT') press(tests, signal);
		else tests.process.kill(signal);

		expect(await tests.ended).toBe(code);
		await expectNothingLeft();
	});
});
