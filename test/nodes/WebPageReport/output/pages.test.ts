import fc from 'fast-check';

import { readPages } from '../../../../nodes/WebPageReport/output/pages';
import { failureOf } from '../../../support/failureOf';
import { forms, inMeta, linkAlone, listOf, numbered, upTo, withTotal } from './pagedList';

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
					expect(await readPages(readPage, upTo(limit))).toEqual(rows.slice(0, limit));
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
					const ids = (await readPages(readPage, upTo(Infinity))).map(({ id }) => id as number);
					expect(new Set(ids).size).toBe(ids.length);
					expect(ids.filter((id) => id <= count)).toEqual(numbered(count).map(({ id }) => id));
				}),
				{ numRuns: 60 },
			);
		},
	);

	it.each([
		['a full page', 100, 2],
		['less than a full page', 99, 1],
		['more than any page has', 101, 1],
	])(
		'that is bare, with %s, is asked for another one: %i rows, %i requests',
		async (_, count, requests) => {
			const readPage = jest.fn(async () => await Promise.resolve(numbered(count)));
			expect(await readPages(readPage, upTo(Infinity))).toEqual(numbered(count));
			expect(readPage).toHaveBeenCalledTimes(requests);
		},
	);

	it('keeps its order where a later page answers first', async () => {
		const { readPage } = listOf(numbered(30), 10, inMeta);
		const turned = async (page: number) => {
			for (let turn = 0; turn < 10 - page; turn++) await Promise.resolve();
			return await readPage(page);
		};
		expect(await readPages(turned, upTo(Infinity))).toEqual(numbered(30));
	});

	it('keeps every row without an identifier, and each of the others once', async () => {
		const nameless = { name: 'x', project: null };
		const pages = [
			[{ project: 'a', n: 1 }, nameless, nameless],
			[{ project: 'a', n: 2 }, nameless, { project: 'b' }],
		];
		const readPage = async (page: number) =>
			await Promise.resolve({ data: pages[page - 1], meta: { last_page: 2 } });
		expect(await readPages(readPage, upTo(Infinity, 'project'))).toEqual([
			{ project: 'a', n: 1 },
			nameless,
			nameless,
			nameless,
			{ project: 'b' },
		]);
	});

	it.each([1, 4])(
		'of equal rows without identifiers in %i full pages is kept whole',
		async (full) => {
			const rows = Array.from({ length: full * 10 + 5 }, () => ({ name: 'x' }));
			const { readPage } = listOf(rows, 10, withTotal);
			expect(await readPages(readPage, upTo(Infinity))).toEqual(rows);
		},
	);

	it('keeps rows with the same identifier that stand in one answer', async () => {
		const rows = [{ id: 1, n: 1 }, { id: 1, n: 2 }, { id: 2 }];
		const { readPage } = listOf(rows, 10, withTotal);
		expect(await readPages(readPage, upTo(Infinity))).toEqual(rows);
	});

	it('of 90,000 rows in one answer is taken as it is', async () => {
		const { readPage } = listOf(numbered(90_000), 90_000, withTotal);
		const rows = await readPages(readPage, upTo(Infinity));
		expect(rows).toHaveLength(90_000);
		expect(rows.at(-1)).toEqual({ id: 1 });
	});

	it('begins no more pages when it has more rows than n8n can take', async () => {
		const rows = numbered(30_000);
		const asked: number[] = [];
		const readPage = async (page: number) => {
			asked.push(page);
			await new Promise((resolve) => setTimeout(resolve, 5));
			return { data: rows.map((_, row) => ({ id: page * 30_000 + row })), total: 3_000_000 };
		};
		await failureOf(async () => await readPages(readPage, upTo(Infinity)));
		const begun = asked.length;
		await new Promise((resolve) => setTimeout(resolve, 50));
		expect(asked).toHaveLength(begun);
	});

	it('is handed over when none of its pages is under way any more', async () => {
		const sizes = [5, 10, 10];
		let underWay = 0;
		const readPage = async (page: number) => {
			underWay++;
			await new Promise((resolve) => setTimeout(resolve, page));
			underWay--;
			const data = Array.from({ length: sizes[page - 1] ?? 0 }, (_, row) => ({
				id: page * 10 + row,
			}));
			return { data, total: 25 };
		};
		expect(await readPages(readPage, upTo(Infinity))).toHaveLength(25);
		expect(underWay).toBe(0);
	});

	it('of 150,000 rows in one answer gives as many as are wanted, or says what n8n can take', async () => {
		const { readPage } = listOf(numbered(150_000), 150_000, withTotal);
		expect(await readPages(readPage, upTo(100_000))).toHaveLength(100_000);
		const { title, advice } = await failureOf(
			async () => await readPages(readPage, upTo(Infinity)),
		);
		expect(title).toBe('The list has more than 100000 entries, too many for n8n');
		expect(advice).toContain('Set Limit to 100000 or less');
	});

	it.each([
		['side by side where the answer tells the number of pages', inMeta, 10, 10],
		['side by side where it tells the number of rows too', withTotal, 10, 10],
		['as many at once as the service gets', inMeta, 3, 3],
		['as many at once as there are', inMeta, 1_000, 119],
		['in turn where the service gets one request at once', withTotal, 1, 1],
		['in turn where the answer tells neither', linkAlone, 10, 1],
	])('is read %s', async (_, form, atOnce, expected) => {
		let underWay = 0;
		let most = 0;
		const { asked, readPage } = listOf(numbered(1_200), 10, form);
		const read = async (page: number) => {
			most = Math.max(most, ++underWay);
			const body = await readPage(page);
			underWay--;
			return body;
		};
		expect(await readPages(read, { ...upTo(Infinity), atOnce })).toHaveLength(1_200);
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
		const ids = (await readPages(readPage, upTo(Infinity))).map(({ id }) => id);
		expect(asked).toEqual([1, 2, 3, 1, 2, 3]);
		expect(ids).toEqual(Array.from({ length: 30 }, (_, index) => 31 - index));
	});

	it('is read again where a row was deleted that pushes another past the reader', async () => {
		const rows = numbered(30);
		const readPage = async (page: number) => {
			if (page === 3 && rows.length === 30) rows.splice(5, 1);
			return await listOf(rows, 10, withTotal).readPage(page);
		};
		const ids = (await readPages(readPage, upTo(Infinity))).map(({ id }) => id);
		expect(ids).toEqual(expect.arrayContaining(rows.map(({ id }) => id)));
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
		expect(await readPages(readPage, upTo(20))).toHaveLength(20);
		expect(asked).toEqual([1, 2, 3, 4]);
	});
});

describe('what the last page says', () => {
	it('counts: more pages than the first one said are read', async () => {
		const { asked, readPage } = listOf(numbered(30), 10, ({ data, page, last }) => ({
			data,
			meta: { last_page: Math.min(page + 1, last) },
			links: { next: page < last ? 'more' : null },
		}));
		expect(await readPages(readPage, upTo(Infinity))).toEqual(numbered(30));
		expect(asked).toEqual([1, 2, 3]);
	});
});
