import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A run of tests, of which a process that it starts leaves a folder. */
const RUN = `
	const { execFileSync } = require('node:child_process');
	const useTemporaryFolder = require(process.argv[1]).default;
	useTemporaryFolder();
	useTemporaryFolder();
	const leave = 'fs.mkdtempSync(path.join(os.tmpdir(), "left-"))';
	execFileSync(process.execPath, ['-p', leave], { stdio: 'inherit' });`;

/** Starts one in a temporary directory that is empty, and waits until it has left something. */
async function start(then: string) {
	const temporary = mkdtempSync(join(tmpdir(), 'temporary-'));
	const args = ['--require', 'tsx/cjs', '-e', RUN + then, join(__dirname, 'temporary.ts')];
	const run = spawn(process.execPath, args, {
		env: {
			...process.env,
			TMPDIR: temporary,
			TEMP: temporary,
			TMP: temporary,
			TSX_DISABLE_CACHE: '1',
		},
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const ended = once(run, 'exit');
	const [printed] = (await once(run.stdout, 'data')) as [Buffer];
	return { temporary, run, ended, left: printed.toString().trim() };
}

describe('the temporary folder of a run', () => {
	const runs: ChildProcess[] = [];

	afterEach(() => {
		for (const run of runs) run.kill('SIGKILL');
	});

	it('holds what all of its processes put into the temporary directory', async () => {
		const { temporary, run, left } = await start('setInterval(() => {}, 1000)');
		runs.push(run);
		const [folder = '', ...others] = readdirSync(temporary);
		expect(others).toEqual([]);
		expect(readdirSync(join(temporary, folder))).toEqual([left.split(/[/\\]/).at(-1)]);
		if (process.platform !== 'win32') {
			// Others may go through it, and not look into it
			expect(statSync(join(temporary, folder)).mode & 0o777).toBe(0o711);
		}
	});

	it.each([
		['has ended', ''],
		['has failed', 'process.exit(1)'],
		['was killed', "process.kill(process.pid, 'SIGKILL')"],
	])('is gone soon after the run %s', async (_, then) => {
		const { temporary, ended } = await start(then);
		await ended;
		const end = Date.now() + 10_000;
		while (readdirSync(temporary).length > 0 && Date.now() < end) await pause(100);
		expect(readdirSync(temporary)).toEqual([]);
	});
});
