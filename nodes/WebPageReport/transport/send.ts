import { type Failure, OUT_OF_TIME } from '../errors/failure';
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
 * @returns the outcome of the last attempt; if any attempt may have written, with the last such failure
 */
export async function send(
	limiter: Limiter,
	caller: Caller,
	target: Target,
	attempt: () => Promise<Outcome>,
): Promise<Outcome> {
	const { group, signal, isSentOnce = false } = caller;
	const deadline = isRead(target) ? caller.deadline : caller.deadline - RESPONSE_RESERVE;
	const request: QueuedRequest = { group, signal, deadline, since: Date.now() };
	let { unresolved } = caller;
	let last: Failure | undefined;
	for (let attempts = 0; ;) {
		let ended = await limiter.enter(request);
		if (!ended && Date.now() > deadline) {
			ended = OUT_OF_TIME;
			limiter.leave(request, { sentAt: Date.now(), failure: ended });
		}
		if (ended) {
			// What happened before says more, unless it is the same limit
			const said = last && !(isLimit(last) && isLimit(ended)) ? last : ended;
			return { sentAt: Date.now(), failure: unresolved ?? said };
		}
		const outcome = await attempt();
		last = outcome.failure;
		if (last?.mayHaveWritten) unresolved = last;
		if (last && !isLimit(last)) attempts++;
		const next = nextStep(last, target, isSentOnce ? Infinity : attempts, request);
		// Before the place is free: nothing more may start if the run stops
		if (next.failure) caller.onFinalFailure?.();
		limiter.leave(request, outcome);
		if (next.retryInMs === undefined) {
			return { ...outcome, failure: next.failure && (unresolved ?? next.failure) };
		}
		// If the signal aborts, `enter` returns its reason
		await wait(next.retryInMs, signal).catch(() => undefined);
	}
}

function isLimit({ details }: Failure): boolean {
	return details.fate === 'rate-limited';
}

/** What follows an attempt: a retry, a failure, or nothing after a success. */
function nextStep(
	failure: Failure | undefined,
	target: Target,
	attempts: number,
	request: QueuedRequest,
): { retryInMs?: number; failure?: Failure } {
	if (!failure) return {};
	const delay = retryDelay(failure, target, attempts);
	const retryAt = Date.now() + delay;
	if (retryAt > latestStartOf(request)) {
		return { failure: withPauseAdvice(failure, request, retryAt) };
	}
	// The limiter does the waiting after a 429
	return { retryInMs: isLimit(failure) ? 0 : delay };
}
