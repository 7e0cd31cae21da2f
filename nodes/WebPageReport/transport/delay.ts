/** How long a request waits while the service takes none at all, in milliseconds. */
export const LONGEST_WAIT = 10 * 60_000;

/** The first pause where the service does not ask for one, in milliseconds; each later one is twice as long. */
const FIRST_PAUSE = 500;

const LONGEST_PAUSE = 60_000;

/**
 * The pause after so many attempts, in whole milliseconds: what the service asks for, else exponential backoff
 * with jitter, so that requests do not come back all at once. A service can ask for no pause at all, or
 * for one until a moment that its clock puts in the past.
 */
export function delayAfter(attempts: number, asked = 0): number {
	if (asked > FIRST_PAUSE) return Math.ceil(asked);
	const longest = Math.min(FIRST_PAUSE * 2 ** (attempts - 1), LONGEST_PAUSE);
	return Math.ceil(longest * (0.5 + Math.random() / 2));
}
