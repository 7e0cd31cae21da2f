import { NO_TIME } from '../errors/advice';
import type { Failure } from '../errors/failure';
import { isRead, isRepeatable, type Target } from '../shared/target';
import type { Outcome } from './http';
import { givesUpAt, gaveUp, type Limiter, type Queue, type Wish } from './limiter';
import { backoff, wait } from './time';

/** Maximum attempts, by outcome. */
const ATTEMPTS = { unknown: 4, 'not sent': 5 };

/** A request to send until its fate is known. */
export interface Sending {
	target: Target;
	limiter: Limiter;
	queue: Queue;
	/** Ends every wait; its reason is a {@link Failure}. */
	signal: AbortSignal;
	/** When it is too late to start an attempt: milliseconds since 1970, or Infinity. */
	deadline: number;
	/** The failure of an earlier try of Retry On Fail, if the write may have been done then. */
	mayBeDone?: Failure;
	/** Sends the request once. */
	attempt: () => Promise<Outcome>;
	/** Is called with the final failure of an attempt, before its place is given back. */
	failed?: (failure: Failure) => void;
}

/**
 * Sends a request until its fate is known, or nothing can be done about it. Never throws.
 *
 * - *not taken* (429): again, whatever it is, as long as the pause ends in time. The limiter keeps the pause.
 * - *not sent*, and passing: again, whatever it is. Nothing can be doubled.
 * - *unknown*, and passing: again if that doubles nothing: reads, deletes, updates without new results.
 * - *refused*: not again.
 *
 * @returns the answer or the last failure. If an attempt may have written, the last failure of that kind
 */
export async function send(sending: Sending): Promise<Outcome> {
	const { target, limiter, queue, signal, deadline, attempt, failed } = sending;
	const wish: Wish = { queue, signal, deadline, since: Date.now() };
	let last: Failure | undefined;
	/** The last failure after which a write may have been done. */
	let maybeDone = sending.mayBeDone;
	for (let attempts = 0; ;) {
		const leave = await limiter.enter(wish);
		if (typeof leave !== 'function') {
			const reason = signal.aborted && last ? last : leave;
			return { headers: {}, failure: maybeDone ?? reason };
		}
		const isLate = Date.now() > deadline;
		const outcome = isLate ? { headers: {}, failure: NO_TIME } : await attempt();
		const { headers, failure } = outcome;
		// 404 after an ambiguous delete: the earlier attempt worked
		const isRepeatedDelete = maybeDone !== undefined && target.operation === 'delete';
		if (!failure || (isRepeatedDelete && failure.isGone)) {
			leave(outcome);
			return { headers, body: outcome.body };
		}
		if (failure.fate === 'unknown' && !isRead(target)) maybeDone = failure;
		last = failure;
		if (failure.fate !== 'not taken') attempts++;
		const delay = delayAfter(failure, attempts, target);
		const again = Date.now() + delay;
		const isFinal = again > givesUpAt(wish);
		if (isFinal) failed?.(failure);
		leave(outcome);
		if (isFinal) return { headers, failure: maybeDone ?? gaveUp(wish, failure, again) };
		// The limiter keeps the pause of a 429. If the signal aborts, this wait ends, and `enter` returns its reason
		if (failure.fate !== 'not taken') await wait(delay, signal).catch(() => undefined);
	}
}

/** How long to wait before another attempt, in milliseconds; Infinity if there is none. */
function delayAfter(failure: Failure, attempts: number, target: Target): number {
	const { fate, isPassing, after } = failure;
	if (fate === 'not taken') return after ?? 0;
	if (!isPassing || fate === 'refused' || attempts >= ATTEMPTS[fate]) return Infinity;
	return fate === 'not sent' || isRepeatable(target) ? backoff(attempts, after) : Infinity;
}
