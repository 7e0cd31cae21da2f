import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import { pageOf } from '../../../../nodes/WebPageReport/list/page';
import { readList, type Wanted } from '../../../../nodes/WebPageReport/list/readList';
import { randomOf } from '../transport/simulation/service';
import { type Changes, ChangingService, type Traits } from './changingService';

/** Rows with the IDs from first to last. */
const rowsOf = (first: number, last: number): IDataObject[] =>
	Array.from({ length: last - first + 1 }, (_, index) => ({ id: first + index }));

/**
 * Reads a list of bodies, whose last one repeats forever. Records the requested pages, and the highest concurrency.
 *
 * @param first the bodies of the first pass, if different
 */
async function read(bodies: unknown[], wanted: Partial<Wanted> = {}, first = bodies) {
	const asked: number[] = [];
	let atOnce = 0;
	let most = 0;
	const readPage = async (number: number) => {
		asked.push(number);
		const isFirst = asked.lastIndexOf(1) === 0;
		const shown = isFirst ? first : bodies;
		most = Math.max(most, ++atOnce);
		await Promise.resolve();
		expect(atOnce === 1 || isFirst).toBe(true);
		atOnce--;
		return pageOf(shown[Math.min(number, shown.length) - 1], number);
	};
	const all = { limit: Infinity, identifier: 'id', atOnce: 10, ...wanted };
	const outcome = await readList(readPage, all).catch((error: unknown) => {
		if (error instanceof Failure) return error;
		throw error;
	});
	return { outcome, asked, most };
}

/** Pages of ten rows, the last one shorter, with these figures. */
const pagesOf = (count: number, figures: object) =>
	Array.from({ length: Math.ceil(count / 10) }, (_, index) => ({
		data: rowsOf(10 * index + 1, Math.min(count, 10 * index + 10)),
		...figures,
	}));

const next = { links: { next: '/' } };

describe('is read in full:', () => {
	it.each<[string, unknown[], number, number[], number?]>([
		['a list of one page without page information', [rowsOf(1, 3)], 3, [1]],
		['a list of pages read concurrently', pagesOf(40, { total: 40 }), 40, [1, 2, 3, 4], 3],
		['a list that states only the number of pages', pagesOf(15, { last_page: 2 }), 15, [1, 2]],
		[
			'a list whose last page number is too high',
			pagesOf(5, { total: 5, last_page: 9 }),
			5,
			[1, 2],
		],
		['a list from a service that ignores page', [rowsOf(1, 12)], 12, [1, 2]],
		['a list whose last page is followed by a 404', [rowsOf(1, 12), undefined], 12, [1, 2]],
		[
			'a list with a total, if all pages are the same',
			pagesOf(10, { total: 10, ...next }),
			10,
			[1, 2],
		],
		[
			'a list with empty pages that link on',
			[...pagesOf(10, next), { data: [], ...next }],
			10,
			[1, 2, 3],
		],
		[
			'a list whose rows are filtered after its pages were made',
			[{ data: [], ...next }, { data: rowsOf(1, 3), ...next }, { data: [], ...next }, rowsOf(4, 5)],
			5,
			[1, 2, 3, 4],
		],
		[
			'a list that announces a page without rows, twice',
			[...pagesOf(10, next), []],
			10,
			[1, 2, 1, 2],
		],
		[
			'a list whose total is really the number of rows on each page',
			pagesOf(15, { last_page: 2 }).map((page) => ({ ...page, total: page.data.length })),
			15,
			[1, 2],
		],
	])('%s', async (_, bodies, count, asked, most = 1) => {
		expect(await read(bodies)).toEqual({ outcome: rowsOf(1, count), asked, most });
	});
});

it('ends a list whose pages link on for ever, although its total is not reached', async () => {
	const bodies = [...pagesOf(20, { total: 25, ...next }), { data: [], total: 25, ...next }];
	const { outcome, asked } = await read(bodies);
	expect(outcome).toMatchObject({
		message: 'The service reported 25 entries but returned 20',
	});
	expect(Math.max(...asked)).toBe(4);
});

it('reads a list again if a page that it announced was empty', async () => {
	const [first] = pagesOf(15, next);
	const { outcome } = await read([first, rowsOf(11, 15)], {}, [first, []]);
	expect(outcome).toEqual(rowsOf(1, 15));
});

it.each([{ total: 40 }, next])(
	'asks for no page beyond the limit of a list with %j',
	async (figures) => {
		const { outcome, asked } = await read(pagesOf(40, figures), { limit: 10 });
		expect([outcome, asked]).toEqual([rowsOf(1, 10), [1]]);
	},
);

it('returns all rows of a list without identifiers, even if they are equal', async () => {
	const rows = Array.from({ length: 12 }, () => ({ name: 'x' }));
	expect((await read([{ data: rows, ...next }, [{ name: 'x' }]])).outcome).toHaveLength(13);
});

describe('a list is an error after three passes', () => {
	it.each<[string, unknown[], string]>([
		[
			'if one row is missing',
			[...pagesOf(15, { total: 16 }), { data: [], total: 16 }],
			'The service reported 16 entries but returned 15',
		],
		[
			'if announced pages do not arrive',
			[...pagesOf(10, { last_page: 3 }), { data: [], last_page: 3 }],
			'The service reported more pages than it returned',
		],
		[
			'if every page links to a next one, with the same rows in any order',
			Array.from({ length: 99 }, (_, page) => ({
				data: [...rowsOf(1 + (page % 10), 10), ...rowsOf(1, page % 10)],
				...next,
			})),
			'The list kept changing while it was read',
		],
		[
			'if a row moves to a later page, without a total',
			[
				{ data: rowsOf(1, 10), ...next },
				{ data: [...rowsOf(11, 19), { id: 5 }], ...next },
				rowsOf(20, 25),
			],
			'The list kept changing while it was read',
		],
		[
			'if rows are on two pages, because they are equal in what the list is sorted by',
			pagesOf(25, { total: 25 }).map(({ data }, page) => ({
				data: page === 1 ? [...data.slice(2), ...rowsOf(1, 2)] : data,
				total: 25,
			})),
			'The list kept changing while it was read',
		],
		[
			'if all pages are the same, and link to another',
			pagesOf(10, next),
			'The service reported more pages than it returned',
		],
		[
			'if a counted page does not exist',
			[...pagesOf(10, { last_page: 3 }), undefined],
			'The service reported more pages than it returned',
		],
		[
			'if the last page has nothing new, without a total',
			[{ data: rowsOf(1, 10), ...next }, rowsOf(10, 10)],
			'The service reported more pages than it returned',
		],
	])('%s', async (_, bodies, message) => {
		const { outcome, asked } = await read(bodies);
		const isChanging = message.includes('changing');
		expect(outcome).toMatchObject({ message, details: { isTransient: true, fate: 'refused' } });
		const todo = isChanging
			? /^Choose a different Sort By \(entries with equal values/
			: /^Try again, or .* Limit to [1-9]\d* or less/;
		expect((outcome as Failure).advice).toMatch(todo);
		expect(asked.filter((number) => number === 1)).toHaveLength(3);
		expect(asked.length).toBeLessThanOrEqual(12);
	});
});

it('returns each row once if a list without a total grows during the read', async () => {
	const bodies = [
		{ data: rowsOf(1, 10), ...next },
		{ data: rowsOf(10, 19), ...next },
		{ data: rowsOf(19, 28), ...next },
		rowsOf(29, 35),
	];
	expect(await read(bodies)).toEqual({ outcome: rowsOf(1, 35), asked: [1, 2, 3, 4], most: 1 });
});

describe('a list whose total changed during a concurrent read is read page by page, and', () => {
	const changed = [
		{ data: rowsOf(1, 10), total: 30 },
		{ data: rowsOf(11, 20), total: 31 },
	];
	/** Pages, each given by its first row, its last row and the total. */
	const shown = (...pages: Array<[number, number, number]>) =>
		pages.map(([first, last, total]) => ({ data: rowsOf(first, last), total }));

	it.each<[string, unknown[], number]>([
		['nothing else changes', pagesOf(30, { total: 30 }), 30],
		['a new row pushes others', shown([1, 10, 29], [10, 19, 30], [20, 29, 30]), 29],
		['ten new rows push others', shown([1, 10, 20], [1, 10, 30], [11, 20, 30]), 20],
	])('is complete if %s', async (_, bodies, count) => {
		expect((await read(bodies, {}, changed)).outcome).toEqual(rowsOf(1, count));
	});

	it.each<[string, unknown[]]>([
		['a row comes twice, without a new one', shown([1, 10, 29], [10, 19, 29], [20, 29, 29])],
		[
			'two rows come twice, with one new row',
			shown([1, 10, 30], [9, 18, 31], [19, 28, 31], [29, 31, 31]),
		],
		[
			'a row moves to a later page, with one new row',
			[
				{ data: rowsOf(1, 10), total: 29 },
				{ data: [...rowsOf(11, 19), { id: 5 }], total: 30 },
				...shown([20, 29, 30], [30, 30, 30]),
			],
		],
		['its total drops', shown([1, 10, 31], [11, 20, 30], [21, 30, 30])],
		[
			'its total drops below the rows already read',
			[...shown([1, 10, 30], [11, 20, 30]), { data: [], total: 15 }],
		],
	])('is an error if %s', async (_, bodies) => {
		const { outcome, asked } = await read(bodies, {}, changed);
		expect(outcome).toMatchObject({ message: 'The list kept changing while it was read' });
		expect(asked.filter((number) => number === 1)).toHaveLength(3);
	});
});

const NOTHING: Changes = { create: 0, remove: 0, again: 0 };

const changes = fc.oneof(
	fc.constant(NOTHING),
	fc.constant({ create: 0.1, remove: 0, again: 0 }),
	fc.record({
		create: fc.constantFrom(0, 0.05, 0.3),
		remove: fc.constantFrom(0, 0.05, 0.1),
		again: fc.constantFrom(0, 0.05, 0.1),
	}),
);

/** Lists, and the number of concurrent page reads. */
const lists = fc.record<Traits & { atOnce: number; seed: number }>({
	order: fc.constantFrom('id', 'at'),
	changes,
	rows: fc.nat(15).chain((tens) => fc.integer({ min: 10 * tens, max: 10 * tens + 9 })),
	perPage: fc.constantFrom(10, 25),
	statesTotals: fc.boolean(),
	atOnce: fc.integer({ min: 1, max: 10 }),
	seed: fc.nat(1_000_000),
});

const anyLimit = fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 200 }));

/** The rows of a list, or the failure to read it. */
async function readingOf(service: ChangingService, wanted: Omit<Wanted, 'identifier'>) {
	try {
		return await readList(service.readPage, { ...wanted, identifier: 'id' });
	} catch (error) {
		if (error instanceof Failure) return error;
		throw error;
	}
}

describe('a list that changes during the read', () => {
	it('returns every row that existed throughout, each once and in order, or is an error', async () => {
		const read = { whole: 0, changed: 0, failed: 0 };
		const stated = lists.map((list) => ({ ...list, statesTotals: true }));
		const property = fc.asyncProperty(stated, async ({ atOnce, seed, ...traits }) => {
			const service = new ChangingService(traits, randomOf(seed));
			const before = service.sorted.length;
			const rows = await readingOf(service, { limit: Infinity, atOnce });
			if (rows instanceof Failure) {
				expect(rows.details.fate).toBe('refused');
				read.failed++;
				return;
			}
			read[rows.length === before ? 'whole' : 'changed']++;
			const keys = rows.map(({ id, at }) => Number(traits.order === 'id' ? id : at));
			expect(keys).toEqual([...new Set(keys)].sort((a, b) => b - a));
			const ids = new Set(rows.map(({ id }) => Number(id)));
			expect(ids.size).toBe(rows.length);
			expect([...service.always].filter((id) => !ids.has(id))).toEqual([]);
		});
		await fc.assert(property, { numRuns: 600, seed: 21 });
		// Guard against a vacuous property: each outcome has to occur often enough
		expect(read.whole).toBeGreaterThan(200);
		expect(read.changed).toBeGreaterThan(20);
		expect(read.failed).toBeGreaterThan(20);
	});
});

it('a list that does not change is never an error, and is returned as it is, up to the limit', async () => {
	const still = lists.map((list) => ({ ...list, changes: NOTHING }));
	const property = fc.asyncProperty(still, anyLimit, async (list, limit) => {
		const { atOnce, seed, ...traits } = list;
		const service = new ChangingService(traits, randomOf(seed));
		const rows = await readingOf(service, { limit, atOnce });
		expect(rows).toEqual(service.sorted.slice(0, limit));
	});
	await fc.assert(property, { numRuns: 300, seed: 23 });
});
