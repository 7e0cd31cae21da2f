import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

import getPort, { portNumbers } from 'get-port';
import waitOn, { type WaitOnOptions } from 'wait-on';

/** An error with an actionable message. */
export class StepError extends Error {}

/** What to run, and where. */
export interface Program {
	command: string;
	args: string[];
	cwd: string;
	/** Environment variables; default: those of this process. */
	env?: NodeJS.ProcessEnv;
}

export interface RunningProgram {
	pid: number | undefined;
	/** Its standard output so far. */
	output: () => string;
	/** The last lines of its output, for error messages. */
	lastWords: () => string;
	/** Sends a signal (default: SIGTERM), and kills the program if it still runs after `grace` ms (default: 5,000). */
	stop: (signal?: NodeJS.Signals, grace?: number) => Promise<void>;
	/** Resolves with its exit code, as in shells: 127 if it could not be started. */
	ended: Promise<number>;
}

const running = new Set<RunningProgram>();

/** Folder for the output of programs, until this process ends. Files, because a program blocks on a pipe that is no longer read. */
const printed = mkdtempSync(join(tmpdir(), 'printed-'));
process.once('exit', () => {
	rmSync(printed, { recursive: true, force: true });
});
let count = 0;

/**
 * Starts a program. It runs until it exits or is stopped, by `endAll` at the latest.
 *
 * @param shows whether its output goes to the terminal instead of `output()`
 */
export function run({ command, args, cwd, env }: Program, shows = false): RunningProgram {
	const output = join(printed, `${String(++count)}.out`);
	const errors = join(printed, `${String(count)}.err`);
	const files = [openSync(output, 'w'), openSync(errors, 'w')];
	const stdio = shows ? (['inherit', 'inherit'] as const) : files;
	const child = spawn(command, args, { cwd, env, stdio: ['ignore', ...stdio], windowsHide: true });
	for (const file of files) closeSync(file);
	const ended = (once(child, 'exit') as Promise<[number | null, NodeJS.Signals]>).then(
		([code, signal]) => code ?? 128 + constants.signals[signal],
		(error: unknown) => {
			writeFileSync(errors, String(error));
			return 127;
		},
	);
	const program = {
		pid: child.pid,
		ended,
		output: () => readFileSync(output, 'utf8'),
		lastWords: () => {
			const all = [output, errors].map((file) => readFileSync(file, 'utf8')).join('\n');
			return `Last output:\n\n  ${all.trim().split('\n').slice(-15).join('\n  ')}`;
		},
		stop: async (signal: NodeJS.Signals = 'SIGTERM', grace = 5000) => {
			child.kill(signal);
			const force = setTimeout(() => child.kill('SIGKILL'), grace);
			await ended;
			clearTimeout(force);
		},
	};
	running.add(program);
	void ended.then(() => running.delete(program));
	return program;
}

/** Stops every program started here. */
export async function endAll(): Promise<void> {
	await Promise.all([...running].map((program) => program.stop()));
}

/** Does the work of this process, and stops everything it started once it is done, fails or gets a signal. */
export async function main(work: () => Promise<void>): Promise<void> {
	const ending = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(signal, () => {
			ending.abort();
			void endAll().then(() => process.exit(128 + constants.signals[signal]));
		});
	}
	await work().catch((error: unknown) => {
		// A program fails when we stop it; that is not an error
		if (!ending.signal.aborted) console.error(error instanceof StepError ? error.message : error);
		process.exitCode = 1;
	});
	if (ending.signal.aborted) return;
	await endAll();
	// Keep-alive connections would keep this process alive
	process.exit();
}

/** How often a long step says that it still runs, in ms. */
const SIGN_OF_LIFE = 15_000;

/**
 * Runs a program to its end, as one step of a task.
 *
 * @param title what the step does, as shown to the user
 * @param help what to do if it fails, as shown to the user
 * @returns its standard output
 * @throws {StepError} if it fails, with its last output
 */
export async function runStep(title: string, program: Program, help = ''): Promise<string> {
	const step = run(program);
	const begun = Date.now();
	const signs = setInterval(() => {
		const seconds = Math.round((Date.now() - begun) / 1000);
		process.stderr.write(`  ${title}: ${String(seconds)} seconds so far\n`);
	}, SIGN_OF_LIFE);
	const code = await step.ended;
	clearInterval(signs);
	if (code === 0) return step.output();
	throw new StepError(`${title} failed. ${help}${step.lastWords()}`);
}

/**
 * Starts a long-running program, and waits until it is ready.
 *
 * @param name for messages
 * @param signs what shows that it is ready
 * @throws {StepError} if it exits before that, or takes longer than three minutes
 */
export async function startProgram(
	name: string,
	program: Program,
	signs: WaitOnOptions,
): Promise<RunningProgram> {
	const started = run(program);
	const isReady = waitOn({ interval: 100, window: 0, timeout: 180_000, ...signs }).then(
		() => true,
		() => false,
	);
	if (await Promise.race([isReady, started.ended.then(() => false)])) return started;
	await started.stop('SIGKILL');
	throw new StepError(`${name} did not start. ${started.lastWords()}`);
}

/** The first port to try: below the ephemeral range, and random, so that concurrent processes rarely collide. */
const FIRST_PORT = 10_000 + Math.floor(Math.random() * 20_000);

/**
 * A free port of this machine that this process has not been given before.
 *
 * @param wanted tried first; any other if it is taken
 */
export async function freePort(wanted = FIRST_PORT): Promise<number> {
	const port = [wanted, ...portNumbers(FIRST_PORT, 32_000)];
	return await getPort({ port, host: '127.0.0.1', reserve: true });
}
