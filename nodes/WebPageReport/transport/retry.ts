import { tooLong } from '../errors/advice';
import { Failure } from '../errors/failure';
import { delayAfter, LONGEST_WAIT } from './delay';
import type { Request } from './queue';
import type { Attempt, Service } from './service';
import { wait } from './wait';

/** How often the same is sent at the most, where nothing is doubled by that. */
const ATTEMPTS = 4;

/** What decides whether and when a request is sent again. */
export interface RetryOptions {
	request: Request;
	/** Whether nothing is doubled by sending it again, and nothing spent. */
	isRepeatable: boolean;
	/** Whether that it has gone already is what was wanted: a delete. */
	isRemoval?: boolean;
	/** Hears of a failure that it is not sent again after, before another request leaves. */
	failed?: (failure: unknown) => void;
	/** Hears that an answer was lost and the same sent again has brought one. */
	settled?: () => void;
}

/**
 * Sends a request until its fate is known, or nothing can be done about it.
 *
 * - What the service has not taken (429) is sent again after the pause that it asks for, whatever it is.
 * - What got no answer, or a passing failure, is sent again a few times where that doubles nothing: a
 *   read; a delete, which finds nothing to do when the first one did it; an update with fixed values.
 * - All else that got no answer is not sent again: it may have happened.
 *
 * @param attempt sends it once
 * @returns the body of the answer
 * @throws {Failure} the last one; where an earlier answer was lost, none that says that nothing happened
 */
export async function withRetries(
	service: Service,
	attempt: Attempt,
	{ request, isRepeatable, isRemoval = false, failed, settled }: RetryOptions,
): Promise<unknown> {
	let lost: Failure | undefined;
	let unanswered = 0;
	const refusals: number[] = [];
	for (let sent = 1; ; sent++) {
		let isAgain = false as boolean;
		const once: Attempt = async (hear) =>
			await attempt(hear).catch((failure: unknown) => {
				if (lost && isRemoval && isGone(failure)) return '';
				isAgain = mayBeRepeated(failure);
				if (!isAgain) failed?.(failure);
				throw failure;
			});
		const outcome = await service.turn(request, once).catch(asFailure);
		if (!(outcome instanceof Failure)) {
			if (lost) settled?.();
			return outcome;
		}
		const { retry, mayHaveHappened } = outcome.details;
		if (mayHaveHappened) lost = outcome;
		if (!isAgain) throw lost ?? outcome;
		if (retry?.of === 'any request') {
			refusals.push(Date.now());
			if (isHopeless(refusals)) throw lost ?? outcome;
			continue;
		}
		const delay = delayAfter(sent, retry?.after);
		const { deadline = Date.now() + LONGEST_WAIT } = request;
		if (Date.now() + delay > deadline) {
			throw lost ?? (retry?.after === undefined ? outcome : tooLong(retry.after, outcome));
		}
		await wait(delay, request.isReady).catch((reason: unknown) => {
			throw lost ?? reason;
		});
	}

	function mayBeRepeated(failure: unknown): boolean {
		if (!(failure instanceof Failure)) return false;
		const { retry } = failure.details;
		return retry?.of === 'any request' || (!!retry && isRepeatable && ++unanswered < ATTEMPTS);
	}
}

/**
 * An error as a value, where it is a failure of the request.
 *
 * @throws any other error
 */
export function asFailure(error: unknown): Failure {
	if (error instanceof Failure) return error;
	throw error;
}

/** Whether a request is refused again and again, for as long as it can wait, while others may be taken. */
function isHopeless([first = Infinity, ...others]: number[]): boolean {
	return others.length > 1 && Math.max(...others) > first + LONGEST_WAIT;
}

/** Whether what was to be deleted is not there. */
function isGone(failure: unknown): boolean {
	return failure instanceof Failure && failure.details.isGone === true;
}
