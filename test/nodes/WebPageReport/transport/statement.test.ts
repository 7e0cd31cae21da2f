import type { IDataObject } from 'n8n-workflow';

import { statementOf } from '../../../../nodes/WebPageReport/transport/statement';

const now = Date.UTC(2026, 10, 21, 12);

describe('what an answer says of a limit', () => {
	it.each<[string, IDataObject, number]>([
		['Laravel', { 'x-ratelimit-remaining': '59' }, 59],
		['nothing left', { 'x-ratelimit-remaining': '0' }, 0],
		['a number', { 'x-ratelimit-remaining': 7 }, 7],
		['spaces', { 'x-ratelimit-remaining': ' 7 ' }, 7],
		['a window after it', { 'x-ratelimit-remaining': '7, 7;w=60' }, 7],
		['the older draft', { 'ratelimit-remaining': '12' }, 12],
		['the draft', { ratelimit: '"default";r=50;t=30' }, 50],
		['the draft with spaces', { ratelimit: '"default"; r=50; t=30' }, 50],
		['a name that looks like figures', { ratelimit: '"r=0";r=50;t=30' }, 50],
		['a name with a quote in it', { ratelimit: String.raw`"a\", \"r=0";r=50;t=30` }, 50],
		['the oldest draft', { ratelimit: 'limit=60, remaining=40, reset=30' }, 40],
		['several windows: the fewest', { ratelimit: '"burst";r=9;t=2, "day";r=3;t=600' }, 3],
		['two headers: the fewest', { 'x-ratelimit-remaining': '9', 'ratelimit-remaining': '4' }, 4],
	])('is how many are left: %s', (_, headers, remaining) => {
		expect(statementOf(headers, now).remaining).toBe(remaining);
	});

	it.each<[string, IDataObject]>([
		['no header', {}],
		['an empty one', { 'x-ratelimit-remaining': '' }],
		['a negative number', { 'x-ratelimit-remaining': '-1' }],
		['a word', { 'x-ratelimit-remaining': 'many' }],
		['the limit alone', { 'x-ratelimit-limit': '60', ratelimit: 'limit=60' }],
		['a list of headers', { 'x-ratelimit-remaining': ['9', '8'] }],
		['the end of the window alone', { 'retry-after': '30', 'x-ratelimit-reset': '30' }],
	])('is nothing by %s', (_, headers) => {
		expect(statementOf(headers, now)).toEqual({});
	});

	it.each<[string, IDataObject, number | undefined]>([
		['Retry-After', { 'retry-after': '5' }, 5_000],
		['a duration', { 'ratelimit-reset': '30' }, 30_000],
		['a point in time', { 'x-ratelimit-reset': String(now / 1000 + 30) }, 30_000],
		['the draft', { ratelimit: '"default";r=0;t=20' }, 20_000],
		['nothing', {}, undefined],
	])('is when there will be more: %s', (_, headers, resetAfter) => {
		const all = { 'x-ratelimit-remaining': '0', ...headers };
		expect(statementOf(all, now)).toEqual({ remaining: 0, resetAfter });
	});
});
