import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import { pageOf } from '../../../../nodes/WebPageReport/list/page';
import { readList, type Wanted } from '../../../../nodes/WebPageReport/list/readList';
import { contentOf } from '../../../../nodes/WebPageReport/response/content';

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
	return {
		outcome,
		asked,
		most,
		passes,
		said: outcome instanceof Failure && outcome.toSentences(),
	};
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
	['many pushed rows on long pages', [page(1, 20, next), page(11, 31, { next: null })], 31, [1, 2]],
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

const [T27, LAST_3] = [{ total: 27 }, { last_page: 3 }];
const counted = (shown: { data: unknown[] }) => ({ ...shown, total: shown.data.length });
const CHANGING = /^The list kept changing while it was read\. Choose a different Sort By /;
const MORE = (count: number) =>
	new RegExp(`^The service seems .* ${String(count)} .* Limit to ${String(count)} or less\.$`);
const NONE = /^The service seems .* 0 entries it returned\. Try again.* about its pagination\.$/;

it.each<[string, unknown[], RegExp]>([
	[
		'one row is missing',
		[...pagesOf(15, { total: 16 }), { data: [], total: 16 }],
		/16 .* 15\. .* Limit to 15 or less\.$/,
	],
	['page is ignored, with a total', pagesOf(10, { total: 25 }), /reported 25 .* returned 10\. /],
	['page is ignored', pagesOf(10, {}), MORE(10)],
	['pages are filtered later', [page(1, 3, next), NO_ROWS, rowsOf(4, 5)], MORE(3)],
	['the first page is empty and links on', [NO_ROWS], NONE],
	['announced pages do not arrive', [page(1, 10, LAST_3), { data: [], ...LAST_3 }], MORE(10)],
	['a total counts each page', pagesOf(15, next).map(counted), CHANGING],
	['a row moves', [page(1, 10, next), [...rowsOf(11, 19), { id: 5 }], []], CHANGING],
	['pages overlap', [page(1, 10, T27), page(9, 18, T27), page(19, 25)], CHANGING],
])('a list is an error after three passes if %s', async (_, bodies, message) => {
	const { outcome, passes, asked, said } = await read(bodies);
	expect([said, passes]).toEqual([expect.stringMatching(message), 3]);
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

	it('is not complete before, if a row came twice and the total grew', async () => {
		const pushed = shown([1, 10, 29], [10, 19, 30], [20, 29, 30]);
		expect((await read(pagesOf(30, { total: 30 }), {}, pushed)).passes).toBe(2);
	});

	it.each<[string, unknown[]]>([
		['a row comes twice, without a new one', shown([1, 10, 29], [10, 19, 29], [20, 29, 29])],
		['two come twice, with one new', shown([1, 10, 30], [9, 18, 31], [19, 28, 31], [29, 31, 31])],
		['one moves, with one new', [page(1, 10, { total: 29 }), moved, ...shown([20, 30, 30])]],
		['its total drops', shown([1, 10, 31], [11, 20, 30], [21, 30, 30])],
	])('is an error if %s', async (_, bodies) => {
		const { said, passes } = await read(bodies, {}, changed);
		expect([said, passes]).toEqual([expect.stringMatching(CHANGING), 3]);
	});
});

/** A list of reports, newest first by ID or by date of results, and how it is read. */
interface Changing {
	order: 'id' | 'at';
	count: number;
	perPage: number;
	/** Whether answers state a total; if not, they link to the next page. */
	statesTotals: boolean;
	/** What happens to the row at this index before each answer, and how long the answer takes. */
	steps: Array<{ change: 'create' | 'remove' | 'again' | 'nothing'; at: number; ticks: number }>;
	atOnce: number;
}

const STILL = { change: 'nothing', at: 0, ticks: 0 } as const;

/** A service with such a list; concurrent answers come in any order. */
function changing({ order, count, perPage, statesTotals, steps }: Changing) {
	const rows = Array.from({ length: count }, (_, index) => ({ id: index + 1, at: index + 1 }));
	/** IDs of the rows that have existed throughout. */
	const always = new Set(rows.map(({ id }) => id));
	const sorted = () => [...rows].sort((a, b) => b[order] - a[order]);
	let time = count;
	const readPage = async (number: number) => {
		const { change, at, ticks } = steps.shift() ?? STILL;
		for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
		const row = rows[at % rows.length];
		if (change === 'create') rows.push({ id: ++time, at: time });
		if (change === 'again' && row) row.at = ++time;
		if (change === 'remove' && row) {
			rows.splice(rows.indexOf(row), 1);
			always.delete(row.id);
		}
		const data = structuredClone(sorted().slice((number - 1) * perPage, number * perPage));
		const total = rows.length;
		const links = { next: total > number * perPage ? '/' : null };
		return pageOf(contentOf({ data, ...(statesTotals ? { total } : { links }) }), number);
	};
	return { sorted, always, readPage };
}

/** Lists of which some answers come after one of these changes. */
const listsWith = (...changes: Array<Changing['steps'][0]['change']>) =>
	fc.record<Changing>({
		order: fc.constantFrom('id', 'at'),
		count: fc.nat(159),
		perPage: fc.constantFrom(10, 25),
		statesTotals: fc.boolean(),
		steps: fc.array(
			fc.record({
				change: fc.oneof(
					{ weight: 3, arbitrary: fc.constant('nothing' as const) },
					fc.constantFrom(...changes),
				),
				at: fc.nat(200),
				ticks: fc.nat(20),
			}),
			{ minLength: 20 },
		),
		atOnce: fc.integer({ min: 1, max: 10 }),
	});

const readingOf = async (
	{ readPage }: ReturnType<typeof changing>,
	{ perPage, atOnce }: Changing,
	limit = Infinity,
) => await outcomeOf(readList(readPage, { limit, atOnce, pageSize: perPage, identifier: 'id' }));

it('a list that changes has every row that existed throughout, each once and in order, or is an error', async () => {
	const outcomes = { whole: 0, changed: 0, failed: 0 };
	const lists = fc.oneof(listsWith('create'), listsWith('create', 'remove', 'again'));
	const property = fc.asyncProperty(lists, async (drawn) => {
		const list = { ...drawn, statesTotals: true };
		const service = changing(list);
		const rows = await readingOf(service, list);
		if (rows instanceof Failure) {
			outcomes.failed++;
			return;
		}
		outcomes[rows.length === list.count ? 'whole' : 'changed']++;
		const keys = rows.map((row) => Number(row[list.order]));
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
	const limits = fc.integer({ min: 1, max: 200 });
	const property = fc.asyncProperty(listsWith('nothing'), limits, async (list, limit) => {
		const service = changing(list);
		expect(await readingOf(service, list, limit)).toEqual(service.sorted().slice(0, limit));
	});
	await fc.assert(property, { numRuns: 300, seed: 23 });
});
