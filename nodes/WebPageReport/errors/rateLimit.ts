import { toText } from '../shared/value';

/** A window of a limit, as far as a header tells. */
export interface Window {
	/** How many requests are left in it. */
	remaining?: number;
	/** When it ends, in seconds. */
	reset?: number;
}

/** A text of RFC 8941, e.g. the name of a window: it can hold what looks like a figure. */
const QUOTED = /"(?:[^"\\]|\\.)*"/g;

/**
 * The windows in a `RateLimit` header: `"burst";r=50;t=30, "day";r=900;t=36000`, or one as `limit=60,
 * remaining=50, reset=30` in older drafts.
 */
export function windowsIn(header: unknown): Window[] {
	const windows = toText(header)
		.replace(QUOTED, '""')
		.split(/,(?=\s*"")/);
	return windows.map((window) => ({
		remaining: fewest([...window.matchAll(/\b(?:r|remaining)=(\d+)/g)]),
		reset: fewest([...window.matchAll(/\b(?:t|reset)=(\d+)/g)].slice(0, 1)),
	}));
}

/** What is left by a header of numbers: the fewest of several limits that a proxy has joined (`7, 7;w=60`). */
export function remainingIn(header: unknown): number | undefined {
	return fewest([...toText(header).matchAll(/(?:^|,)\s*(\d+)/g)]);
}

/** The smallest number that a pattern has found. */
function fewest(matches: RegExpMatchArray[]): number | undefined {
	return matches.length > 0 ? Math.min(...matches.map(([, digits]) => Number(digits))) : undefined;
}
