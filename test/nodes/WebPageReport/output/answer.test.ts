import fc from 'fast-check';

import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import { rowsOf, simplified } from '../../../../nodes/WebPageReport/output/answer';
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
		expect(title).toBe('The service returned something other than a list');
		expect(advice).toBe(
			'Check Base URL in the credential. It must be the address of the API, usually ending in /api/v1.',
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
