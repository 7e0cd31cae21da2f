import { tooLong } from '../errors/advice';
import { Failure } from '../errors/failure';
import { isRead, isRepeatable, type Target } from '../shared/target';
import { LONGEST_WAIT, type Patience } from './limiter';
import { backoff, wait } from './time';

/** How often a request is sent at the most: after failures of which nobody knows the fate, and where nothing was sent. */
const ATTEMPTS = { unknown: 4, 'not sent': 5 };

/** After so many 429s, and {@link LONGEST_WAIT} since the first of them, a request is given up. */
const REFUSALS = 3;

interface Options extends Patience {
	target: Target;
	/** Hears of a failure after which it is not sent again, before another request leaves. */
	failed?: (failure: Failure) => void;
}

/**
 * Sends a request until its fate is known, or nothing can be done about it.
 *
 * - *not taken*: again, whatever it is; the limiter keeps the pause.
 * - *not sent*, and passing: again, whatever it is, after growing pauses. Nothing can be doubled.
 * - *unknown*, and passing: again where that doubles nothing: reads, deletes, updates without new results.
 *   That a deleted record is gone when it is sent again is what was wanted.
 *
 * @param attempt sends it once, and hands a failure to `judge`, which throws it, or knows that all is well
 * @returns the body of the answer
 * @throws {Failure} the last one; where answers were lost, the last of these: it may have happened then
 */
export async function withRetries(
	{ target, signal, deadline, failed }: Options,
	attempt: (judge: (failure: unknown) => unknown) => Promise<unknown>,
): Promise<unknown> {
	let lost: Failure | undefined;
	let last: Failure | undefined;
	let failures = 0;
	let refusals = 0;
	let firstRefusal = 0;
	const longest = () => Math.min(deadline - Date.now(), LONGEST_WAIT);
	/** How long to wait before it is sent again, in milliseconds; undefined where it is not. */
	const delayAfter = ({ fate, isPassing, after }: Failure): number | undefined => {
		if (fate === 'not taken') {
			if (refusals++ === 0) firstRefusal = Date.now();
			const isHopeless = refusals >= REFUSALS && Date.now() > firstRefusal + LONGEST_WAIT;
			return isHopeless ? undefined : 0;
		}
		if (!isPassing || fate === 'refused' || ++failures >= ATTEMPTS[fate]) return undefined;
		if (fate === 'unknown' && !isRepeatable(target)) return undefined;
		const delay = backoff(failures, after);
		return delay > longest() ? undefined : delay;
	};
	for (;;) {
		let delay: number | undefined;
		const judge = (failure: unknown) => {
			if (!(failure instanceof Failure)) throw failure;
			if (lost && target.operation === 'delete' && isGone(failure)) return '';
			delay = delayAfter(failure);
			if (delay === undefined) failed?.(failure);
			throw failure;
		};
		const outcome = await attempt(judge).catch((error: unknown) => {
			if (error instanceof Failure) return error;
			throw error;
		});
		if (!(outcome instanceof Failure)) return outcome;
		// Stopped while it waited for its turn: its last failure says more than that
		if (outcome === signal.reason) throw lost ?? last ?? outcome;
		if (outcome.fate === 'unknown' && !isRead(target)) lost = outcome;
		if (delay === undefined) {
			const { after } = outcome;
			const isTooLong = isRead(target) && after !== undefined && after > longest();
			throw lost ?? (isTooLong ? tooLong(after, outcome) : outcome);
		}
		last = outcome;
		await wait(delay, signal).catch(() => {
			throw lost ?? outcome;
		});
	}
}

/** Whether what was to be deleted is not there, also as a page: no delete asks for JSON (interface document, section 4.2). */
function isGone({ code }: Failure): boolean {
	return code === '404' || code === '410';
}
