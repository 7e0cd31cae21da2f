import type { Headers } from '../response/verdict';
import { toText } from '../shared/value';

/** Numbers from here up are points in time (from September 2001 on), in ms or seconds. Smaller ones are durations. */
const FIRST_IN_MILLISECONDS = 1_000_000_000_000;
const FIRST_IN_SECONDS = 1_000_000_000;

/** A service that counts what remains sends 429 until the window ends, however far apart requests are. */
const REMAINING = ['x-ratelimit-remaining', 'ratelimit-remaining'];

/**
 * The pause that a response asks for, in ms; docs/openapi.yaml leaves limits open. The headers hold seconds, a Unix
 * timestamp, or a date. Those of a window are on ordinary answers, too, so they count only with a 429.
 */
export function retryAfterOf(status: number, headers: Headers): number | undefined {
	// Timestamps are by the service's clock
	const now = Date.parse(toText(headers.date)) || Date.now();
	const resets = status === 429 ? ['x-ratelimit-reset', 'ratelimit-reset'] : [];
	return ['retry-after', ...resets]
		.map((name) => timeIn(toText(headers[name]).trim(), now))
		.find((time) => time !== undefined);
}

/** Whether a response counts what remains of a window. */
export function countsRemaining(headers: Headers): boolean {
	return REMAINING.some((name) => headers[name] !== undefined);
}

/** A number or a date, in ms from now. */
function timeIn(text: string, now: number): number | undefined {
	if (/^\d+(\.\d+)?$/.test(text)) {
		const number = Number(text);
		if (number >= FIRST_IN_MILLISECONDS) return Math.max(0, number - now);
		return number >= FIRST_IN_SECONDS ? Math.max(0, number * 1000 - now) : number * 1000;
	}
	// Date.parse accepts "-5" and "in 12", and reads a date without a zone as local time
	const hasZone = /(GMT|UTC|Z|[+-]\d{2}:?\d{2})$/i.test(text);
	const zone = hasZone ? '' : /^\d{4}-/.test(text) ? 'Z' : ' GMT';
	const date = /\d:\d\d:\d\d/.test(text) ? Date.parse(text + zone) : NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
