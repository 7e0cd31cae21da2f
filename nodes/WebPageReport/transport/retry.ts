import { tooLong } from '../errors/advice';
import { Failure } from '../errors/failure';
import { isRead, isRepeatable, type Target } from '../shared/target';
import { LONGEST_WAIT, type Patience } from './limiter';
import { backoff, wait } from './time';

/** How often a request is sent at the most: after failures of which nobody knows the fate, and where nothing was sent. */
const ATTEMPTS = { unknown: 4, 'not sent': 5 };

/** A request that has been refused for {@link LONGEST_WAIT} has no chance, if it was refused so many times. */
const REFUSALS = 3;

interface Options extends Patience {
	target: Target;
	/** Hears of a failure after which it is not sent again, before another request leaves. */
	failed?: (failure: Failure) => void;
	/** Hears that an answer was lost, and the same sent again has brought one. */
	repaired?: () => void;
}

/**
 * Sends a request until its fate is known, or nothing can be done about it.
 *
 * - *not taken*: again, whatever it is; the limiter keeps the pause.
 * - *not sent*, and passing: again, whatever it is, after growing pauses. Nothing can be doubled.
 * - *unknown*, and passing: again where that doubles nothing: reads, deletes, updates without new results.
 *   That a deleted record is gone when it is sent again is what was wanted.
 * - all else: not again.
 *
 * @param attempt sends it once, and hands a failure to `judge`, which throws it, or knows that all is well
 * @returns the body of the answer
 * @throws {Failure} the last one; where an earlier answer was lost, that one: it may have happened then
 */
export async function withRetries(
	{ target, signal, deadline, failed, repaired }: Options,
	attempt: (judge: (failure: unknown) => unknown) => Promise<unknown>,
): Promise<unknown> {
	let lost: Failure | undefined;
	let last: Failure | undefined;
	let failures = 0;
	const refusedAt: number[] = [];
	const mayRepeat = ({ fate, isPassing }: Failure): boolean => {
		if (fate === 'not taken') {
			refusedAt.push(Date.now());
			const [first = 0] = refusedAt;
			return refusedAt.length < REFUSALS || Date.now() < first + LONGEST_WAIT;
		}
		if (!isPassing || fate === 'refused') return false;
		return ++failures < ATTEMPTS[fate] && (fate === 'not sent' || isRepeatable(target));
	};
	for (;;) {
		let isAgain = false as boolean;
		const judge = (failure: unknown) => {
			if (!(failure instanceof Failure)) throw failure;
			if (lost && target.operation === 'delete' && isGone(failure)) return '';
			isAgain = mayRepeat(failure);
			if (!isAgain) failed?.(failure);
			throw failure;
		};
		const outcome = await attempt(judge).catch((error: unknown) => {
			if (error instanceof Failure) return error;
			throw error;
		});
		if (!(outcome instanceof Failure)) {
			if (lost) repaired?.();
			return outcome;
		}
		// Where nobody waits for it any more, what it has met says more than that
		if (!isAgain) throw lost ?? (outcome === signal.reason ? last : undefined) ?? outcome;
		last = outcome;
		if (last.fate === 'not taken') continue;
		if (last.fate === 'unknown' && !isRead(target)) lost = last;
		const delay = backoff(failures, last.after);
		if (Date.now() + delay > Math.min(deadline, Date.now() + LONGEST_WAIT)) {
			throw lost ?? (last.after === undefined ? last : tooLong(delay, last));
		}
		await wait(delay, signal).catch((reason: unknown) => {
			throw lost ?? last ?? reason;
		});
	}
}

/** Whether what was to be deleted is not there, also as a page: no delete asks for JSON (interface document, section 4.2). */
function isGone({ code }: Failure): boolean {
	return code === '404' || code === '410';
}
