import { Failure } from '../errors/failure';
import type { Target } from '../shared/target';
import { duration } from '../shared/value';
import { Limiter } from '../transport/limiter';
import type { Hear } from '../transport/limitHeaders';
import { withRetries } from '../transport/retry';
import { inTime } from '../transport/time';

/**
 * Sends a read as a run does, as long as a person is ready to wait; takes no turns with runs.
 *
 * @param milliseconds how long, with everything that is sent again
 * @param advice what to do when no answer has come by then
 * @param read sends it once
 * @throws {Failure} the last one, or that no answer came in time
 */
export async function readInTime(
	target: Target,
	{ milliseconds, advice }: { milliseconds: number; advice: string },
	read: (hear: Hear) => Promise<unknown>,
): Promise<unknown> {
	const end = new AbortController();
	const wait = { signal: end.signal, deadline: Date.now() + milliseconds };
	const lane = { isHeld: false };
	const limiter = new Limiter(1);
	const title = `The service did not answer within ${duration(milliseconds)}`;
	const tooLate = () => new Failure(title, advice);
	return await inTime(milliseconds, tooLate, async () =>
		withRetries({ ...wait, target }, async (judge) =>
			limiter.run({ ...wait, lane }, async (hear) => read(hear).catch(judge)),
		),
	).finally(() => {
		end.abort(tooLate());
	});
}
