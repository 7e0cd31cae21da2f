import type { Failure } from '../errors/failure';
import { isRepeatable, type Target } from '../shared/target';
import { backoff } from './time';

/** Maximum attempts, by fate. After a 429, only the limiter gives up. */
const ATTEMPTS = { 'not sent': 5, refused: 4, 'rate-limited': Infinity, unknown: 4 };

/** Whether a failed request can be sent again without doubling or spending anything: by the loop, or by Retry On Fail. */
export function isSafeToRepeat({ fate }: Failure, target: Target): boolean {
	return fate !== 'unknown' || isRepeatable(target);
}

/**
 * The one place that decides whether a failed request is sent again, and when. A create of unknown fate is never sent
 * again; {@link Client} looks for its report.
 *
 * | fate | transient | else |
 * |---|---|---|
 * | not sent, refused | any operation | never |
 * | rate-limited | any operation, until the limiter gives up | |
 * | unknown | what doubles nothing | never |
 *
 * @param attempts so far, without those that were rate-limited
 * @returns the delay in ms; Infinity for never
 */
export function retryDelay(failure: Failure, target: Target, attempts: number): number {
	const { fate, isTransient, retryAfterMs } = failure.details;
	if (fate === 'rate-limited') return retryAfterMs ?? 0;
	const isRetried = isTransient && attempts < ATTEMPTS[fate] && isSafeToRepeat(failure, target);
	return isRetried ? backoff(attempts, retryAfterMs) : Infinity;
}
