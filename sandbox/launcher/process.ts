import type { ChildProcess } from 'node:child_process';
import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import waitOn, { type WaitOnOptions } from 'wait-on';

import { end, isKept, keep, StepError } from './keep';

/** What to run, and where. */
export interface Program {
	command: string;
	args: string[];
	cwd: string;
	/** Environment variables; those of this process where left out. */
	env?: NodeJS.ProcessEnv;
}

/** What a program has left behind. */
export interface Result {
	/** As shells give it: 127 where it could not be started, 128 and the signal's number where one has ended it. */
	code: number;
	/** What it has written to standard output. */
	output: string;
	/** What it has written to standard error. */
	errors: string;
}

/** A program that stays, and does its work. */
export interface RunningProgram {
	/** What it has printed so far. */
	output(): string;
	/** Ends it: in order, unless the signal says otherwise; by force when the milliseconds of grace are over. */
	stop(signal?: NodeJS.Signals, grace?: number): Promise<void>;
	/** Its exit code, when it has ended. */
	ended: Promise<number>;
}

/** How long a program may take until it does its work, in milliseconds, where nothing else is said. */
const START = 180_000;

/**
 * Runs a program to its end.
 *
 * What it prints goes into files: a pipe would lose all that has not been taken when it exits by itself, as n8n does
 * 100 ms after it has printed a result, and would hold n8n for ever when nobody reads it any more.
 */
export async function runProgram(program: Program): Promise<Result> {
	const [output, errors] = [new Printed(), new Printed()];
	const keeper = keep(program, ['ignore', output.file, errors.file]);
	const code = await exitOf(keeper);
	return { code, output: output.close(), errors: errors.close() };
}

/**
 * Runs one step of something.
 *
 * @param title what is being done, for a person
 * @param explain turns what a failed program has printed into a sentence
 * @returns what the program has written to standard output
 * @throws {StepError} if it fails
 */
export async function runStep(
	title: string,
	program: Program,
	explain: (printed: string) => string | undefined = () => undefined,
): Promise<string> {
	const { code, output, errors } = await runProgram(program);
	if (code === 0) return output;
	const all = `${output}\n${errors}`;
	throw new StepError(
		`${title}: this failed. ${explain(all) ?? 'Its last words:'}\n\n  ${last(all)}`,
	);
}

/**
 * Starts a program that stays, and waits until it does its work.
 *
 * @param name for a person
 * @param signs what tells that it works, and by when: three minutes where left out
 * @throws {StepError} if it ends by itself before that, or takes longer
 */
export async function startProgram(
	name: string,
	program: Program,
	{ timeout = START, ...signs }: WaitOnOptions,
): Promise<RunningProgram> {
	const printed = new Printed();
	const keeper = keep(program, ['ignore', printed.file, printed.file]);
	const ended = exitOf(keeper);
	const failed = (why: string) =>
		new StepError(`${name} ${why}. Its last words:\n\n  ${last(printed.close())}`);
	const until = Date.now() + timeout;
	// Asked for in short turns, because waiting cannot be called off when the program has ended
	while (!(await isReady(signs))) {
		if (!isKept(keeper)) throw failed('did not start');
		if (Date.now() < until) continue;
		await end(keeper, 'SIGKILL');
		throw failed(`did not start within ${String(timeout / 1000)} seconds`);
	}
	return {
		ended,
		output: () => printed.text(),
		stop: async (signal, grace) => {
			await end(keeper, signal, grace);
			printed.close();
		},
	};
}

/** Its exit code, when it has ended. */
async function exitOf(keeper: ChildProcess): Promise<number> {
	// Somebody may have killed the keeper itself
	return await new Promise((done) =>
		keeper.once('exit', (code) => {
			done(code ?? 137);
		}),
	);
}

async function isReady(signs: WaitOnOptions): Promise<boolean> {
	try {
		await waitOn({ interval: 100, window: 0, timeout: 1000, ...signs });
		return true;
	} catch {
		return false;
	}
}

/** The last lines of a text. */
function last(text: string): string {
	return text.trim().split('\n').slice(-15).join('\n  ');
}

/** A file without a name that a program prints into: it is gone when nobody has it open any more. */
class Printed {
	readonly file: number;
	private known: string | undefined;

	constructor() {
		const folder = mkdtempSync(join(tmpdir(), 'printed-'));
		this.file = openSync(join(folder, 'output'), 'w+');
		rmSync(folder, { recursive: true, force: true });
	}

	/** What is in it by now. */
	text(): string {
		if (this.known !== undefined) return this.known;
		const bytes = Buffer.alloc(fstatSync(this.file).size);
		// From the beginning, whatever has been written meanwhile
		return bytes.toString('utf8', 0, readSync(this.file, bytes, 0, bytes.length, 0));
	}

	/** What is in it at the end. */
	close(): string {
		if (this.known === undefined) {
			this.known = this.text();
			closeSync(this.file);
		}
		return this.known;
	}
}
