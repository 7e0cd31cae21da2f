import { Failure } from '../errors/failure';
import { duration } from '../shared/value';
import { withRetries } from '../transport/retry';
import type { Hear } from '../transport/send';
import { Service } from '../transport/service';
import { inTime } from '../transport/wait';

/** How long a person waits, and what is said then. */
interface Patience {
	/** With everything that is sent again. */
	milliseconds: number;
	advice: string;
}

/**
 * Sends a read as a run does, as long as a person is ready to wait; takes no turns with runs.
 *
 * @param attempt sends it once; the signal ends that early, where n8n gives a way to
 * @throws {Failure} the last one, or that no answer came in time
 */
export async function readInTime(
	attempt: (signal: AbortSignal, hear: Hear) => Promise<unknown>,
	{ milliseconds, advice }: Patience,
): Promise<unknown> {
	const since = Date.now();
	const title = `The service did not answer within ${duration(milliseconds)}`;
	const tooLate = () => new Failure(title, advice);
	const read = async (signal: AbortSignal) => {
		const isReady = () => {
			signal.throwIfAborted();
			return true;
		};
		const request = { lane: signal, since, deadline: since + milliseconds, isReady };
		const once = async (hear: Hear) => await attempt(signal, hear);
		return await withRetries(new Service(1), once, { request, isRepeatable: true });
	};
	return await inTime(read, { milliseconds, tooLate });
}
