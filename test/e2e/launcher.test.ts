import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { constants } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import type { Browser } from 'playwright-core';

import type { Owner } from '../../sandbox/launcher/n8n';
import { npm } from '../../sandbox/launcher/npm';
import { freePort } from '../../sandbox/launcher/program';
import { openBrowser, OUTPUT, signedIn } from './browser';
import { nodeDetails } from './nodeDetails';

const ROOT = resolve(__dirname, '../..');

/** A copy of this project, so that work in the original does not interfere. */
const COPY = join(OUTPUT, 'launcher');

/** Time limit for a start with a build and the example on a busy CI machine, in ms. */
const START = 540_000;

/** An npm script running in the copy of this project. */
interface Run {
	process: ChildProcess;
	/** Its output so far. */
	said(): string;
	/** Waits until it prints a text. */
	says(words: string): Promise<void>;
	/** Resolves with its exit code, as in a shell. */
	ended: Promise<number>;
}

let runs = 0;
const started: ChildProcess[] = [];

beforeAll(async () => {
	await rm(COPY, { recursive: true, force: true });
	const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
	const files = execFileSync('git', listed, { cwd: ROOT, encoding: 'utf8' }).split('\0');
	for (const file of [...files, 'node_modules', 'sandbox/launcher/n8n/node_modules']) {
		// Deleted files are listed until the deletion is committed
		if (file === '' || !existsSync(join(ROOT, file))) continue;
		await mkdir(dirname(join(COPY, file)), { recursive: true });
		// Hard-links installed packages to save space, and copies sources, which change here
		const how = file.endsWith('node_modules') ? '-al' : '-a';
		execFileSync('cp', [how, join(ROOT, file), join(COPY, file)]);
	}
});

afterAll(async () => {
	for (const child of started) press(child, 'SIGKILL');
	await rm(COPY, { recursive: true, force: true, maxRetries: 10 });
});

/** Runs an npm script in the copy, as from a terminal: in its own process group. */
function run(...args: string[]): Run {
	const file = join(COPY, `output-${String(++runs)}`);
	const output = openSync(file, 'w');
	const { command, args: all } = npm(...args);
	const child = spawn(command, all, {
		cwd: COPY,
		// Without the options of the npm that runs this test
		env: { PATH: process.env.PATH, HOME: process.env.HOME, CI: 'true' },
		stdio: ['ignore', output, output],
		detached: true,
	});
	closeSync(output);
	started.push(child);
	const said = () => readFileSync(file, 'utf8');
	// npm kills itself with the signal that it received
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
				if (child.exitCode !== null || Date.now() > end)
					throw new Error(`It ended or timed out. Output so far: ${said()}`);
				await pause(100);
			}
		},
	};
}

/** Like Ctrl+C: sends the signal to the whole group. */
function press({ pid }: ChildProcess, signal: NodeJS.Signals): void {
	try {
		process.kill(-(pid ?? 0), signal);
	} catch {
		// The whole group has exited
	}
}

/** Waits briefly until no process from the copy is left. */
async function expectNothingLeft(): Promise<void> {
	const left = () =>
		execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
			.split('\n')
			.filter((line) => line.includes(COPY));
	for (let turn = 0; turn < 50 && left().length > 0; turn++) await pause(100);
	expect(left()).toEqual([]);
}

/** Options with free ports. */
async function ports(): Promise<{ port: number; options: string[] }> {
	const [port, sandboxPort] = [await freePort(), await freePort()];
	const options = ['--', '--port', String(port), '--sandbox-port', String(sandboxPort)];
	return { port, options };
}

describe('npm start', () => {
	it.each([
		[['--port', '99999'], '--port takes a whole number up to 65535, not "99999".'],
		[['--colour'], "Unknown option '--colour'"],
	])('says in one sentence what is wrong with %s', async (options, sentence) => {
		const start = run('start', '--', ...options);

		expect(await start.ended).toBe(1);
		expect(start.said()).toContain(`${sentence}\nUsage: npm start -- [--once]`);
	});

	it('exits with 143 if stopped early, and leaves nothing running', async () => {
		const { options } = await ports();
		const once = run('start', ...options, '--once');
		await once.says('Running the example workflow');
		press(once.process, 'SIGTERM');

		expect(await once.ended).toBe(143);
		await expectNothingLeft();
	});
});

describe('npm run dev', () => {
	let dev: Run;
	let address: string;
	let browser: Browser;
	let openLabels: () => Promise<string[]>;
	let sandbox: { baseUrl: string; key: string };

	const source = () => join(COPY, 'nodes/WebPageReport/resources/report/create.ts');
	const change = (from: string, to: string) => {
		const text = readFileSync(source(), 'utf8');
		expect(text).toContain(from);
		writeFileSync(source(), text.replace(from, to));
	};

	beforeAll(async () => {
		const { options } = await ports();
		dev = run('run', 'dev', ...options);
		await dev.says('Code changes appear in the editor');
		const [, open = '', workflow = ''] = /Open {6}(\S+)(\/workflow\/\S+)/.exec(dev.said()) ?? [];
		address = open;
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
	});

	/** Time until the open node shows a label, in ms. */
	async function timeUntil(label: string): Promise<number> {
		const start = performance.now();
		while (!(await openLabels()).some((shown) => shown.split('\n')[0]?.trim() === label)) {
			if (performance.now() - start > 60_000)
				throw new Error(`Timed out. Output so far: ${dev.said()}`);
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

	it('reports a compile error, leaves the editor unchanged, and picks up the fix', async () => {
		change("displayName: 'URL'", "displayName: 42, placeholder: 'Broken'");
		await dev.says('error TS');
		expect(dev.said()).toContain('nodes/WebPageReport/resources/report/create.ts');
		await pause(2000);
		await timeUntil('URL');
		change("displayName: 42, placeholder: 'Broken'", "displayName: 'Page to Analyse'");
		await timeUntil('Page to Analyse');
	});

	it('tells a second start where it runs, is not disturbed by it, and leaves nothing running after Ctrl+C', async () => {
		const second = run('start');
		expect(await second.ended).toBe(1);
		expect(second.said()).toContain(
			`n8n is already running at ${address}. Stop it first: press Ctrl+C`,
		);

		expect((await fetch(`${address}/healthz`)).status).toBe(200);
		press(dev.process, 'SIGINT');
		expect(await dev.ended).toBe(130);
		await expectNothingLeft();
	});
});
