import { duration } from '../shared/value';
import { Failure } from './failure';

/** The service is paused, because other requests used up its limit. */
export function limitReached(retryAfterMs: number): Failure {
	const details = { fate: 'rate-limited', retryAfterMs } as const;
	return new Failure('Too many requests', 'Nothing was sent. Try again later.', details);
}

/** The service asked this request, or another, to wait longer than this one can. */
export function tooLong(pauseMs: number, failure: Failure): Failure {
	const pause = duration(pauseMs);
	return failure.advising(`The service asked n8n to wait ${pause}. Try again after that.`);
}
