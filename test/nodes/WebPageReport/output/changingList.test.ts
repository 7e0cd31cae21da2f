import fc from 'fast-check';

import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import { readPages } from '../../../../nodes/WebPageReport/output/pages';
import { type Change, ChangingList, type Shown } from './changingList';
import { upTo } from './pagedList';

const SIZE = 10;

const totalAlone = ({ data, total }: Shown) => ({ data, meta: { total } });
const everything = ({ data, page, size, total }: Shown) => ({
	data,
	links: { next: page * size < total ? 'next' : null },
	meta: { current_page: page, last_page: Math.max(1, Math.ceil(total / size)), total },
});
const pagesAlone = ({ data, size, total }: Shown) => ({
	data,
	meta: { last_page: Math.max(1, Math.ceil(total / size)) },
});
const linkAlone = ({ data, page, size, total }: Shown) => ({
	data,
	next_page_url: page * size < total ? 'next' : null,
});

/** Changes of a list, of which so many out of a hundred answers see one, until it comes to rest. */
function changes(kinds: Array<Change['kind']>, often: number, most: number) {
	const change = fc.record({
		kind: fc.constantFrom(...kinds),
		rows: fc.integer({ min: 1, max: most }),
		place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
	});
	const none = fc.constant<Change>({ kind: 'none', rows: 0, place: 0 });
	const either = fc.oneof(
		{ weight: often, arbitrary: change },
		{ weight: 100 - often, arbitrary: none },
	);
	return fc.array(either, { minLength: 30, maxLength: 120 });
}

const ways = fc.array(fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 5 })), { maxLength: 40 });
const counts = fc.nat({ max: 150 });
const limits = fc.oneof(fc.integer({ min: 1, max: 160 }), fc.constant(Infinity));

/** Reads a list while it changes; undefined where that ends with an error that says so. */
async function read(list: ChangingList, limit: number): Promise<number[] | undefined> {
	try {
		return (await readPages(list.readPage, upTo(limit))).map(({ id }) => id as number);
	} catch (error) {
		expect(error).toBeInstanceOf(Failure);
		return undefined;
	}
}

/** That what was there all the time is there once, in order, up to where a limit cuts the list. */
function expectComplete(ids: number[], list: ChangingList, limit: number): void {
	expect(ids.length).toBeLessThanOrEqual(limit);
	expect(new Set(ids).size).toBe(ids.length);
	const end = ids.length < limit ? -Infinity : (ids.at(-1) ?? -Infinity);
	const lasting = list.lasting;
	const isLasting = new Set(lasting);
	expect(ids.filter((id) => isLasting.has(id))).toEqual(lasting.filter((id) => id >= end));
}

describe('a list that changes between any two answers, which come in any order,', () => {
	it.each([
		['now and then', 10],
		['often', 30],
		['all the time', 100],
	])(
		'%s: has every row that was there all the time, once and in order, or is an error',
		async (_, often) => {
			const course = fc.record({
				changes: changes(['top', 'middle', 'end', 'delete', 'delete'], often, 12),
				ways,
			});
			const forms = fc.constantFrom(totalAlone, everything);
			let failed = 0;
			let runs = 0;
			await fc.assert(
				fc.asyncProperty(counts, limits, course, forms, async (count, limit, events, form) => {
					const list = new ChangingList(count, SIZE, events, form);
					const ids = await read(list, limit);
					runs++;
					if (ids) expectComplete(ids, list, limit);
					else failed++;
					expect(list.most).toBeLessThanOrEqual(10);
					// Three readings at the most, each page read again six times at the most
					const pages = Math.ceil(list.longest / SIZE) + 1;
					expect(list.asked.length).toBeLessThanOrEqual(3 * 7 * pages + 10);
				}),
				{ numRuns: 400 },
			);
			// It is not by giving up that it is right
			if (often < 50) expect(failed / runs).toBeLessThan(0.15);
		},
	);

	it.each([
		['with nothing but the number of pages', pagesAlone],
		['with links alone', linkAlone],
	])('%s: is complete while rows appear at the top', async (_, form) => {
		const course = fc.record({ changes: changes(['top'], 30, 12), ways });
		await fc.assert(
			fc.asyncProperty(counts, limits, course, async (count, limit, events) => {
				const list = new ChangingList(count, SIZE, events, form);
				const ids = await read(list, limit);
				if (ids) expectComplete(ids, list, limit);
			}),
			{ numRuns: 400 },
		);
	});
});

describe('a list that does not change', () => {
	it.each([totalAlone, everything, pagesAlone, linkAlone])(
		'is read in as few requests as it takes, whatever the order of its answers',
		async (form) => {
			await fc.assert(
				fc.asyncProperty(counts, limits, ways, async (count, limit, pace) => {
					const list = new ChangingList(count, SIZE, { changes: [], ways: pace }, form);
					expect(await read(list, limit)).toEqual(list.lasting.slice(0, limit));
					const pages = Math.max(1, Math.ceil(Math.min(count, limit) / SIZE));
					expect(list.asked).toHaveLength(pages);
				}),
			);
		},
	);
});
