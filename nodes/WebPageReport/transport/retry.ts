import { NOT_TAKEN } from '../errors/advice';
import { Failure } from '../errors/failure';
import { type Cooldown, wait } from './cooldown';

/** How often a read is sent at the most. */
const READS = 4;

/** How long one request of a run waits in all, in milliseconds. */
const LONGEST_WAIT = 10 * 60_000;

/** The first pause where the service does not ask for one, in milliseconds; each later one is twice as long. */
const FIRST_PAUSE = 500;

const LONGEST_PAUSE = 60_000;

/** What decides whether and when a request is sent again. */
interface RetryOptions {
	isRead: boolean;
	/** One for all requests that the service may ask to wait together. */
	cooldown: Cooldown;
	/** Asked before every attempt, and while waiting: throws where the answer is not wanted any more. */
	check: () => void;
	/** How long to wait in all, in milliseconds; ten minutes where left out. */
	patience?: number;
}

/**
 * Sends a request until its fate is known.
 *
 * - What the service has not taken (429) is sent again after the pause that the service asks for,
 *   whatever it is; the pause is one for all requests of the run.
 * - A read that got no answer, or a passing failure, is sent again a few times.
 * - A write that got no answer is never sent again: it may have happened.
 *
 * @param attempt sends the request once
 * @returns the body of the answer
 * @throws {Failure} the last one, when there is no point in going on
 */
export async function withRetries(
	attempt: () => Promise<unknown>,
	{ isRead, cooldown, check, patience = LONGEST_WAIT }: RetryOptions,
): Promise<unknown> {
	const deadline = Date.now() + patience;
	let last = NOT_TAKEN;
	let unanswered = 0;
	for (let sent = 1; ; sent++) {
		if (!(await cooldown.waitUntil(deadline, check))) throw tooLong(last, patience);
		check();
		const outcome = await attempt().catch(failureOf);
		if (!(outcome instanceof Failure)) return outcome;

		last = outcome;
		const { retry } = outcome.details;
		const mayRepeat = retry?.of === 'any request' || (retry && isRead && ++unanswered < READS);
		if (!mayRepeat) throw outcome;

		const delay = delayAfter(sent, retry.after);
		if (retry.of === 'any request') cooldown.extend(delay);
		else if (Date.now() + delay > deadline) throw tooLong(outcome, patience);
		else await wait(delay, check);
	}
}

/** @throws what is no failure of the request */
function failureOf(error: unknown): Failure {
	if (error instanceof Failure) return error;
	throw error;
}

/**
 * The pause after so many attempts, in milliseconds: what the service asks for, else exponential backoff
 * with jitter, so that requests do not come back all at once. A service can ask for no pause at all, or
 * for one until a moment that its clock puts in the past.
 */
function delayAfter(attempts: number, asked = 0): number {
	if (asked > FIRST_PAUSE) return asked;
	const longest = Math.min(FIRST_PAUSE * 2 ** (attempts - 1), LONGEST_PAUSE);
	return longest * (0.5 + Math.random() / 2);
}

function tooLong({ title, advice, details }: Failure, patience: number): Failure {
	const minutes = patience / 60_000;
	const time = minutes < 1 ? `${String(patience / 1000)} seconds` : `${String(minutes)} minutes`;
	return new Failure(title, `${advice} For one request this node waits ${time} at the most.`, {
		code: details.code,
	});
}
