import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import { pageOf } from '../../../../nodes/WebPageReport/list/page';
import { readList, type Wanted } from '../../../../nodes/WebPageReport/list/readList';
import { contentOf } from '../../../../nodes/WebPageReport/response/content';
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
		return pageOf(contentOf(shown[Math.min(number, shown.length) - 1]), number);
	};
	const all = { limit: Infinity, pageSize: 10, identifier: 'id', atOnce: 10, ...wanted };
	const outcome = await outcomeOf(readList(readPage, all));
	const passes = asked.filter((number) => number === 1).length;
	return { outcome, asked, most, passes, message: outcome instanceof Failure && outcome.message };
}

/** The rows of a list, or the failure to read it. */
async function outcomeOf(reading: Promise<IDataObject[]>) {
	return await reading.catch((error: unknown) => {
		if (error instanceof Failure) return error;
		throw error;
	});
}

/** A page with the rows from first to last, and these figures. */
const page = (first: number, last: number, figures: object = {}) => ({
	data: rowsOf(first, last),
	...figures,
});

/** Pages of ten rows, the last one shorter, with these figures. */
const pagesOf = (count: number, figures: object) =>
	Array.from({ length: Math.ceil(count / 10) }, (_, index) =>
		page(10 * index + 1, Math.min(count, 10 * index + 10), figures),
	);

const next = { links: { next: '/' } };
const NO_ROWS = { data: [], ...next };

it.each<[string, unknown[], number, number[], number?]>([
	['no page information, and an empty last page', [rowsOf(1, 10), []], 10, [1, 2]],
	['a total: pages are read side by side', pagesOf(40, { total: 40 }), 40, [1, 2, 3, 4], 3],
	['links', [...pagesOf(10, next), page(11, 12)], 12, [1, 2]],
	['a last page number that is too high', pagesOf(5, { total: 5, last_page: 9 }), 5, [1, 2]],
	['all rows on each page, counted', pagesOf(10, { total: 10, ...next }), 10, [1, 2]],
	['a total of one group', pagesOf(25, { total: 3 }), 25, [1, 2, 3]],
	['pushed rows', [page(1, 10, next), page(10, 19, next), rowsOf(18, 20)], 20, [1, 2, 3]],
])('a list is read in full: %s', async (_, bodies, count, asked, most = 1) => {
	expect(await read(bodies)).toMatchObject({ outcome: rowsOf(1, count), asked, most });
});

it('asks for no page beyond the limit', async () => {
	for (const figures of [{ total: 40 }, next]) {
		const { outcome, asked } = await read(pagesOf(40, figures), { limit: 10 });
		expect([outcome, asked]).toEqual([rowsOf(1, 10), [1]]);
	}
});

it('tells rows without identifiers apart by all that they hold', async () => {
	const rows = Array.from({ length: 10 }, (_, row) => ({ _id: row }));
	const more = [{ _id: 10, name: 'x' }, { _id: 10 }];
	expect((await read([{ data: rows, ...next }, more])).outcome).toEqual([...rows, ...more]);
});

const [T25, LAST_3] = [{ total: 25 }, { last_page: 3 }];
const counted = (shown: { data: unknown[] }) => ({ ...shown, total: shown.data.length });
const CHANGING = /^The list kept changing/;
const MORE = (count: number) => new RegExp(`^The service seems .* ${String(count)} `);

it.each<[string, unknown[], RegExp]>([
	['one row is missing', [...pagesOf(15, { total: 16 }), { data: [], total: 16 }], /16 .* 15$/],
	['page is ignored, with a total', pagesOf(10, { total: 25 }), /reported 25 .* returned 10$/],
	['page is ignored', pagesOf(10, {}), MORE(10)],
	['pages are filtered later', [page(1, 3, next), NO_ROWS, rowsOf(4, 5)], MORE(3)],
	['the first page is empty and links on', [NO_ROWS], MORE(0)],
	['announced pages do not arrive', [page(1, 10, LAST_3), { data: [], ...LAST_3 }], MORE(10)],
	['a total counts each page', pagesOf(15, next).map(counted), CHANGING],
	['a row moves', [page(1, 10, next), [...rowsOf(11, 19), { id: 5 }], []], CHANGING],
	['pages overlap', [page(1, 10, T25), page(9, 18, T25), page(19, 25)], CHANGING],
])('a list is an error after three passes if %s', async (_, bodies, message) => {
	const { outcome, passes, asked, ...rest } = await read(bodies);
	expect([rest.message, passes]).toEqual([expect.stringMatching(message), 3]);
	expect((outcome as Failure).details.fate).toBe('refused');
	expect(asked.length).toBeLessThanOrEqual(12);
});

describe('a list whose total changed during a concurrent read is read page by page, and', () => {
	/** Pages, each given by its first row, its last row and the total. */
	const shown = (...pages: Array<[number, number, number]>) =>
		pages.map(([first, last, total]) => page(first, last, { total }));
	const changed = shown([1, 10, 30], [11, 20, 31]);
	const moved = { data: [...rowsOf(11, 19), { id: 5 }], total: 30 };

	it.each<[string, unknown[], number]>([
		['nothing else changes', pagesOf(30, { total: 30 }), 30],
		['a new row pushes others', shown([1, 10, 29], [10, 19, 30], [20, 29, 30]), 29],
	])('is complete if %s', async (_, bodies, count) => {
		expect((await read(bodies, {}, changed)).outcome).toEqual(rowsOf(1, count));
	});

	it.each<[string, unknown[]]>([
		['a row comes twice, without a new one', shown([1, 10, 29], [10, 19, 29], [20, 29, 29])],
		['two come twice, with one new', shown([1, 10, 30], [9, 18, 31], [19, 28, 31], [29, 31, 31])],
		['one moves, with one new', [page(1, 10, { total: 29 }), moved, ...shown([20, 30, 30])]],
		['its total drops', shown([1, 10, 31], [11, 20, 30], [21, 30, 30])],
	])('is an error if %s', async (_, bodies) => {
		const { message, passes } = await read(bodies, {}, changed);
		expect([message, passes]).toEqual([expect.stringMatching(CHANGING), 3]);
	});
});

const NOTHING: Changes = { create: 0, remove: 0, again: 0 };

/** Lists, and the number of concurrent page reads. */
const lists = fc.record<Traits & { atOnce: number; seed: number }>({
	order: fc.constantFrom('id', 'at'),
	changes: fc.oneof(
		fc.constantFrom(NOTHING, { ...NOTHING, create: 0.1 }),
		fc.record({
			create: fc.constantFrom(0, 0.05, 0.3),
			remove: fc.constantFrom(0, 0.05, 0.1),
			again: fc.constantFrom(0, 0.05, 0.1),
		}),
	),
	rows: fc.nat(159),
	perPage: fc.constantFrom(10, 25),
	statesTotals: fc.boolean(),
	atOnce: fc.integer({ min: 1, max: 10 }),
	seed: fc.nat(1_000_000),
});

const readingOf = async (service: ChangingService, wanted: { limit: number; atOnce: number }) =>
	await outcomeOf(
		readList(service.readPage, { ...wanted, pageSize: service.traits.perPage, identifier: 'id' }),
	);

it('a list that changes has every row that existed throughout, each once and in order, or is an error', async () => {
	const outcomes = { whole: 0, changed: 0, failed: 0 };
	const stated = lists.map((list) => ({ ...list, statesTotals: true }));
	const property = fc.asyncProperty(stated, async ({ atOnce, seed, ...traits }) => {
		const service = new ChangingService(traits, randomOf(seed));
		const before = service.sorted.length;
		const rows = await readingOf(service, { limit: Infinity, atOnce });
		if (rows instanceof Failure) {
			outcomes.failed++;
			return;
		}
		outcomes[rows.length === before ? 'whole' : 'changed']++;
		const keys = rows.map((row) => Number(row[traits.order]));
		expect(keys).toEqual([...new Set(keys)].sort((a, b) => b - a));
		const ids = new Set(rows.map(({ id }) => Number(id)));
		expect([...service.always].filter((id) => !ids.has(id))).toEqual([]);
	});
	await fc.assert(property, { numRuns: 600, seed: 21 });
	// Guard against a vacuous property: each outcome has to occur often enough
	expect(outcomes.whole).toBeGreaterThan(200);
	expect(Math.min(outcomes.changed, outcomes.failed)).toBeGreaterThan(20);
});

it('a list that does not change is never an error, and is returned as it is, up to the limit', async () => {
	const still = lists.map((list) => ({ ...list, changes: NOTHING }));
	const property = fc.asyncProperty(
		still,
		fc.integer({ min: 1, max: 200 }),
		async (list, limit) => {
			const { atOnce, seed, ...traits } = list;
			const service = new ChangingService(traits, randomOf(seed));
			const rows = await readingOf(service, { limit, atOnce });
			expect(rows).toEqual(service.sorted.slice(0, limit));
		},
	);
	await fc.assert(property, { numRuns: 300, seed: 23 });
});
