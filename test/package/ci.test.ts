import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
	chmodSync,
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

/** What `.ci/run` asks of npm, with an answer for each: a shell script. */
type Steps = Partial<
	Record<'test' | 'start' | 'test:lines' | 'test:e2e' | 'test:long' | 'test:queue', string>
>;

const ONE_TEST = "echo 'Tests:       1 passed, 1 total'";

/** As jest writes its totals on a terminal. */
const COLOURED = String.raw`printf '\e[1mTests:       \e[22m\e[1m\e[31m2 failed\e[39m\e[22m, \e[1m\e[32m40 passed\e[39m\e[22m, 42 total\n'; exit 1`;

/** Starts a copy of `.ci/run`, for which npm is the given scripts: one test that passes where there is none. */
function start(steps: Steps) {
	const folder = mkdtempSync(join(tmpdir(), 'ci-'));
	const [ci, bin, temporary] = ['.ci', 'bin', 'tmp'].map((name) => join(folder, name)) as [
		string,
		string,
		string,
	];
	for (const each of [ci, bin, temporary]) mkdirSync(each);
	copyFileSync(resolve(__dirname, '../../.ci/run'), join(ci, 'run'));
	const cases = Object.entries(steps).map(([name, script]) => `${name}) ${script};;`);
	const programs = {
		npm: `[ "$1" = run ] && shift\ncase "$1" in ${cases.join('\n')}\n*) ${ONE_TEST};; esac`,
		// Debian's packages are not what is tested here
		'apt-get': 'exit 0',
	};
	for (const [name, script] of Object.entries(programs)) {
		writeFileSync(join(bin, name), `#!/usr/bin/env bash\n${script}\n`);
		chmodSync(join(bin, name), 0o755);
	}
	const child = spawn('bash', [join(ci, 'run')], {
		cwd: folder,
		env: {
			...process.env,
			PATH: [bin, process.env.PATH].join(delimiter),
			TMPDIR: temporary,
			FORCE_COLOR: '1',
		},
	});
	const output = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
	return { folder, temporary, child, output };
}

/** Runs it to its end. Gives its exit code, what it has printed, and the totals without Debian's packages. */
async function run(steps: Steps) {
	const { child, temporary, output } = start(steps);
	const [printed, errors] = await output;
	expect(errors).toBe('');
	expect(readdirSync(temporary)).toEqual([]);
	const [, passed, failed] = /\n(\d+) passed, (\d+) failed\n$/.exec(printed) ?? [];
	const packages = printed.includes('=== packages') ? 1 : 0;
	return { code: child.exitCode, printed, totals: [Number(passed) - packages, Number(failed)] };
}

describe('.ci/run', () => {
	// Five steps with tests, and one without: the example
	it('counts each test, and each step without tests', async () => {
		expect(await run({})).toMatchObject({ code: 0, totals: [6, 0] });
	});

	it('reads totals in colours; a failed test explains why its step failed', async () => {
		expect(await run({ 'test:e2e': COLOURED })).toMatchObject({ code: 1, totals: [45, 2] });
	});

	it('counts a step that fails without a failed test', async () => {
		const result = await run({ test: 'echo "error: no lint"; exit 2', start: 'exit 1' });
		expect(result).toMatchObject({ code: 1, totals: [4, 2] });
		expect(result.printed).toContain('=== test\nerror: no lint\n=== test has failed\n');
	});

	it.each([
		['all tests are skipped', "echo 'Tests:       9 skipped, 9 total'"],
		['there is no test', 'echo "No tests found"'],
	])('has failed where %s', async (_, script) => {
		expect(await run({ 'test:long': script })).toMatchObject({ code: 1, totals: [5, 1] });
	});

	it('takes the last totals of a step, which are those of all', async () => {
		const script =
			"echo 'Tests:       1 failed, 3 passed, 4 total'; echo 'Tests:       4 passed, 4 total'";
		expect(await run({ test: script })).toMatchObject({ code: 0, totals: [9, 0] });
	});

	it('runs side by side what is independent, and prints each as a whole', async () => {
		const waiting = 'echo begun; until [ -e e2e ]; do sleep 0.1; done; echo ended';
		const result = await run({
			'test:lines': `${waiting}; ${ONE_TEST}`,
			'test:e2e': `touch e2e; ${ONE_TEST}`,
		});
		expect(result).toMatchObject({ code: 0, totals: [6, 0] });
		expect(result.printed).toContain('=== lines\nbegun\nended\nTests:');
		expect(result.printed).toContain('=== e2e\nTests:');
	});

	it('ends what it has started when it is ended itself, and shows what that has printed', async () => {
		// One that runs below the step
		const below =
			"(trap 'touch ended; exit' TERM; touch begun; while sleep 0.1; do :; done) & wait";
		const { folder, temporary, child, output } = start({
			'test:lines': 'echo of lines; touch lines; sleep 60',
			'test:e2e': `echo of e2e; until [ -e lines ]; do sleep 0.1; done; ${below}`,
		});
		await thereIs(join(folder, 'begun'));
		child.kill('SIGTERM');
		const [printed] = await output;
		expect(child.exitCode).toBe(130);
		expect(printed).toContain('=== e2e was broken off\nof e2e\n');
		expect(printed).toContain('=== lines was broken off\nof lines\n');
		expect(readdirSync(temporary)).toEqual([]);
		await thereIs(join(folder, 'ended'));
	});
});

async function thereIs(file: string): Promise<void> {
	while (!existsSync(file)) await pause(50);
}
