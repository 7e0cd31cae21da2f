import type { Headers } from '../response/verdict';
import { toText } from '../shared/value';

/** Whether a cache may have stored a response before a request was sent: then it shows nothing (RFC 9111, section 5.1). */
export function isStoredBefore(headers: Headers, sentAt: number): boolean {
	const ageInSeconds = Number(toText(headers.age)) || 0;
	// Whole seconds, rounded down
	return ageInSeconds > 0 && (ageInSeconds + 1) * 1000 > Date.now() - sentAt;
}

/**
 * The age of a timestamp in a response by the service's own clock, which is the only one that can be compared with it.
 *
 * @returns ms; NaN if the response has no `Date`, or the timestamp no zone, because it could mean any
 */
export function ageOf(timestamp: unknown, headers: Headers): number {
	// PostgreSQL writes the hours of a zone alone
	const text = toText(timestamp).replace(/(:\d\d(?:\.\d+)?[+-]\d\d)$/, '$1:00');
	const hasZone = /\d:\d\d.*(GMT|UTC|Z|[+-]\d\d:?\d\d)$/i.test(text);
	return hasZone ? Date.parse(toText(headers.date)) - Date.parse(text) : NaN;
}

/** Whether something of this age appeared after a request was sent, give or take the skew between two clocks. */
export function isSince(sentAt: number, age: number, toleranceMs: number): boolean {
	return age > -toleranceMs && age < Date.now() - sentAt + toleranceMs;
}
