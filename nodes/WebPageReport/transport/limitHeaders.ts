import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { toText } from '../shared/value';

/** Response headers, with names in lower case. */
export type Headers = IN8nHttpFullResponse['headers'];

/** Numbers from here up are points in time (from September 2001 on), in ms or seconds. Smaller ones are durations. */
const FIRST_IN_MILLISECONDS = 1_000_000_000_000;
const FIRST_IN_SECONDS = 1_000_000_000;

/** Header prefixes, followed by `-limit`, `-remaining` and `-reset`. Yii and Okta use the second one. */
const LIMITS = ['x-ratelimit', 'x-rate-limit', 'ratelimit'];

/**
 * The pause that a service asks for, in ms; docs/openapi.yaml leaves limits open. Each header holds
 * seconds, a Unix timestamp, or a date. A window that has something left did not refuse the request, so it is ignored.
 */
export function retryAfterOf(headers: Headers, clock = Date.now()): number | undefined {
	// Timestamps are by the service's clock
	const now = Date.parse(toText(headers.date)) || clock;
	const used = LIMITS.filter((prefix) => !remainingIn(headers, prefix));
	const resets = used.map((prefix) => `${prefix}-reset`);
	for (const name of ['retry-after', 'x-ratelimit-retry-after', ...resets]) {
		const time = timeIn(toText(headers[name]).trim(), now);
		if (time !== undefined) return time;
	}
	const windows = windowsIn(headers.ratelimit);
	const full = windows.filter(({ remaining }) => remaining === 0);
	const unknown = windows.filter(({ remaining }) => remaining === undefined);
	const seconds = (full.length > 0 ? full : unknown).flatMap(({ reset }) => reset ?? []);
	return seconds.length > 0 ? Math.max(...seconds) * 1000 : undefined;
}

/** The number of requests left: the smallest in the headers. */
export function remainingOf(headers: Headers): number | undefined {
	const counts = [
		...LIMITS.map((limit) => remainingIn(headers, limit)),
		...windowsIn(headers.ratelimit).map(({ remaining }) => remaining),
	].flatMap((count) => count ?? []);
	return counts.length > 0 ? Math.min(...counts) : undefined;
}

/** What is left of one limit. A limit of 0 means unlimited. */
function remainingIn(headers: Headers, limit: string): number | undefined {
	const isUnlimited = fewestIn(headers[`${limit}-limit`]) === 0;
	return isUnlimited ? undefined : fewestIn(headers[`${limit}-remaining`]);
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

/**
 * The windows of a limit, each with what remains in it and the seconds until it ends: in
 * `"burst";r=50;t=30, "day";r=900;t=36000`, or in `limit=60, remaining=50, reset=30` of older drafts.
 */
function windowsIn(header: unknown) {
	// A window's name can contain what looks like a figure
	const windows = toText(header)
		.replace(/"(?:[^"\\]|\\.)*"/g, '""')
		.split(/,(?=\s*"")/);
	return windows.map((window) => ({
		remaining: fewest([...window.matchAll(/\b(?:r|remaining)=(\d+)/g)]),
		reset: fewest([...window.matchAll(/\b(?:t|reset)=(\d+)/g)].slice(0, 1)),
	}));
}

/** The smallest of several numbers that a proxy joined (`7, 7;w=60`). */
function fewestIn(header: unknown): number | undefined {
	return fewest([...toText(header).matchAll(/(?:^|,)\s*(\d+)/g)]);
}

function fewest(matches: RegExpMatchArray[]): number | undefined {
	return matches.length > 0 ? Math.min(...matches.map(([, digits]) => Number(digits))) : undefined;
}
