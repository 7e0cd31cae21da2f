import { Failure } from './failure';
import type { Outcome } from './exchange';
import { NOT_TAKEN } from './explain';
import { type Pause, wait } from './pause';

/** How often a read is sent at the most. */
const READS = 4;

/** How long one request waits in all, in minutes. */
const LONGEST_WAIT = 10;

/** The first pause where the service does not ask for one, in milliseconds; each later one is twice as long. */
const FIRST_PAUSE = 500;

const LONGEST_PAUSE = 60_000;

/**
 * Sends a request until its fate is known.
 *
 * - What the service has not taken (429) is sent again after the pause that the service asks for,
 *   whatever it is; the pause is one for all requests of the run.
 * - A read that got no answer, or a passing failure, is sent again a few times.
 * - A write that got no answer is never sent again: it may have happened.
 *
 * @param exchange sends the request once
 * @returns the body of the answer
 * @throws {Failure} the last one, when there is no point in going on
 */
export async function persist(
	exchange: () => Promise<Outcome>,
	isRead: boolean,
	pause: Pause,
	signal: AbortSignal | undefined,
): Promise<unknown> {
	const deadline = Date.now() + LONGEST_WAIT * 60_000;
	let last = NOT_TAKEN;
	let unanswered = 0;
	for (let attempt = 1; ; attempt++) {
		if (!(await pause.isOver(deadline, signal))) throw tooLong(last);
		const { body, failure } = await exchange();
		if (!failure) return body;

		const { again } = failure;
		const mayRepeat = again?.safeFor === 'anything' || (again && isRead && ++unanswered < READS);
		if (!mayRepeat) throw failure;

		last = failure;
		// A service can ask for no pause at all, or for one until a moment that its clock puts in the past
		const asked = again.after ?? 0;
		const time = asked > FIRST_PAUSE ? asked : growing(attempt);
		if (again.safeFor === 'anything') pause.extend(time);
		else if (Date.now() + time > deadline) throw tooLong(failure);
		else await wait(time, signal);
	}
}

/** A pause that grows with every attempt, and differs so that requests do not come back all at once. */
function growing(attempt: number): number {
	const longest = Math.min(FIRST_PAUSE * 2 ** (attempt - 1), LONGEST_PAUSE);
	return longest * (0.5 + Math.random() / 2);
}

function tooLong({ title, advice }: Failure): Failure {
	return new Failure(
		title,
		`${advice} For one request this node waits ${String(LONGEST_WAIT)} minutes at the most.`,
	);
}
