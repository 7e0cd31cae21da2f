import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

import getPort, { portNumbers } from 'get-port';
import waitOn, { type WaitOnOptions } from 'wait-on';

/** Something went wrong that a person can read and act on. */
export class StepError extends Error {}

/** What to run, and where. */
export interface Program {
	command: string;
	args: string[];
	cwd: string;
	/** Environment variables; by default those of this process. */
	env?: NodeJS.ProcessEnv;
}

export interface RunningProgram {
	pid: number | undefined;
	/** What it has written to standard output so far. */
	output: () => string;
	/** The last lines of all that it has printed, for a person. */
	lastWords: () => string;
	/** Ends it with the signal, by default one that lets it finish in order. After the milliseconds of grace, by default five seconds, it is killed. */
	stop: (signal?: NodeJS.Signals, grace?: number) => Promise<void>;
	/** Resolves with its exit code when it has ended, as in shells: 127 if it could not be started. */
	ended: Promise<number>;
}

const running = new Set<RunningProgram>();

/** The folder of what programs print, until this process ends. A program blocks on a pipe that nobody reads any more. */
const printed = mkdtempSync(join(tmpdir(), 'printed-'));
process.once('exit', () => {
	rmSync(printed, { recursive: true, force: true });
});
let count = 0;

/**
 * Starts a program. It ends together with this process.
 *
 * @param shows whether a person sees what it prints, in place of `output()`
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
			return `Its last words:\n\n  ${all.trim().split('\n').slice(-15).join('\n  ')}`;
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

/** Ends every program that has been started here. */
export async function endAll(): Promise<void> {
	await Promise.all([...running].map((program) => program.stop()));
}

/** Does the work of this process, and ends all that it has started: when it is done, has failed, or gets a signal. */
export async function main(work: () => Promise<void>): Promise<void> {
	const ending = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(signal, () => {
			ending.abort();
			void endAll().then(() => process.exit(128 + constants.signals[signal]));
		});
	}
	await work().catch((error: unknown) => {
		// A program that is ended fails, which is no failure here
		if (!ending.signal.aborted) console.error(error instanceof StepError ? error.message : error);
		process.exitCode = 1;
	});
	if (ending.signal.aborted) return;
	await endAll();
	// Connections that are kept open would keep this process alive
	process.exit();
}

/**
 * Runs a program to its end, as one step of something.
 *
 * @param title what is being done, for a person
 * @param help what a person can do if it fails
 * @returns what it has written to standard output
 * @throws {StepError} if it fails, with its last words
 */
export async function runStep(title: string, program: Program, help = ''): Promise<string> {
	const step = run(program);
	if ((await step.ended) === 0) return step.output();
	throw new StepError(`${title}: this failed. ${help}${step.lastWords()}`);
}

/**
 * Starts a program that stays, and waits until it does its work.
 *
 * @param name for a person
 * @param signs what tells that it works
 * @throws {StepError} if it ends by itself before that, or takes longer than three minutes
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

/** The first port to try. It is below those that systems give to connections, and differs between processes. */
const FIRST_PORT = 10_000 + Math.floor(Math.random() * 20_000);

/**
 * A port of this machine that nothing listens on, and that this process has not been given before.
 *
 * @param wanted tried first; if it is taken, any other
 */
export async function freePort(wanted = FIRST_PORT): Promise<number> {
	const port = [wanted, ...portNumbers(FIRST_PORT, 32_000)];
	return await getPort({ port, host: '127.0.0.1', reserve: true });
}
