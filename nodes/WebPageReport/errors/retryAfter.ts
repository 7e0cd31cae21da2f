import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { toText } from '../shared/value';
import { remainingIn, type Window, windowsIn } from './rateLimit';

/** From here on a number is a point in time in milliseconds (after September 2001), not in seconds. */
const FIRST_IN_MILLISECONDS = 1_000_000_000_000;

/** From here on a number is a point in time in seconds (after September 2001), below it a duration. */
const FIRST_IN_SECONDS = 1_000_000_000;

/** The headers that hold a time, and those that say how many requests are left until then. */
const TIMES = [
	['retry-after', ''],
	['x-ratelimit-reset', 'x-ratelimit-remaining'],
	['ratelimit-reset', 'ratelimit-remaining'],
] as const;

/**
 * How long a service asks to be left alone (the interface document, section 8, leaves limits open):
 * by `Retry-After`, else `X-RateLimit-Reset` or `RateLimit-Reset`, each as a number of seconds, a
 * point in time in seconds or milliseconds, or a date; else by the windows in `RateLimit`
 * (`"default";r=0;t=30`, or `limit=60, remaining=0, reset=30` in older drafts). The end of a window
 * that has something left says nothing: what has refused a request is another one.
 *
 * @param now milliseconds since 1970, where the service does not say what time it is
 * @returns milliseconds; undefined where the headers say nothing that can be understood
 */
export function retryAfterOf(
	headers: IN8nHttpFullResponse['headers'],
	now: number,
): number | undefined {
	// A point in time is one of the service's own clock
	const date = toText(headers.date);
	const clock = date === '' ? now : Date.parse(date);
	for (const [name, left] of TIMES) {
		if (remainingIn(headers[left])) continue;
		const time = timeIn(toText(headers[name]).trim(), Number.isNaN(clock) ? now : clock);
		if (time !== undefined) return time;
	}
	return longestWindow(windowsIn(headers.ratelimit));
}

/** A number or a date, as milliseconds from now. */
function timeIn(text: string, now: number): number | undefined {
	if (/^\d+(\.\d+)?$/.test(text)) {
		const number = Number(text);
		if (number >= FIRST_IN_MILLISECONDS) return Math.max(0, number - now);
		return number >= FIRST_IN_SECONDS ? Math.max(0, number * 1000 - now) : number * 1000;
	}
	// Date.parse would also take "-5" or "in 12" for a date, and a date without a zone for local time
	const hasZone = /(GMT|UTC|Z|[+-]\d{2}:?\d{2})$/i.test(text);
	const zone = hasZone ? '' : /^\d{4}-/.test(text) ? 'Z' : ' GMT';
	const date = /\d:\d\d:\d\d/.test(text) ? Date.parse(text + zone) : NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** The longest of the windows that have nothing left; where none says so, of those that do not say. */
function longestWindow(windows: Window[]): number | undefined {
	const used = windows.filter(({ remaining }) => remaining === 0);
	const unknown = windows.filter(({ remaining }) => remaining === undefined);
	const seconds = (used.length > 0 ? used : unknown).flatMap(({ reset }) => reset ?? []);
	return seconds.length > 0 ? Math.max(...seconds) * 1000 : undefined;
}
