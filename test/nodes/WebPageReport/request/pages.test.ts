import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { lastPage, pageSizeFor, readPages } from '../../../../nodes/WebPageReport/request/pages';
import { failureOf } from './failureOf';

/** A page of a list, and what an answer tells of the others. */
interface Page {
	data: IDataObject[];
	page: number;
	last: number;
	total: number;
}

const inMeta = ({ data, page, last }: Page) => ({
	data,
	meta: { current_page: page, last_page: last },
});
const withTotal = ({ data, page, last, total }: Page) => ({
	data,
	meta: { current_page: page, last_page: last, total },
});
const linkAlone = ({ data, page, last }: Page) => ({
	data,
	links: { next: page < last ? 'next' : null },
});
/** The forms in which services say that there is more. */
const forms: Array<[string, (page: Page) => unknown]> = [
	['numbers in meta', inMeta],
	['numbers and a total in meta', withTotal],
	[
		'numbers and a total that are texts',
		({ data, last, total }) => ({ data, last_page: String(last), total: String(total) }),
	],
	['numbers that are texts', ({ data, last }) => ({ data, meta: { last_page: String(last) } })],
	[
		'numbers at the top level',
		({ data, page, last }) => ({
			data,
			current_page: page,
			last_page: last,
			next_page_url: page < last ? 'http://elsewhere.example/?page=9' : null,
		}),
	],
	['links alone', linkAlone],
	[
		'a link at the top level',
		({ data, page, last }) => ({ data, next_page_url: page < last ? 'next' : null }),
	],
	[
		'a link in meta',
		({ data, page, last }) => ({ data, meta: { next_page_url: page < last ? 'next' : null } }),
	],
];

const numbered = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ id: count - index }));

/** A list that a service shows in pages, and the pages it was asked for. */
function listOf(rows: IDataObject[], size: number, form: (page: Page) => unknown) {
	const asked: number[] = [];
	const readPage = async (page: number) => {
		asked.push(page);
		const data = rows.slice((page - 1) * size, page * size);
		const last = Math.max(1, Math.ceil(rows.length / size));
		return await Promise.resolve(form({ data, page, last, total: rows.length }));
	};
	return { asked, readPage };
}

describe('the page size', () => {
	it.each([
		[1, 10],
		[10, 10],
		[11, 25],
		[25, 25],
		[26, 50],
		[50, 50],
		[51, 100],
		[100, 100],
		[101, 100],
		[Infinity, 100],
	])('for %d rows is %d', (limit, size) => {
		expect(pageSizeFor(limit)).toBe(size);
	});
});

describe('the last page', () => {
	it.each([
		['a bare list', [], 3],
		['a text', 'hello', 3],
		['an answer without a word on pages', { data: [] }, 3],
		['a number in meta', { meta: { last_page: 7 } }, 7],
		['a text in meta', { meta: { last_page: '7' } }, 7],
		['a number at the top level', { last_page: 7 }, 7],
		['a number that is too small', { meta: { last_page: 1 } }, 3],
		['a number that is no page', { meta: { last_page: 7.5 } }, 3],
		['an empty text', { meta: { last_page: ' ' } }, 3],
		['a word', { meta: { last_page: 'many' } }, 3],
		['null', { meta: { last_page: null } }, 3],
		['meta that is a list', { meta: [], last_page: 7 }, 7],
		['a number beside a link', { meta: { last_page: 3 }, links: { next: 'x' } }, 3],
		['null beside a link', { meta: { last_page: null }, links: { next: 'x' } }, 4],
		['an empty text beside a link', { meta: { last_page: ' ' }, links: { next: 'x' } }, 4],
		['a word beside a link', { meta: { last_page: 'many' }, links: { next: 'x' } }, 4],
		['a next link', { links: { next: 'x' } }, 4],
		['a next link that is null', { links: { next: null } }, 3],
		['links that are a list', { links: [{ url: 'x' }] }, 3],
		['a link at the top level', { next_page_url: 'x' }, 4],
		['a link in meta', { meta: { next_page_url: 'x' } }, 4],
		['a link in meta that is null', { meta: { next_page_url: null } }, 3],
	])('after page 3, as told by %s', (_, body, last) => {
		expect(lastPage(body, 3)).toBe(last);
	});
});

describe('a list', () => {
	const cases = fc.record({
		rows: fc.integer({ min: 0, max: 700 }).map(numbered),
		size: fc.constantFrom(10, 25, 50, 100),
		limit: fc.oneof(fc.integer({ min: 1, max: 800 }), fc.constant(Infinity)),
	});

	it.each(forms)(
		'told in %s is complete, in order, in as few pages as it takes',
		async (_, form) => {
			await fc.assert(
				fc.asyncProperty(cases, async ({ rows, size, limit }) => {
					const { asked, readPage } = listOf(rows, size, form);
					expect(await readPages(readPage, limit, 'id')).toEqual(rows.slice(0, limit));
					const pages = Math.max(1, Math.ceil(Math.min(limit, rows.length) / size));
					expect(asked).toEqual(Array.from({ length: pages }, (__, index) => index + 1));
				}),
				{ numRuns: 60 },
			);
		},
	);

	it.each(forms)(
		'told in %s has no doubles and no gap when new rows push others on',
		async (_, form) => {
			const arrivals = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 5 });
			await fc.assert(
				fc.asyncProperty(fc.nat({ max: 200 }), arrivals, async (count, pushes) => {
					const rows = numbered(count);
					let asked = 0;
					const readPage = async (page: number) => {
						const arriving = page === 1 ? 0 : (pushes[asked++] ?? 0);
						for (let row = 0; row < arriving; row++) rows.unshift({ id: rows.length + 1 });
						const { readPage: read } = listOf(rows, 10, form);
						return await read(page);
					};
					const ids = (await readPages(readPage, Infinity, 'id')).map(({ id }) => id as number);
					expect(new Set(ids).size).toBe(ids.length);
					expect(ids.filter((id) => id <= count)).toEqual(numbered(count).map(({ id }) => id));
				}),
				{ numRuns: 60 },
			);
		},
	);

	it('that is bare says nothing of further pages, and is read once', async () => {
		const readPage = jest.fn(async () => await Promise.resolve(numbered(100)));
		expect(await readPages(readPage, Infinity, 'id')).toEqual(numbered(100));
		expect(readPage).toHaveBeenCalledTimes(1);
	});

	it('keeps its order where a later page answers first', async () => {
		const { readPage } = listOf(numbered(30), 10, inMeta);
		const turned = async (page: number) => {
			for (let turn = 0; turn < 10 - page; turn++) await Promise.resolve();
			return await readPage(page);
		};
		expect(await readPages(turned, Infinity, 'id')).toEqual(numbered(30));
	});

	it('tells rows apart by the identifier, and by all they hold where they have none', async () => {
		const pages = [
			[
				{ project: 'a', n: 1 },
				{ name: 'x', project: null },
			],
			[
				{ project: 'a', n: 2 },
				{ name: 'x', project: null },
				{ name: 'y', project: null },
			],
		];
		const readPage = async (page: number) =>
			await Promise.resolve({ data: pages[page - 1], meta: { last_page: 2 } });
		expect(await readPages(readPage, Infinity, 'project')).toEqual([
			{ project: 'a', n: 1 },
			{ name: 'x', project: null },
			{ name: 'y', project: null },
		]);
	});

	it.each([
		['side by side where the answer tells the number of pages', inMeta, 10],
		['side by side where it tells the number of rows too', withTotal, 10],
		['in turn where it tells neither', linkAlone, 1],
	])('is read %s', async (_, form, expected) => {
		let underWay = 0;
		let most = 0;
		const { asked, readPage } = listOf(numbered(1_200), 10, form);
		const read = async (page: number) => {
			most = Math.max(most, ++underWay);
			const body = await readPage(page);
			underWay--;
			return body;
		};
		expect(await readPages(read, Infinity, 'id')).toHaveLength(1_200);
		expect(asked).toHaveLength(120);
		expect(most).toBe(expected);
	});

	it('is read again in turn where rows have moved past a page that was read side by side', async () => {
		const asked: number[] = [];
		const rows = numbered(30);
		const readPage = async (page: number) => {
			asked.push(page);
			// The answer for page 3 is older than the row that appears before page 2 is answered
			if (asked.length === 3) rows.unshift({ id: 31 });
			const shown = asked.length === 2 ? [{ id: 31 }, ...rows] : rows;
			const from = (page - 1) * 10;
			const data = (asked.length === 3 ? rows.slice(1) : shown).slice(from, from + 10);
			return await Promise.resolve({ data, meta: { last_page: 3, total: 30 } });
		};
		const ids = (await readPages(readPage, Infinity, 'id')).map(({ id }) => id);
		expect(asked).toEqual([1, 2, 3, 1, 2, 3]);
		expect(ids).toEqual(Array.from({ length: 30 }, (_, index) => 31 - index));
	});

	it('is read again where a row was deleted that pushes another past the reader', async () => {
		const rows = numbered(30);
		const readPage = async (page: number) => {
			if (page === 3 && rows.length === 30) rows.splice(5, 1);
			return await listOf(rows, 10, (of) => withTotal({ ...of, total: 30 })).readPage(page);
		};
		expect(await readPages(readPage, Infinity, 'id')).toEqual(rows);
		expect(rows).toHaveLength(29);
	});

	it('is looked for further where pages hold fewer rows than before', async () => {
		const sizes = [10, 3, 4, 10];
		const asked: number[] = [];
		const readPage = async (page: number) => {
			asked.push(page);
			const data = Array.from({ length: sizes[page - 1] ?? 0 }, (_, row) => ({
				id: page * 100 + row,
			}));
			return await Promise.resolve({ data, meta: { last_page: 4 } });
		};
		expect(await readPages(readPage, 20, 'id')).toHaveLength(20);
		expect(asked).toEqual([1, 2, 1, 2, 3, 4]);
	});
});

describe('a service that is wrong about its pages', () => {
	it.each([0, 10, 1_000])('and says that 30 rows are %i is read to the end', async (total) => {
		const { readPage } = listOf(numbered(30), 10, (page) => withTotal({ ...page, total }));
		expect(await readPages(readPage, Infinity, 'id')).toEqual(numbered(30));
	});

	it('and keeps its numbers beside an empty meta is understood', () => {
		expect(lastPage({ meta: { path: '/' }, last_page: 3 }, 1)).toBe(3);
	});

	it.each([
		[1_000, 10_000, 1_000 + 2],
		[1_001, 10_010, 2],
	])('and claims %i pages is believed up to a thousand', async (last_page, total, requests) => {
		const readPage = jest.fn(
			async () => await Promise.resolve({ data: numbered(10), meta: { last_page, total } }),
		);
		expect(await readPages(readPage, Infinity, 'id')).toEqual(numbered(10));
		expect(readPage).toHaveBeenCalledTimes(requests);
	});

	it('and goes on with empty pages is left', async () => {
		const { readPage } = listOf(numbered(20), 10, ({ data }) => ({
			data,
			links: { next: 'more' },
		}));
		const read = jest.fn(readPage);
		expect(await readPages(read, Infinity, 'id')).toEqual(numbered(20));
		expect(read).toHaveBeenCalledTimes(3);
	});

	it('and always links to a next page is left after one that repeats', async () => {
		const readPage = jest.fn(
			async () => await Promise.resolve({ data: numbered(10), links: { next: 'more' } }),
		);
		expect(await readPages(readPage, Infinity, 'id')).toEqual(numbered(10));
		expect(readPage).toHaveBeenCalledTimes(2);
	});

	it('and goes round in circles is left', async () => {
		const readPage = jest.fn(
			async (page: number) =>
				await Promise.resolve({ data: [{ id: page % 3 }], links: { next: 'more' } }),
		);
		expect(await readPages(readPage, Infinity, 'id')).toEqual([{ id: 1 }, { id: 2 }, { id: 0 }]);
		expect(readPage).toHaveBeenCalledTimes(7);
	});

	it('and shows an empty first page is asked once', async () => {
		const readPage = jest.fn(async () => await Promise.resolve({ data: [], last_page: 5 }));
		expect(await readPages(readPage, 50, 'id')).toEqual([]);
		expect(readPage).toHaveBeenCalledTimes(1);
	});

	it('ends for any number it claims, with no more rows than wanted and none twice', async () => {
		const claim = fc.oneof(fc.integer({ max: 400 }), fc.constantFrom('9', '', 'x', null, 1e9));
		const limits = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.constant(Infinity));
		await fc.assert(
			fc.asyncProperty(
				fc.nat({ max: 300 }),
				fc.array(claim),
				limits,
				async (count, claims, limit) => {
					const rows = numbered(count);
					const { readPage } = listOf(rows, 25, ({ data, page }) => ({
						data,
						meta: { last_page: claims[page % (claims.length + 1)] },
					}));
					const read = await readPages(readPage, limit, 'id');
					expect(read).toEqual(rows.slice(0, read.length));
					expect(read.length).toBeLessThanOrEqual(limit);
				},
			),
		);
	});
});

describe('a list that grows while it is read page by page', () => {
	it.each([5, 20])('by %i rows is still complete', async (growth) => {
		const rows = numbered(60);
		const read = async (page: number) => {
			if (page === 3 && rows.length === 60) {
				rows.unshift(...Array.from({ length: growth }, (_, index) => ({ id: 61 + index })));
			}
			return await listOf(rows, 10, linkAlone).readPage(page);
		};
		expect(await readPages(read, Infinity, 'id')).toEqual(numbered(60));
	});
});

describe('a page that fails', () => {
	it('ends the reading of those that have not begun', async () => {
		const { asked, readPage } = listOf(numbered(500), 10, inMeta);
		const read = async (page: number) => {
			const body = await readPage(page);
			return page === 2 ? await Promise.reject(new Error('page 2')) : body;
		};
		await expect(readPages(read, Infinity, 'id')).rejects.toThrow('page 2');
		await new Promise((resolve) => setImmediate(resolve));
		expect(asked.length).toBeLessThanOrEqual(1 + 2 * 10);
	});

	it('fails the list with what it throws', async () => {
		const reason = new Error('page 2');
		const { readPage } = listOf(numbered(30), 10, inMeta);
		const read = async (page: number) =>
			page === 2 ? await Promise.reject(reason) : await readPage(page);
		await expect(readPages(read, Infinity, 'id')).rejects.toBe(reason);
	});

	it('is also one that is not a list', async () => {
		const read = async (page: number) =>
			await Promise.resolve(page === 1 ? { data: numbered(10), last_page: 2 } : { data: {} });
		const { title } = await failureOf(async () => await readPages(read, Infinity, 'id'));
		expect(title).toBe('The service answered with something other than a list');
	});
});
