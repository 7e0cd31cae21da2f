import fc from 'fast-check';

import { isRecord, recordOf, rowsIn } from '../../../../nodes/WebPageReport/shared/record';
import { isObject } from '../../../../nodes/WebPageReport/shared/value';

describe('one record', () => {
	it.each([
		['under data', { data: { id: 1 }, status: 200 }, { id: 1 }],
		['bare', { id: 1, status: 200 }, { id: 1, status: 200 }],
		['bare beside a field called data', { id: 1, data: 'x' }, { id: 1, data: 'x' }],
		['in a list', [{ id: 1 }], { id: 1 }],
		['in a list under data', { data: [{ id: 1 }], status: 201 }, { id: 1 }],
		...['url', 'project', 'result', 'privacy', 'generated_at'].map(
			(field): [string, unknown, object] => [
				`under data, known by its ${field}, beside an ID of the answer`,
				{ id: 'req-1', data: { id: 1, [field]: null } },
				{ id: 1, [field]: null },
			],
		),
		[
			'bare, with a record of another kind in a field called data',
			{ id: 1, url: 'x', data: { project: 'y' } },
			{ id: 1, url: 'x', data: { project: 'y' } },
		],
		['bare without an ID', { url: 'x', data: { id: 2 } }, { url: 'x', data: { id: 2 } }],
		[
			'bare, with details in a field called data',
			{ id: 1, data: { details: [1] } },
			{ id: 1, data: { details: [1] } },
		],
		['under data, with details', { data: { details: [1] } }, { details: [1] }],
	])('is found %s', (_, answer, record) => {
		expect(recordOf(answer)).toEqual(record);
	});

	it.each([
		'',
		'hello',
		{},
		{ data: {} },
		[],
		{ data: [], status: 200 },
		[{ id: 1 }, { id: 2 }],
		{ data: null, status: 200 },
		null,
		undefined,
	])('is not in %j', (answer) => {
		expect(recordOf(answer)).toBeUndefined();
	});

	it('is an object or nothing, whatever comes', () => {
		fc.assert(
			fc.property(fc.oneof(fc.jsonValue(), fc.record({ data: fc.jsonValue() })), (answer) => {
				const record = recordOf(answer);
				expect(record === undefined || isObject(record)).toBe(true);
			}),
		);
	});
});

it.each([
	[{ url: undefined }, true],
	[{ project: '' }, true],
	[{ id: 0 }, true],
	[{ result: 'good' }, false],
	[{ message: 'x', error: 'y' }, false],
	[[{ url: 'x' }], false],
	['url', false],
	[null, false],
])('%j is a record of the service: %j', (value, expected) => {
	expect(isRecord(value)).toBe(expected);
});

it.each([
	[
		[{ id: 2 }, 'x', null],
		[{ id: 2 }, 'x', null],
	],
	[{ data: [{ id: 2 }], meta: {}, links: [1] }, [{ id: 2 }]],
	[{ data: [] }, []],
	[{ rows: [{ id: 2 }], data: null }, undefined],
	[{ data: { id: 1 } }, undefined],
	['hello', undefined],
	[undefined, undefined],
])('the rows in %j are %j', (answer, found) => {
	expect(rowsIn(answer)).toEqual(found);
});
