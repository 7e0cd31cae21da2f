import type { Failure } from '../errors/failure';
import { isCostly, type Target } from '../shared/target';
import { backoff } from './time';

/** Maximum attempts, by the fate of the last one. Rate-limited ones do not count. */
const ATTEMPTS = { 'not sent': 5, refused: 4, unknown: 4 };

/**
 * Whether repeating a failed request is harmless: nothing is duplicated, and no quota is spent twice. Creates and
 * updates with new results analyse a page. Retry On Fail only adds that a later item must not be undone.
 */
export function isSafeToRepeat({ details }: Failure, target: Target): boolean {
	return details.fate !== 'unknown' || !isCostly(target);
}

/**
 * Whether the loop sends a failed request again, and when. A lost create is never sent again: the client searches for
 * its report.
 *
 * | fate | transient | otherwise |
 * |---|---|---|
 * | not sent, refused | any operation | never |
 * | rate-limited | | any operation, until the limiter gives up |
 * | unknown | only if a repeat is harmless | never |
 *
 * @param attempts so far, except rate-limited ones
 * @returns the delay in ms; Infinity for never
 */
export function retryDelay(failure: Failure, target: Target, attempts: number): number {
	const { fate, isTransient, retryAfterMs } = failure.details;
	// The limiter does the waiting
	if (fate === 'rate-limited') return retryAfterMs ?? 0;
	const isRetried = isTransient && attempts < ATTEMPTS[fate] && isSafeToRepeat(failure, target);
	return isRetried ? backoff(attempts, retryAfterMs) : Infinity;
}
