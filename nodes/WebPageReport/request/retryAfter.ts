import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { toText } from './items';

/** Above this a number of seconds is a point in time (after September 2001), below it a duration. */
const FIRST_POINT_IN_TIME = 1_000_000_000;

/**
 * How long a service asks to be left alone: `Retry-After` in seconds or as a date, else
 * `X-RateLimit-Reset` as a point in time or a number of seconds (the interface document, section 8,
 * leaves limits open).
 *
 * @param now milliseconds since 1970
 * @returns milliseconds; undefined where the headers say nothing that can be understood
 */
export function retryAfterOf(
	headers: IN8nHttpFullResponse['headers'],
	now: number,
): number | undefined {
	const retryAfter = toText(headers['retry-after']).trim();
	const seconds = toSeconds(retryAfter);
	if (seconds !== undefined) return seconds * 1000;
	// Date.parse would also take "-5" or "in 12" for a date, and a date without a zone for local time
	const date = /\d:\d\d:\d\d/.test(retryAfter)
		? Date.parse(/GMT|UTC|[+-]\d{4}$/.test(retryAfter) ? retryAfter : `${retryAfter} GMT`)
		: NaN;
	if (!Number.isNaN(date)) return Math.max(0, date - now);

	const reset = toSeconds(toText(headers['x-ratelimit-reset']).trim());
	if (reset === undefined) return undefined;
	return reset < FIRST_POINT_IN_TIME ? reset * 1000 : Math.max(0, reset * 1000 - now);
}

function toSeconds(text: string): number | undefined {
	return /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}
