import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import { recordOf, rowsOf, simplified } from '../../../../nodes/WebPageReport/output/answer';
import { isRecord } from '../../../../nodes/WebPageReport/shared/record';
import { isObject, toText } from '../../../../nodes/WebPageReport/shared/value';
import { failureOf } from '../../../support/failureOf';

/** Anything a service can send as JSON, often in an envelope and often with a password. */
const body = fc.oneof(
	fc.jsonValue(),
	fc.record({ data: fc.jsonValue(), password: fc.string() }, { requiredKeys: [] }),
	fc.record({ data: fc.array(fc.jsonValue()), meta: fc.jsonValue() }),
	fc.record({ data: fc.record({ id: fc.nat(), password: fc.string(), results: fc.object() }) }),
);

describe('the rows of a list', () => {
	const rows = [{ id: 2 }, { id: 1 }];

	it.each([
		['bare', rows],
		['under data', { data: rows, meta: {}, status: 200 }],
	])('are found %s', (_, answer) => {
		expect(rowsOf(answer)).toEqual(rows);
	});

	it.each([
		['bare', []],
		['under data', { data: [] }],
	])('can be none, %s', (_, answer) => {
		expect(rowsOf(answer)).toEqual([]);
	});

	it('come out as objects, also where the service sends single values', () => {
		expect(rowsOf(['example.com', 7, null, [1]])).toEqual([
			{ value: 'example.com' },
			{ value: 7 },
			{ value: null },
			{ value: [1] },
		]);
	});

	it.each([
		['an object', { id: 1 }],
		['data that is an object', { data: { id: 1 } }],
		['data that is null', { data: null }],
		['a text', 'hello'],
		['nothing', ''],
		['undefined', undefined],
		['null', null],
	])('are missed in %s', async (_, answer) => {
		const { title, advice, details } = await failureOf(() => rowsOf(answer));
		expect(title).toBe('The service answered with something other than a list');
		expect(advice).toBe(
			'Check Base URL in the credential: it has to be the address of the API, usually ending in /api/v1.',
		);
		expect(details).toEqual({});
	});

	it('are objects, or the reading ends with a failure, whatever comes', () => {
		fc.assert(
			fc.property(body, (answer) => {
				try {
					for (const row of rowsOf(answer)) expect(isObject(row)).toBe(true);
				} catch (error) {
					expect(error).toBeInstanceOf(Failure);
				}
			}),
		);
	});
});

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

describe('a simplified record', () => {
	it('keeps single values, null among them, and leaves out lists and objects', () => {
		const record = { id: 1, url: 'x', good: true, none: null, list: [1], details: { a: 1 } };
		expect(simplified(record)).toEqual({ id: 1, url: 'x', good: true, none: null });
	});

	it('is whole where only nested details would be left out', () => {
		const record = { results: { a: 1 } };
		expect(simplified(record)).toBe(record);
	});

	it('does not change when simplified again, and holds nothing that was not there', () => {
		fc.assert(
			fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (record) => {
				const once = simplified(record);
				expect(simplified(once)).toEqual(once);
				for (const [key, value] of Object.entries(once)) expect(record[key]).toBe(value);
			}),
		);
	});
});

describe('a value as a text', () => {
	it.each([
		['a', 'a'],
		['', ''],
		[0, '0'],
		[42, '42'],
		[false, 'false'],
		[true, 'true'],
		[null, ''],
		[undefined, ''],
		[['a'], ''],
		[{ a: 1 }, ''],
	])('is for %j %j', (value, text) => {
		expect(toText(value)).toBe(text);
	});
});

describe('an object with fields', () => {
	it.each([
		[{}, true],
		[{ a: 1 }, true],
		[[], false],
		[null, false],
		[undefined, false],
		['a', false],
		[1, false],
	])('%j: %j', (value, expected) => {
		expect(isObject(value)).toBe(expected);
	});
});

describe('a record of the service', () => {
	it.each([
		[{ url: undefined }, true],
		[{ project: '' }, true],
		[{ result: 'good' }, true],
		[{ privacy: 0 }, true],
		[{ generated_at: null }, true],
		[{ id: 1, data: { url: 'x' } }, false],
		[{ id: 1, message: 'x', error: 'y' }, false],
		[{}, false],
		[[{ url: 'x' }], false],
		['url', false],
		[null, false],
	])('%j: %j', (value, expected) => {
		expect(isRecord(value)).toBe(expected);
	});
});
