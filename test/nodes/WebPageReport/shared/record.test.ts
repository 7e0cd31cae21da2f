import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { isRecord, recordOf, rowsIn } from '../../../../nodes/WebPageReport/shared/record';
import { isObject } from '../../../../nodes/WebPageReport/shared/value';

/** Anything a service can send as JSON, often in an envelope and often with a password. */
const body = fc.oneof(
	fc.jsonValue(),
	fc.record({ data: fc.jsonValue(), password: fc.string() }, { requiredKeys: [] }),
	fc.record({ data: fc.array(fc.jsonValue()), meta: fc.jsonValue() }),
	fc.record({ data: fc.record({ id: fc.nat(), password: fc.string(), results: fc.object() }) }),
);

describe('one record', () => {
	it.each([
		['under data', { data: { id: 1 }, status: 200 }, { id: 1 }],
		['bare', { id: 1, status: 200 }, { id: 1, status: 200 }],
		['bare beside a field called data', { id: 1, data: 'x' }, { id: 1, data: 'x' }],
		['in a list', [{ id: 1 }], { id: 1 }],
		['in a list under data', { data: [{ id: 1 }], status: 201 }, { id: 1 }],
		...['url', 'project', 'result', 'privacy', 'generated_at'].map(
			(field): [string, unknown, IDataObject] => [
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
		['an empty answer', ''],
		['a text', 'hello'],
		['an empty object', {}],
		['an empty object under data', { data: {} }],
		['an empty list', []],
		['an empty list under data', { data: [], status: 200 }],
		['null under data', { data: null, status: 200 }],
		['null', null],
		['undefined', undefined],
	])('is not in %s', (_, answer) => {
		expect(recordOf(answer)).toBeUndefined();
	});

	it('is an object or nothing, whatever comes', () => {
		fc.assert(
			fc.property(body, (answer) => {
				const record = recordOf(answer);
				expect(record === undefined || isObject(record)).toBe(true);
			}),
		);
	});
});

describe('a record of the service', () => {
	it.each([
		[{ url: undefined }, true],
		[{ project: '' }, true],
		[{ id: 0 }, true],
		[{ result: 'good' }, false],
		[{ message: 'x', error: 'y' }, false],
		[{}, false],
		[[{ url: 'x' }], false],
		['url', false],
		[null, false],
	])('%j: %j', (value, expected) => {
		expect(isRecord(value)).toBe(expected);
	});
});

describe('the rows in an answer', () => {
	const rows = [{ id: 2 }, 'x', null];

	it.each([
		['bare', rows, rows],
		['under data', { data: rows, meta: {} }, rows],
		['none', { data: [] }, []],
		['beside other lists', { data: rows, links: [1] }, rows],
		['in no other field', { rows, data: null }, undefined],
		['in no record', { data: { id: 1 } }, undefined],
		['in no text', 'hello', undefined],
		['in no empty answer', '', undefined],
		['in nothing', undefined, undefined],
	])('are those that stand there, %s', (_, answer, found) => {
		expect(rowsIn(answer)).toEqual(found);
	});
});
