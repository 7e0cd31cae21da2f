import type { Failure } from '../errors/failure';
import { isRepeatable, type Target } from '../shared/target';
import { backoff } from './time';

/** Maximum attempts, by fate. After a 429, only the limiter gives up. */
const ATTEMPTS = { 'not sent': 5, refused: 4, 'rate-limited': Infinity, unknown: 4 };

/** Whether repeating a failed request, in the loop or by Retry On Fail, can double nothing and costs no quota. */
export function isSafeToRepeat({ fate }: Failure, target: Target): boolean {
	return fate !== 'unknown' || isRepeatable(target);
}

/**
 * The one place that decides whether a failed request is retried, and when. A lost create never is: the client searches
 * for its report.
 *
 * | fate | transient | otherwise |
 * |---|---|---|
 * | not sent, refused | any operation | never |
 * | rate-limited | any operation, until the limiter gives up | |
 * | unknown | only if a repeat is harmless | never |
 *
 * @param attempts so far, except rate-limited ones
 * @returns the delay in ms; Infinity for never
 */
export function retryDelay(failure: Failure, target: Target, attempts: number): number {
	const { fate, isTransient, retryAfterMs } = failure.details;
	if (fate === 'rate-limited') return retryAfterMs ?? 0;
	const isRetried = isTransient && attempts < ATTEMPTS[fate] && isSafeToRepeat(failure, target);
	return isRetried ? backoff(attempts, retryAfterMs) : Infinity;
}
