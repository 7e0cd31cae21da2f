import type { IDataObject } from 'n8n-workflow';

import { retryAfterOf } from '../../../../nodes/WebPageReport/transport/limitHeaders';

const now = Date.UTC(2026, 10, 21, 12);

beforeEach(() => {
	jest.useFakeTimers({ now });
});

const HALF_AN_HOUR = 30 * 60_000;
it.each<[unknown, number]>([
	// Seconds
	['0', 0],
	[' 10.25 ', 10_250],
	[30, 30_000],
	['999999999.5', 999_999_999_500],
	// A Unix time, in seconds or milliseconds
	[String(now / 1000 - 45), 0],
	[String(now - 45_000), 0],
	['999999999999', (999_999_999_999 - now / 1000) * 1000],
	// A date with its zone
	['Sat, 21 Nov 2026 13:30:00 +0100', HALF_AN_HOUR],
	['Sat Nov 21 12:30:00 2026', HALF_AN_HOUR],
	['2026-11-21T12:30:00.250000z', HALF_AN_HOUR + 250],
])('Retry-After %j asks for a pause of %p ms', (value, milliseconds) => {
	for (const status of [429, 503, 200]) {
		expect(retryAfterOf(status, { 'retry-after': value } as IDataObject)).toBe(milliseconds);
	}
});

it('Retry-After asks for nothing if it is neither', () => {
	for (const value of ['', '-5', '5.', '.5', '1e3', 'in 12', 'Mon', '2026-11-21', undefined]) {
		expect(retryAfterOf(503, { 'retry-after': value })).toBeUndefined();
	}
});

it.each([
	[' 2026-11-21T12:30:00 ', '2026-11-21T12:30:00Z'],
	['2026-11-21 12:30:00.000', '2026-11-21 12:30:00.000Z'],
	['21-Nov-2026 12:30:00', '21-Nov-2026 12:30:00 GMT'],
])('%j is in UTC, wherever n8n runs', (value, date) => {
	const parse = jest.spyOn(Date, 'parse');
	expect(retryAfterOf(503, { 'retry-after': value })).toBe(HALF_AN_HOUR);
	expect(parse.mock.calls.at(-1)).toEqual([date]);
	parse.mockRestore();
});

it('a date is read by the clock of the service', () => {
	const at = (milliseconds: number) => new Date(now + milliseconds).toUTCString();
	for (const ahead of [HALF_AN_HOUR, -HALF_AN_HOUR]) {
		expect(retryAfterOf(429, { date: at(ahead), 'retry-after': at(ahead + 2000) })).toBe(2000);
	}
	expect(retryAfterOf(429, { date: 'today', 'retry-after': at(5000) })).toBe(5000);
});

it.each(['x-ratelimit-reset', 'ratelimit-reset'])('%s counts with a 429 alone', (name) => {
	const at = [now / 1000 + 45, now + 45_000, new Date(now + 45_000).toISOString(), 45];
	for (const value of at.map(String)) {
		const pauses = [429, 200, 404, 503].map((status) => retryAfterOf(status, { [name]: value }));
		expect(pauses).toEqual([45_000, undefined, undefined, undefined]);
	}
	expect(retryAfterOf(429, { [name]: ['30'] })).toBeUndefined();
});

it('the first of several headers counts that can be read', () => {
	const all = { 'x-ratelimit-reset': '7', 'ratelimit-reset': '8', ratelimit: '"default";r=0;t=9' };
	expect(retryAfterOf(429, { ...all, 'retry-after': '0' })).toBe(0);
	expect(retryAfterOf(429, { ...all, 'retry-after': 'soon' })).toBe(7_000);
	expect(retryAfterOf(429, { ...all, 'x-ratelimit-reset': 'later' })).toBe(8_000);
	// Given up: the draft's header
	expect(retryAfterOf(429, { ratelimit: all.ratelimit })).toBeUndefined();
});
