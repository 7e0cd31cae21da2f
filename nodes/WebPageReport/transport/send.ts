import { OUT_OF_TIME } from '../errors/ended';
import type { Failure } from '../errors/failure';
import { isRead, type Target } from '../shared/target';
import type { Outcome } from './http';
import { latestStartOf, type Limiter, type QueuedRequest, withPauseAdvice } from './limiter';
import { retryDelay } from './retry';
import { wait } from './time';

/** Part of a tool's time that is reserved for the response to a write, in ms. */
const RESPONSE_RESERVE = 15_000;

/** Who sends: an item of a run, a searchable list, the credential test, or a read that settles a write. */
export interface Caller extends Omit<QueuedRequest, 'since'> {
	/** The failure of an earlier try of Retry On Fail that leaves open whether the write happened. */
	unresolved?: Failure;
	/** Whether only a 429 is repeated. */
	isSentOnce?: boolean;
	/** Called when the last attempt has failed, before the next request can start. */
	onFinalFailure?(): void;
}

/**
 * Sends a request, and retries it as {@link retryDelay} says. Never throws.
 *
 * @param attempt sends it once
 * @returns the response or the last failure; if any attempt may have written, the last such failure
 */
export async function send(
	limiter: Limiter,
	caller: Caller,
	target: Target,
	attempt: () => Promise<Outcome>,
): Promise<Outcome> {
	const { group, signal } = caller;
	const deadline = isRead(target) ? caller.deadline : caller.deadline - RESPONSE_RESERVE;
	const request: QueuedRequest = { group, signal, deadline, since: Date.now() };
	let last: Failure | undefined;
	let { unresolved } = caller;
	for (let attempts = 0; ;) {
		let reason = await limiter.enter(request);
		if (!reason && Date.now() > deadline) {
			reason = OUT_OF_TIME;
			limiter.leave(request, { headers: {}, failure: reason });
		}
		if (reason) {
			const areLimits = [reason, last].every((one) => one?.details.fate === 'rate-limited');
			if (areLimits) last = last?.advising(reason.advice);
			return { headers: {}, failure: unresolved ?? last ?? reason };
		}
		const outcome = await attempt();
		const { failure } = outcome;
		if (!failure) {
			limiter.leave(request, outcome);
			return outcome;
		}
		last = failure;
		if (failure.mayHaveWritten) unresolved = failure;
		const isLimited = failure.details.fate === 'rate-limited';
		if (!isLimited) attempts++;
		const isOver = caller.isSentOnce && !isLimited;
		const delay = isOver ? Infinity : retryDelay(failure, target, attempts);
		const retryAt = Date.now() + delay;
		const isFinal = retryAt > latestStartOf(request);
		if (isFinal) caller.onFinalFailure?.();
		limiter.leave(request, outcome);
		if (isFinal)
			return { ...outcome, failure: unresolved ?? withPauseAdvice(failure, request, retryAt) };
		// The limiter handles the pause after a 429. If the signal aborts, `enter` returns its reason
		if (!isLimited) await wait(delay, signal).catch(() => undefined);
	}
}
