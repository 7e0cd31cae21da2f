import waitOn, { type WaitOnOptions } from 'wait-on';

import { end, isKept, keep, StepError } from './keep';
import { exitOf, lastWords, Printed, type Program } from './program';

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
		new StepError(`${name} ${why}. Its last words:\n\n  ${lastWords(printed.close())}`);
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

async function isReady(signs: WaitOnOptions): Promise<boolean> {
	try {
		await waitOn({ interval: 100, window: 0, timeout: 2000, ...signs });
		return true;
	} catch {
		return false;
	}
}
