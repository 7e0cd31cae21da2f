import { toText } from '../shared/value';
import type { Headers } from './limitHeaders';

/** How long ago a cache stored a response, in ms; 0 if none did (RFC 9111, section 5.1). */
function storedForMs(headers: Headers): number {
	return (Number(toText(headers.age)) || 0) * 1000;
}

/** Whether a cache stored a response before a request was sent, so that it says nothing about that request. */
export function isStoredBefore(headers: Headers, sentAt: number): boolean {
	return storedForMs(headers) > Math.max(0, Date.now() - sentAt);
}

/**
 * The age of a timestamp in a response by the service's own clock, which is the only one that can be compared with it:
 * `Date`, plus `Age` if a cache stored the response.
 *
 * @returns ms; NaN if the response has no date, or the timestamp no zone, because it could mean any
 */
export function ageOf(timestamp: unknown, headers: Headers): number {
	const text = toText(timestamp);
	const hasZone = /\d:\d\d.*(GMT|UTC|Z|[+-]\d\d:?\d\d)$/i.test(text);
	const now = Date.parse(toText(headers.date)) + storedForMs(headers);
	return hasZone ? now - Date.parse(text) : NaN;
}

/** Whether something of this age appeared after a request was sent, give or take the skew between two clocks. */
export function isSince(sentAt: number, age: number, toleranceMs: number): boolean {
	return age > -toleranceMs && age < Date.now() - sentAt + toleranceMs;
}
