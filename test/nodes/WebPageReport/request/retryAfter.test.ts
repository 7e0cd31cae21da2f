import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { retryAfterOf } from '../../../../nodes/WebPageReport/request/retryAfter';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);

/** The three forms of a date in HTTP (RFC 9110, section 5.6.7). */
const dateForms: Array<[string, (date: Date) => string]> = [
	['today', (date) => date.toUTCString()],
	[
		'in the form of RFC 850',
		(date) => {
			const weekday = date.toLocaleString('en-US', { weekday: 'long', timeZone: 'UTC' });
			const [, day, month, year, time] = date.toUTCString().split(' ');
			return `${weekday}, ${String(day)}-${String(month)}-${String(year).slice(2)} ${String(time)} GMT`;
		},
	],
	[
		'in the form of asctime',
		(date) => {
			const [weekday, day, month, year, time] = date.toUTCString().split(' ');
			const padded = String(Number(day)).padStart(2);
			return `${String(weekday).slice(0, 3)} ${String(month)} ${padded} ${String(time)} ${String(year)}`;
		},
	],
];

describe('Retry-After', () => {
	it.each([
		['120', 120_000],
		['0', 0],
		['1.5', 1_500],
		['10.25', 10_250],
		[' 7 ', 7_000],
		[30, 30_000],
		['1000000000', 1_000_000_000_000],
	])('%j is a number of seconds', (value, milliseconds) => {
		expect(retryAfterOf({ 'retry-after': value }, now)).toBe(milliseconds);
	});

	it.each([
		'',
		' ',
		'-5',
		'+5',
		'5.',
		'.5',
		'1,5',
		'1e3',
		'5 minutes',
		'soon',
		'2026-11-21',
		true,
		undefined,
	])('%j cannot be understood', (value) => {
		expect(retryAfterOf({ 'retry-after': value }, now)).toBeUndefined();
	});

	it.each([
		['Sat, 21 Nov 2026 13:30:00 +0100', 30 * 60_000],
		['Sat, 21 Nov 2026 11:30:00 -0100', 30 * 60_000],
		['Sat, 21 Nov 2026 12:30:00 UTC', 30 * 60_000],
	])('%j keeps its time zone', (value, milliseconds) => {
		expect(retryAfterOf({ 'retry-after': value }, now)).toBe(milliseconds);
	});

	it.each(dateForms)('is read as a date %s, to the second', (_, form) => {
		const seconds = fc.integer({ min: 0, max: 20 * 365 * 86_400 });
		fc.assert(
			fc.property(seconds, (ahead) => {
				const header = form(new Date(now + ahead * 1000));
				expect(retryAfterOf({ 'retry-after': header }, now)).toBe(ahead * 1000);
			}),
		);
	});

	it.each(dateForms)('in the past asks for no pause as a date %s', (_, form) => {
		expect(retryAfterOf({ 'retry-after': form(new Date(now - 1000)) }, now)).toBe(0);
	});

	it('is believed before X-RateLimit-Reset, also as a date', () => {
		const reset = { 'x-ratelimit-reset': '99' };
		const date = new Date(now + 5_000).toUTCString();
		expect(retryAfterOf({ ...reset, 'retry-after': '5' }, now)).toBe(5_000);
		expect(retryAfterOf({ ...reset, 'retry-after': date }, now)).toBe(5_000);
	});
});

describe('X-RateLimit-Reset', () => {
	it.each([
		['30', 30_000],
		[' 30 ', 30_000],
		[30, 30_000],
		['0', 0],
		['999999999', 999_999_999_000],
		[String(now / 1000 + 45), 45_000],
		[String(now / 1000 - 45), 0],
		['1000000000', 0],
		['', undefined],
		['-1', undefined],
		[new Date(now).toUTCString(), undefined],
	])('%j is a number of seconds or a point in time', (value, milliseconds) => {
		expect(retryAfterOf({ 'x-ratelimit-reset': value }, now)).toBe(milliseconds);
	});

	it('counts where Retry-After cannot be understood', () => {
		const headers = { 'retry-after': 'soon', 'x-ratelimit-reset': '8' };
		expect(retryAfterOf(headers, now)).toBe(8_000);
	});
});

describe('whatever the headers hold', () => {
	const header = fc.oneof(
		fc.string(),
		fc.integer().map(String),
		fc.double().map(String),
		fc.stringMatching(/^\d{1,400}$/),
		fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
		fc.anything(),
	);

	it('the pause is a number of milliseconds from 0 on, or unknown', () => {
		fc.assert(
			fc.property(header, header, (retryAfter, reset) => {
				const headers = { 'retry-after': retryAfter, 'x-ratelimit-reset': reset } as IDataObject;
				const time = retryAfterOf(headers, now);
				expect(time === undefined || time >= 0).toBe(true);
			}),
		);
	});

	it('no headers say nothing', () => {
		expect(retryAfterOf({}, now)).toBeUndefined();
	});
});

it.each(['in 12', 'soon', 'Mon', '-5', '5 minutes'])('"%s" is no time', (text) => {
	expect(retryAfterOf({ 'retry-after': text }, now)).toBeUndefined();
});
