import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { isAlive, StepError } from '../../../sandbox/launcher/keep';

const KEEP = JSON.stringify(resolve(__dirname, '../../../sandbox/launcher/keep.js'));

/** Within this time, in milliseconds, nothing may be left of what an owner had started. */
const SOON = 5000;

const folder = mkdtempSync(join(tmpdir(), 'keep-'));
const owners: ChildProcess[] = [];
let scripts = 0;

/** Runs a script in a Node.js of its own; it says what it wants in a file. */
async function run(script: string): Promise<{ owner: ChildProcess; said: () => string }> {
	const file = join(folder, String(++scripts));
	writeFileSync(file, '');
	const preamble = `
		const { appendFileSync } = require('node:fs');
		const keeping = require(${KEEP});
		const FILE = ${JSON.stringify(file)};
		const say = (what) => appendFileSync(FILE, what + '\\n');`;
	const owner = spawn(process.execPath, ['-e', preamble + script], { stdio: 'ignore' });
	owners.push(owner);
	return await Promise.resolve({ owner, said: () => readFileSync(file, 'utf8') });
}

/** A program that neither ends by itself nor on a signal, with a child that is like it; both say who they are. */
const DEAF = `
	const deaf = 'process.on("SIGTERM", () => {}); process.on("SIGINT", () => {}); setInterval(() => {}, 1000);';
	const note = (file) => \`require("node:fs").appendFileSync(\${JSON.stringify(file)}, process.pid + "\\\\n");\`;
	const child = deaf + note(FILE);
	const program = deaf + \`require("node:child_process").spawn(process.execPath, ["-e", \${JSON.stringify(child)}]);\` + note(FILE);
	const args = ['-e', program];
	const cwd = process.cwd();
	const nothing = ['ignore', 'ignore', 'ignore'];`;

async function until(condition: () => boolean, time: number): Promise<void> {
	const end = Date.now() + time;
	while (!condition() && Date.now() < end) await pause(50);
	expect(condition()).toBe(true);
}

/** The processes that say who they are, once there are two. */
async function two(said: () => string): Promise<number[]> {
	const pids = () => said().split('\n').filter(Boolean).map(Number);
	await until(() => pids().length === 2, 20_000);
	return pids();
}

afterAll(() => {
	for (const owner of owners) owner.kill('SIGKILL');
});

describe('What a process has started', () => {
	it.each(['SIGKILL', 'SIGQUIT', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
		'ends with all its children when that gets %s, also what does not listen',
		async (signal) => {
			const { owner, said } = await run(
				`${DEAF} keeping.endTogether(1500); keeping.keep({ command: process.execPath, args, cwd }, nothing);`,
			);
			const pids = await two(said);
			expect(pids.filter(isAlive)).toHaveLength(2);
			owner.kill(signal);

			await until(() => pids.every((pid) => !isAlive(pid)), SOON);
		},
	);

	it('ends when it is told to, by force after its time', async () => {
		const { owner, said } = await run(`${DEAF}
			const keeper = keeping.keep({ command: process.execPath, args, cwd }, nothing);
			process.once('SIGUSR2', async () => {
				const start = performance.now();
				await keeping.end(keeper, 'SIGTERM', 500);
				say(performance.now() - start > 450 ? 'waited' : 'did not wait');
			});`);
		const pids = await two(said);
		owner.kill('SIGUSR2');

		await until(() => said().endsWith('waited\n'), SOON);
		await until(() => pids.every((pid) => !isAlive(pid)), SOON);
	});

	it('ends when somebody kills what keeps it', async () => {
		const { said } = await run(`${DEAF}
			const keeper = keeping.keep({ command: process.execPath, args, cwd }, nothing);
			process.once('SIGUSR2', () => keeper.kill('SIGKILL'));`);
		const pids = await two(said);
		owners.at(-1)?.kill('SIGUSR2');

		await until(() => pids.every((pid) => !isAlive(pid)), SOON);
	});
});

describe('A process that is ended', () => {
	it.each([
		['SIGINT', 130],
		['SIGTERM', 143],
		['SIGHUP', 129],
	] as const)('by %s says so with its exit code', async (signal, code) => {
		const { owner, said } = await run(
			`keeping.endTogether(); setInterval(() => {}, 1000); say('ready')`,
		);
		await until(() => said() === 'ready\n', 20_000);
		owner.kill(signal);

		expect(await once(owner, 'exit')).toEqual([code, null]);
	});

	it('says one sentence where there is one, and the place in the code otherwise', async () => {
		const { owner } = await run(`
			console.error = say;
			keeping.report(new keeping.StepError('A sentence.'));`);
		expect(await once(owner, 'exit')).toEqual([1, null]);
		expect(new StepError('A sentence.')).toBeInstanceOf(Error);
	});
});

describe('A temporary folder', () => {
	let missingSince = 0;
	/** Whether a folder has been missing for so long that nobody makes it any more. */
	const isQuiet = (path: string) => {
		if (existsSync(path)) missingSince = 0;
		else missingSince ||= performance.now();
		return missingSince > 0 && performance.now() - missingSince > 700;
	};
	const foldersOf = (name: string) => readdirSync(tmpdir()).filter((each) => each.startsWith(name));

	it.each([
		['exits', 'process.exit(3)'],
		['is killed', 'process.kill(process.pid, "SIGKILL")'],
	])('is gone when its owner %s', async (how, end) => {
		const name = `keep-test-${how.replace(' ', '-')}-${String(process.pid)}-`;
		const { said } = await run(`
			const folder = keeping.temporaryFolder(${JSON.stringify(name)});
			require('node:fs').writeFileSync(folder + '/file', '');
			say(folder);
			setTimeout(() => { ${end} }, 300);`);
		await until(() => said() !== '', 20_000);

		expect(existsSync(join(said().trim(), 'file'))).toBe(true);
		await until(() => foldersOf(name).length === 0, SOON);
	});

	it('is gone, too, when something still writes to it while it is being ended', async () => {
		const name = `keep-test-writer-${String(process.pid)}-`;
		const { owner, said } = await run(`
			const folder = keeping.temporaryFolder(${JSON.stringify(name)});
			const write = \`
				process.on('SIGTERM', () => {});
				const { mkdirSync, writeFileSync } = require('node:fs');
				let files = 0;
				setInterval(() => {
					try {
						mkdirSync(\${JSON.stringify(folder)}, { recursive: true });
						writeFileSync(\${JSON.stringify(folder + '/')} + ++files, '');
					} catch {}
				}, 20);\`;
			keeping.keep(
				{ command: process.execPath, args: ['-e', write], cwd: process.cwd() },
				['ignore', 'ignore', 'ignore'],
			);
			say(folder);`);
		const made = () => said().trim();
		await until(() => made() !== '' && existsSync(join(made(), '1')), 20_000);
		owner.kill('SIGKILL');

		await until(() => foldersOf(name).length === 0 && isQuiet(made()), SOON);
	});

	it('does not hold its owner', async () => {
		const { owner } = await run(`keeping.temporaryFolder('keep-test-');`);

		expect(await once(owner, 'exit')).toEqual([0, null]);
	});
});
