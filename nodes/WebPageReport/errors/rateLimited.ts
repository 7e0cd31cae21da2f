import { duration } from '../shared/value';
import { Failure } from './failure';

/** The failure of a request that meets a limit, used up by others, for so many ms. */
export function limitReached(retryAfterMs: number): Failure {
	const details = { fate: 'rate-limited', retryAfterMs } as const;
	return new Failure('Too many requests', 'Nothing was sent. Try again later.', details);
}

/** The failure of a request that cannot wait for so many ms, as the service asked by a failure of this request or another. */
export function tooLong(pauseMs: number, failure: Failure): Failure {
	const pause = duration(pauseMs);
	return failure.advising(`The service asked n8n to wait ${pause}. Try again after that.`);
}
