import { Failure } from '../errors/failure';
import { Cooldown, wait } from '../transport/cooldown';
import { withRetries } from '../transport/retry';

/** How long a person waits, and what is said then. */
interface Patience {
	/** With everything that is sent again. */
	milliseconds: number;
	/** What no answer came for, with a space before it; empty where that is clear. */
	subject?: string;
	advice: string;
}

/**
 * Sends a read as a run does, as long as a person is ready to wait.
 *
 * @param attempt sends it once; the signal ends that early, where n8n gives a way to
 * @throws {Failure} the last one, or that no answer came in time
 */
export async function readInTime(
	attempt: (signal: AbortSignal) => Promise<unknown>,
	{ milliseconds, subject = '', advice }: Patience,
): Promise<unknown> {
	const end = new AbortController();
	const check = () => {
		end.signal.throwIfAborted();
	};
	const answer = withRetries(async () => await attempt(end.signal), {
		isRead: true,
		cooldown: new Cooldown(),
		check,
		patience: milliseconds,
	});
	// Nothing can end a request of a credential test that an answer trickles into
	const late = wait(milliseconds, check).then(() => {
		const time = `${String(milliseconds / 1000)} seconds`;
		throw new Failure(`No answer came within ${time}${subject}`, advice);
	});
	try {
		return await Promise.race([answer, late]);
	} finally {
		end.abort();
	}
}
