import { isRecord, recordOf, rowsIn } from '../../../../nodes/WebPageReport/shared/record';

describe('one record', () => {
	it.each([
		{ data: { id: 1 }, status: 200 },
		[{ id: 1 }],
		{ data: [{ id: 1 }], status: 201 },
		{ data: [{ id: 1 }], meta: { code: 200 }, links: {} },
		{ id: 'req-1', data: { id: 1 } },
		{ success: true, data: { data: { id: 1 } } },
		{ success: true, report: { id: 1 } },
		{ data: { report: { id: 1 }, remaining: 3 } },
	])('is found in %j', (answer) => {
		expect(recordOf(answer)).toEqual({ id: 1 });
	});

	it.each([
		{ id: 1, data: 'x' },
		{ id: 1, url: 'x', data: { project: 'y' } },
		{ url: 'x', data: { id: 2 } },
		{ project: 'x', data: { id: 2 } },
		{ id: 1, data: { details: [1] } },
		...[{ subtitle: 'x' }, { titles: 'x' }],
	])('is %j itself, whatever its data field contains', (answer) => {
		expect(recordOf(answer)).toBe(answer);
	});

	it.each([
		'',
		'hello',
		{},
		{ data: {} },
		[],
		{ data: [], status: 200 },
		[{ id: 1 }, { id: 2 }],
		{ data: [{ id: 1 }], meta: { total: 1 } },
		{ data: [{ id: 1 }], links: { total: 1 } },
		{ data: [{ id: 1 }], pagination: { per_page: 25 } },
		{ data: [{ id: 1 }], per_page: 25 },
		{ data: null, success: true, status: 200, message: 'You have reached your limit.' },
		{ result: 'success', statusCode: 200, '@type': 'x' },
		...['error', 'errorMessage', 'status', 'time', 'requestId', 'hydra:title'].map((name) => ({
			[name]: 'x',
		})),
		null,
		undefined,
	])('is not in %j', (answer) => {
		expect(recordOf(answer)).toBeUndefined();
	});
});

it.each([
	[{ url: 'example.com/a' }, true],
	[{ url: 'http://localhost' }, true],
	[{ url: 'It cannot be reached, see https://a.example.' }, false],
	[{ url: 'https://a.example cannot be reached.' }, false],
	[{ url: 'Unreachable' }, false],
	[{ url: ['Enter a page.'] }, false],
	[{ url: undefined }, false],
	[{ project: 'example.com' }, true],
	[{ project: 'It is too long.' }, false],
	[{ project: '' }, false],
	[{ id: 0 }, true],
	[{ id: ['It is unknown.'] }, false],
	[{ id: 'No report has this ID.' }, false],
	[{ result: 'good' }, false],
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
	[{ data: { data: [{ id: 2 }] } }, [{ id: 2 }]],
	[{ data: null }, []],
	[{ data: {} }, []],
	[{ data: { 0: { id: 1 }, 2: { id: 3 } } }, undefined],
	['', []],
	[null, []],
	[{ data: { id: 1 } }, undefined],
	[{}, undefined],
	['hello', undefined],
])('the rows in %j are %j', (answer, found) => {
	expect(rowsIn(answer)).toEqual(found);
});
