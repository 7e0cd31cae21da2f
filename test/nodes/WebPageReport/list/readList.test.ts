import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import { pageOf } from '../../../../nodes/WebPageReport/list/page';
import { readList, type Wanted } from '../../../../nodes/WebPageReport/list/readList';
import { failureOf } from '../../../support/failureOf';
import { randomOf } from '../transport/simulation/service';
import { type Changes, ChangingService, type Order, type Traits } from './changingService';

const NOTHING: Changes = { create: 0, remove: 0, again: 0 };

const changes = fc.oneof(
	fc.constant(NOTHING),
	fc.constantFrom<Changes>(
		{ create: 0.1, remove: 0, again: 0 },
		{ create: 0.02, remove: 0.02, again: 0 },
		{ create: 0, remove: 0, again: 0.05 },
		{ create: 0.05, remove: 0, again: 0.05 },
	),
	fc.record({
		create: fc.constantFrom(0, 0.05, 0.3),
		remove: fc.constantFrom(0, 0.05, 0.1),
		again: fc.constantFrom(0, 0.05, 0.1),
	}),
);

/** Lists in these orders, and how many pages are read at once. */
const listsIn = (...orders: Order[]) =>
	fc.record<Traits & { atOnce: number; seed: number }>({
		order: fc.constantFrom(...orders),
		changes,
		rows: fc.nat(15).chain((tens) => fc.integer({ min: 10 * tens, max: 10 * tens + 9 })),
		perPage: fc.constantFrom(10, 25),
		statesTotals: fc.boolean(),
		atOnce: fc.integer({ min: 1, max: 10 }),
		seed: fc.nat(1_000_000),
	});

const STABLE = ['id', 'date of results', 'result'] as const;

const anyLimit = fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 200 }));

/** What comes of reading a list: its rows, or why not. */
async function readingOf(service: ChangingService, wanted: Omit<Wanted, 'identifier'>) {
	try {
		return await readList(service.readPage, { ...wanted, identifier: 'id' });
	} catch (error) {
		if (error instanceof Failure) return error;
		throw error;
	}
}

describe('a list that changes while it is read', () => {
	it('comes with every row that was there all the time, each once and in order, or is an error', async () => {
		const read = { whole: 0, changed: 0, failed: 0 };
		const lists = listsIn('id', 'date of results').map((list) => ({ ...list, statesTotals: true }));
		const property = fc.asyncProperty(lists, async ({ atOnce, seed, ...traits }) => {
			const service = new ChangingService(traits, randomOf(seed));
			const before = service.sorted.length;
			const rows = await readingOf(service, { limit: Infinity, atOnce });
			if (rows instanceof Failure) {
				expect(rows.fate).toBe('refused');
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
		// It is of use: most lists are read, and all of these have happened
		expect(read.whole).toBeGreaterThan(200);
		expect(read.changed).toBeGreaterThan(20);
		expect(read.failed).toBeGreaterThan(20);
	});

	it('comes with as many rows as are wanted at the most, each once', async () => {
		const lists = listsIn(...STABLE, 'result, ties in any order');
		const property = fc.asyncProperty(lists, anyLimit, async (list, limit) => {
			const { atOnce, seed, ...traits } = list;
			const service = new ChangingService(traits, randomOf(seed));
			const rows = await readingOf(service, { limit, atOnce });
			if (rows instanceof Failure) return;
			expect(rows.length).toBeLessThanOrEqual(limit);
			expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
		});
		await fc.assert(property, { numRuns: 300, seed: 22 });
	});
});

it('a list that does not change is never an error, and comes as it is, as far as it is wanted', async () => {
	const lists = listsIn(...STABLE).map((list) => ({ ...list, changes: NOTHING }));
	const property = fc.asyncProperty(lists, anyLimit, async (list, limit) => {
		const { atOnce, seed, ...traits } = list;
		const service = new ChangingService(traits, randomOf(seed));
		const rows = await readingOf(service, { limit, atOnce });
		expect(rows).toEqual(service.sorted.slice(0, limit));
	});
	await fc.assert(property, { numRuns: 300, seed: 23 });
});

/** Rows with these IDs: from the first to the last. */
const rowsOf = (first: number, last: number): IDataObject[] =>
	Array.from({ length: last - first + 1 }, (_, index) => ({ id: first + index }));

/** Reads a list of bodies, the last one again and again, and says for which pages it has asked. */
async function read(bodies: unknown[], wanted: Partial<Wanted> = {}) {
	const asked: number[] = [];
	const readPage = async (number: number) => {
		asked.push(number);
		return await Promise.resolve(pageOf(bodies[Math.min(number, bodies.length) - 1], number));
	};
	const all = { limit: Infinity, identifier: 'id', atOnce: 10, ...wanted };
	const outcome = await readList(readPage, all).catch((error: unknown) => {
		if (error instanceof Failure) return error;
		throw error;
	});
	return { outcome, asked };
}

describe('a list', () => {
	it('of one page takes one request', async () => {
		for (const body of [
			rowsOf(1, 3),
			{ data: rowsOf(1, 3), meta: { total: 3, last_page: 1 } },
			{ data: rowsOf(1, 3), links: { next: null } },
		]) {
			expect(await read([body])).toEqual({ outcome: rowsOf(1, 3), asked: [1] });
		}
	});

	it('without rows is empty', async () => {
		expect(await read([[]])).toEqual({ outcome: [], asked: [1] });
	});

	it('is read side by side where its total is stated, but no further than it is wanted', async () => {
		const bodies = [1, 11, 21, 31].map((id) => ({ data: rowsOf(id, id + 9), total: 40 }));
		expect(await read(bodies, { atOnce: 2 })).toEqual({
			outcome: rowsOf(1, 40),
			asked: [1, 2, 3, 4],
		});
		expect(await read(bodies, { limit: 15 })).toEqual({ outcome: rowsOf(1, 15), asked: [1, 2] });
	});

	it('is whole where its total is one too high', async () => {
		const bodies = [
			{ data: rowsOf(1, 10), total: 16 },
			{ data: rowsOf(11, 15), total: 16 },
			{ data: [], total: 16 },
		];
		expect((await read(bodies)).outcome).toEqual(rowsOf(1, 15));
	});

	it('is an error where two rows are missing, after three readings', async () => {
		const bodies = [
			{ data: rowsOf(1, 10), total: 17 },
			{ data: rowsOf(11, 15), total: 17 },
			{ data: [], total: 17 },
		];
		const { outcome, asked } = await read(bodies);
		expect(outcome).toMatchObject({
			message: 'The service announced 17 entries but returned 15',
			fate: 'refused',
		});
		expect((outcome as Failure).advice).toMatch(/, or set Limit to 15 or less\.$/);
		expect(asked.filter((number) => number === 1)).toHaveLength(3);
	});

	it('of a service that ignores page is what it shows, where it states no more', async () => {
		const outcome = rowsOf(1, 12);
		expect(await read([rowsOf(1, 12)])).toEqual({ outcome, asked: [1, 2] });
		expect(await read([{ data: rowsOf(1, 12), total: 12 }])).toEqual({ outcome, asked: [1] });
	});

	it('of a service that ignores page is an error where it states more', async () => {
		const { outcome } = await read([{ data: rowsOf(1, 12), total: 30 }]);
		expect(outcome).toMatchObject({ message: 'The service announced 30 entries but returned 12' });
	});

	it('is what its total says, whatever the number of the last page', async () => {
		const last_page = 9;
		const bodies = [
			{ data: rowsOf(1, 5), total: 5, last_page },
			{ data: [], total: 5, last_page },
		];
		expect((await read(bodies)).outcome).toEqual(rowsOf(1, 5));
	});

	it('is an error where pages that were announced do not come', async () => {
		const bodies = [
			{ data: rowsOf(1, 10), last_page: 3 },
			{ data: [], last_page: 3 },
		];
		const { outcome } = await read(bodies);
		expect(outcome).toMatchObject({ message: 'The service announced more pages than it returned' });
	});

	it('is read again in turn where it has grown by a page', async () => {
		let rows = rowsOf(1, 30).reverse();
		let underWay = 0;
		const asked: Array<[page: number, atOnce: number]> = [];
		const readPage = async (number: number) => {
			asked.push([number, ++underWay]);
			const data = rows.slice(10 * (number - 1), 10 * number);
			const page = pageOf({ data, total: rows.length }, number);
			if (asked.length === 1) rows = rowsOf(1, 31).reverse();
			await Promise.resolve();
			underWay--;
			return page;
		};
		const outcome = await readList(readPage, { limit: Infinity, identifier: 'id', atOnce: 10 });
		expect(outcome).toEqual(rowsOf(1, 31).reverse());
		expect(asked.slice(0, 3)).toEqual([1, 2, 3].map((page) => [page, Math.max(1, page - 1)]));
		expect(asked.slice(-4)).toEqual([1, 2, 3, 4].map((page) => [page, 1]));
	});

	it('of a service that ignores page ends, although it links to a next one for ever', async () => {
		const { outcome, asked } = await read([{ data: rowsOf(1, 12), links: { next: '/' } }]);
		expect(outcome).toBeInstanceOf(Failure);
		expect(asked).toEqual([1, 2, 1, 2, 1, 2]);
	});

	it.each([
		['that ignores page', { total: 24, last_page: 3 }, [1, 2]],
		['whose last page comes again', { total: 24, links: { next: '/' } }, [1, 2]],
	])('of a service %s is whole where it has as many rows as it states', async (_, more, asked) => {
		expect(await read([{ data: rowsOf(1, 24), ...more }])).toEqual({
			outcome: rowsOf(1, 24),
			asked,
		});
	});

	it('is whole where an empty page still links to a next one', async () => {
		const links = { next: '/' };
		const bodies = [
			{ data: rowsOf(1, 12), links },
			{ data: [], links },
		];
		expect(await read(bodies)).toEqual({ outcome: rowsOf(1, 12), asked: [1, 2] });
	});

	it('is whole where what should be its total is the number of rows on each page', async () => {
		const bodies = [
			{ data: rowsOf(1, 10), total: 10, last_page: 2 },
			{ data: rowsOf(11, 15), total: 5, last_page: 2 },
		];
		expect(await read(bodies)).toEqual({ outcome: rowsOf(1, 15), asked: [1, 2] });
	});

	it('that keeps changing is an error that says so', async () => {
		let total = 30;
		const readPage = async (number: number) =>
			await Promise.resolve(
				pageOf({ data: rowsOf(10 * number, 10 * number + 9), total: total-- }, number),
			);
		const wanted = { limit: Infinity, identifier: 'id', atOnce: 10 };
		const { message: title } = await failureOf(async () => await readList(readPage, wanted));
		expect(title).toBe('The list kept changing while it was read');
	});

	it('keeps rows without an identifier apart', async () => {
		expect((await read([[{ url: 'a' }, { url: 'a' }]])).outcome).toHaveLength(2);
	});

	it('of projects tells rows apart by their names', async () => {
		const bodies = [{ data: [{ project: 'a' }, { project: 'b' }], total: 2 }];
		expect((await read(bodies, { identifier: 'project' })).outcome).toHaveLength(2);
	});

	it('of more rows than n8n can take is an error, unless fewer are wanted', async () => {
		const readPage = async (number: number) =>
			await Promise.resolve(
				pageOf({ data: rowsOf(100 * number - 99, 100 * number), total: 200_000 }, number),
			);
		const wanted = { limit: Infinity, identifier: 'id', atOnce: 100 };
		const failure = await failureOf(async () => await readList(readPage, wanted));
		expect(failure.message).toBe('The list has more than 100000 entries, too many for n8n');
		expect(await readList(readPage, { ...wanted, limit: 500 })).toHaveLength(500);
	});

	it('is not read on where a page fails', async () => {
		const failure = new Failure('No', 'Stop.');
		const readPage = async () => await Promise.reject(failure);
		const wanted = { limit: 5, identifier: 'id', atOnce: 10 };
		expect(await failureOf(async () => await readList(readPage, wanted))).toBe(failure);
	});
});
