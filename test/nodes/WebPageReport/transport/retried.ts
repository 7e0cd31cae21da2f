import { Failure, type FailureDetails } from '../../../../nodes/WebPageReport/errors/failure';
import type { Request } from '../../../../nodes/WebPageReport/transport/queue';
import { type RetryOptions, withRetries } from '../../../../nodes/WebPageReport/transport/retry';
import { Service } from '../../../../nodes/WebPageReport/transport/service';

export const MINUTE = 60_000;

export const failed = (retry?: FailureDetails['retry']) =>
	new Failure('It did not work', 'Do something else.', { retry, code: '503' });

/** A service that answers like this, one outcome a request and the last one for ever; what it throws are errors. */
export function answering(...outcomes: unknown[]) {
	const start = Date.now();
	const times: number[] = [];
	const attempt = async () => {
		times.push(Date.now() - start);
		const outcome = outcomes[Math.min(times.length, outcomes.length) - 1];
		if (outcome instanceof Error) throw outcome;
		return await Promise.resolve(outcome);
	};
	return { times, attempt };
}

/** Runs the fake clock for as long as it takes. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
	const [outcome] = await Promise.allSettled([work, jest.advanceTimersByTimeAsync(30 * MINUTE)]);
	if (outcome.status === 'rejected') throw outcome.reason;
	return outcome.value;
}

/** How a request is sent, as far as a test has an opinion. */
interface How extends Partial<Omit<RetryOptions, 'request'>>, Partial<Omit<Request, 'lane'>> {
	service?: Service;
}

/** Sends a request that begins now, on a lane of its own. */
export async function begun(attempt: () => Promise<unknown>, how: How = {}): Promise<unknown> {
	const { service = new Service(10), isReady = () => true, deadline, ...more } = how;
	const request: Request = { lane: {}, since: Date.now(), deadline, isReady };
	return await withRetries(service, attempt, { request, isRepeatable: false, ...more });
}

export const write = async (attempt: () => Promise<unknown>, how: How = {}) =>
	await inTime(begun(attempt, how));
export const read = async (attempt: () => Promise<unknown>, how: How = {}) =>
	await write(attempt, { isRepeatable: true, ...how });
