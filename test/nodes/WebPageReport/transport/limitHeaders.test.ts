import type { IDataObject } from 'n8n-workflow';

import { remainingOf, retryAfterOf } from '../../../../nodes/WebPageReport/transport/limitHeaders';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);

beforeEach(() => {
	jest.useFakeTimers({ now });
});

afterEach(() => {
	jest.useRealTimers();
});

describe('Retry-After', () => {
	it.each<[unknown, number | undefined]>([
		// Seconds
		['120', 120_000],
		['0', 0],
		['10.25', 10_250],
		[' 7 ', 7_000],
		[30, 30_000],
		['999999999.5', 999_999_999_500],
		// A Unix time, in seconds or milliseconds
		[String(now / 1000 + 45), 45_000],
		[String(now / 1000 + 0.5), 500],
		[String(now / 1000 - 45), 0],
		[String(now + 45_000), 45_000],
		[String(now + 0.5), 0.5],
		[String(now - 45_000), 0],
		['999999999999', (999_999_999_999 - now / 1000) * 1000],
		['1000000000000', 0],
		// A date with its zone
		['Sat, 21 Nov 2026 13:30:00 +0100', 30 * 60_000],
		['Sat, 21 Nov 2026 12:30:00 gmt', 30 * 60_000],
		['Saturday, 21-Nov-26 12:30:00 GMT', 30 * 60_000],
		['Sat Nov 21 12:30:00 2026', 30 * 60_000],
		['2026-11-21T12:30:00.250000z', 30 * 60_000 + 250],
		['2026-11-21T13:30:00+01:00', 30 * 60_000],
		['2026-11-21 11:30:00 -0100', 30 * 60_000],
		// Unparsable
		...['', ' ', '-5', '+5', '5.', '.5', '1,5', '1e3', '5 minutes', 'in 12', 'soon', 'Mon'].map(
			(text): [string, undefined] => [text, undefined],
		),
		['2026-11-21', undefined],
		[true, undefined],
		[undefined, undefined],
	])('%j asks for a pause of %p milliseconds', (value, milliseconds) => {
		expect(retryAfterOf({ 'retry-after': value } as IDataObject)).toBe(milliseconds);
	});

	it.each(['2026-11-21T12:30:00', '2026-11-21 12:30:00', ' 2026-11-21T12:30:00.000 '])(
		'%j is a date in UTC, wherever n8n runs',
		(value) => {
			const parse = jest.spyOn(Date, 'parse');
			expect(retryAfterOf({ 'retry-after': value })).toBe(30 * 60_000);
			expect(parse.mock.calls.at(-1)).toEqual([`${value.trim()}Z`]);
			parse.mockRestore();
		},
	);

	it.each([
		['an hour ahead', 3_600_000],
		['an hour behind', -3_600_000],
	])('as a date is read by the clock of the service, which is %s', (_, ahead) => {
		const at = (milliseconds: number) => new Date(now + ahead + milliseconds).toUTCString();
		expect(retryAfterOf({ date: at(0), 'retry-after': at(2000) })).toBe(2000);
		expect(retryAfterOf({ date: 'today', 'retry-after': at(5000 - ahead) })).toBe(5000);
	});
});

describe.each(['x-ratelimit', 'x-rate-limit', 'ratelimit'])('%s-reset', (name) => {
	it.each([
		['0.25', 250],
		[String(now / 1000 + 45), 45_000],
		[new Date(now + 45_000).toISOString(), 45_000],
		['soon', undefined],
		[['30'], undefined],
	])('%j asks for a pause of %p ms', (value, milliseconds) => {
		expect(retryAfterOf({ [`${name}-reset`]: value })).toBe(milliseconds);
	});

	it.each<[unknown, IDataObject, number | undefined]>([
		[57, {}, undefined],
		['57', { ratelimit: '"burst";r=0;t=2' }, 2_000],
		['57', { 'retry-after': '5' }, 5_000],
		['0', {}, 3_000_000],
		['57, 0', {}, 3_000_000],
		['many', {}, 3_000_000],
		['', {}, 3_000_000],
	])('with %j requests left and %j, asks for a pause of %p ms', (left, more, milliseconds) => {
		const headers = { [`${name}-reset`]: '3000', [`${name}-remaining`]: left, ...more };
		expect(retryAfterOf(headers as IDataObject)).toBe(milliseconds);
	});
});

describe('RateLimit', () => {
	it.each<[string, string, number | undefined]>([
		['one policy', '"default";r=0;t=30', 30_000],
		['one policy with two times, of which the first counts', '"default";r=0;t=30;t=5', 30_000],
		['one policy with other parameters', '"default";r=0;pk=:dXNlcg==:;t=30', 30_000],
		['one policy with something left', '"default";r=5;t=30', undefined],
		['one policy that says nothing about what is left', '"default";t=30', 30_000],
		['one policy with a name of two words', '"per day, per user";r=0;t=30', 30_000],
		['one policy with a name that looks like figures', '"t=5";r=0;t=30', 30_000],
		['one policy with a quote in its name', String.raw`"a\", \"t=5";r=0;t=30`, 30_000],
		['several, of which one has a name like figures', '"r=0";r=5;t=600, "b";r=0;t=2', 2_000],
		['several, of which one is used up', '"burst";r=0;t=2, "day";r=900;t=36000', 2_000],
		['several that are used up', '"burst";r=0;t=2, "day";r=0;t=60, "hour";r=0;t=30', 60_000],
		['several with something left', '"burst";r=1;t=2, "day";r=10;t=60', undefined],
		['several, of which one does not say', '"burst";t=2, "day";r=10;t=60', 2_000],
		['several, of which the one used up has no time', '"burst";r=0, "day";r=5;t=60', undefined],
		['the old form', 'limit=60, remaining=0, reset=30', 30_000],
		['the old form with something left', 'limit=60, remaining=60, reset=30', undefined],
		['a name that ends in t', '"default";r=0;left=30', undefined],
		['a time that is not a number', '"default";r=0;t=soon', undefined],
	])('is read: %s', (_, ratelimit, milliseconds) => {
		expect(retryAfterOf({ ratelimit })).toBe(milliseconds);
	});
});

it('uses the first of several headers that it understands', () => {
	const all = { 'x-ratelimit-reset': '7', 'ratelimit-reset': '8', ratelimit: '"default";r=0;t=9' };
	// Symfony's comes after the standard one
	const symfony = { ...all, 'x-ratelimit-retry-after': '6' };
	expect(retryAfterOf({ ...symfony, 'retry-after': '0' })).toBe(0);
	expect(retryAfterOf(symfony)).toBe(6_000);
	expect(retryAfterOf({ ...all, 'retry-after': 'soon' })).toBe(7_000);
	expect(retryAfterOf({ ...all, 'x-ratelimit-reset': 'later' })).toBe(8_000);
	expect(retryAfterOf({ ...all, 'x-ratelimit-reset': '', 'ratelimit-reset': '' })).toBe(9_000);
});

it.each<[string, IDataObject, number | undefined]>([
	['Laravel', { 'x-ratelimit-remaining': '59' }, 59],
	['a number', { 'x-ratelimit-remaining': 7 }, 7],
	['a window after it', { 'x-ratelimit-remaining': '7, 7;w=60' }, 7],
	['the older draft', { 'ratelimit-remaining': '12' }, 12],
	['the draft', { ratelimit: '"default"; r=50; t=30' }, 50],
	['a name that looks like figures', { ratelimit: '"r=0";r=50;t=30' }, 50],
	['a name with a quote in it', { ratelimit: String.raw`"a\", \"r=0";r=50;t=30` }, 50],
	['the oldest draft', { ratelimit: 'limit=60, remaining=40, reset=30' }, 40],
	['several windows: the fewest', { ratelimit: '"burst";r=9;t=2, "day";r=3;t=600' }, 3],
	['two headers: the fewest', { 'x-ratelimit-remaining': '9', 'ratelimit-remaining': '4' }, 4],
	['no header', {}, undefined],
	['a negative number', { 'x-ratelimit-remaining': '-1' }, undefined],
	['a word', { 'x-ratelimit-remaining': 'many' }, undefined],
	['Yii', { 'x-rate-limit-remaining': '3', 'x-rate-limit-limit': '60' }, 3],
	[
		'a limit of 0, which means no limit',
		{ 'x-ratelimit-limit': '0', 'x-ratelimit-remaining': 0 },
		undefined,
	],
	['only the limit', { 'x-ratelimit-limit': '60', ratelimit: 'limit=60' }, undefined],
	['a list of headers', { 'x-ratelimit-remaining': ['9', '8'] }, undefined],
	['only the end of the window', { 'retry-after': '30', 'x-ratelimit-reset': '30' }, undefined],
])('reads how many requests are left: %s', (_, headers, remaining) => {
	expect(remainingOf(headers)).toBe(remaining);
});
