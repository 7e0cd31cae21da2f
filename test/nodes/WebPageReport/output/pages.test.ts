import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import { pageSizeFor } from '../../../../nodes/WebPageReport/output/extent';
import { readPages } from '../../../../nodes/WebPageReport/output/pages';
import { failureOf } from '../../../support/failureOf';

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

	it.each([
		['a full page', 100, 2],
		['less than a full page', 99, 1],
		['more than any page has', 101, 1],
	])(
		'that is bare, with %s, is asked for another one: %i rows, %i requests',
		async (_, count, requests) => {
			const readPage = jest.fn(async () => await Promise.resolve(numbered(count)));
			expect(await readPages(readPage, Infinity, 'id')).toEqual(numbered(count));
			expect(readPage).toHaveBeenCalledTimes(requests);
		},
	);

	it('keeps its order where a later page answers first', async () => {
		const { readPage } = listOf(numbered(30), 10, inMeta);
		const turned = async (page: number) => {
			for (let turn = 0; turn < 10 - page; turn++) await Promise.resolve();
			return await readPage(page);
		};
		expect(await readPages(turned, Infinity, 'id')).toEqual(numbered(30));
	});

	it('keeps every row without an identifier, and each of the others once', async () => {
		const nameless = { name: 'x', project: null };
		const pages = [
			[{ project: 'a', n: 1 }, nameless, nameless],
			[{ project: 'a', n: 2 }, nameless, { project: 'b' }],
		];
		const readPage = async (page: number) =>
			await Promise.resolve({ data: pages[page - 1], meta: { last_page: 2 } });
		expect(await readPages(readPage, Infinity, 'project')).toEqual([
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
			expect(await readPages(readPage, Infinity, 'id')).toEqual(rows);
		},
	);

	it('keeps rows with the same identifier that stand in one answer', async () => {
		const rows = [{ id: 1, n: 1 }, { id: 1, n: 2 }, { id: 2 }];
		const { readPage } = listOf(rows, 10, withTotal);
		expect(await readPages(readPage, Infinity, 'id')).toEqual(rows);
	});

	it('of 90,000 rows in one answer is taken as it is', async () => {
		const { readPage } = listOf(numbered(90_000), 90_000, withTotal);
		const rows = await readPages(readPage, Infinity, 'id');
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
		await failureOf(async () => await readPages(readPage, Infinity, 'id'));
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
		expect(await readPages(readPage, Infinity, 'id')).toHaveLength(25);
		expect(underWay).toBe(0);
	});

	it('of 150,000 rows in one answer gives as many as are wanted, or says what n8n can take', async () => {
		const { readPage } = listOf(numbered(150_000), 150_000, withTotal);
		expect(await readPages(readPage, 100_000, 'id')).toHaveLength(100_000);
		const { title, advice } = await failureOf(
			async () => await readPages(readPage, Infinity, 'id'),
		);
		expect(title).toBe('n8n takes no more than 100000 entries of a list at once');
		expect(advice).toContain('Set Limit to 100000 or less');
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
			return await listOf(rows, 10, withTotal).readPage(page);
		};
		const ids = (await readPages(readPage, Infinity, 'id')).map(({ id }) => id);
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
		expect(await readPages(readPage, 20, 'id')).toHaveLength(20);
		expect(asked).toEqual([1, 2, 3, 4]);
	});
});

describe('figures that are wrong', () => {
	const read = async (
		rows: IDataObject[],
		form: (page: Page) => unknown,
		limit = Infinity,
		pagesRead: number[] = [],
	) => {
		const { asked, readPage } = listOf(rows, 10, form);
		const all = await readPages(readPage, limit, 'id').finally(() => pagesRead.push(...asked));
		return { all, asked };
	};
	const rows = numbered(30);

	it.each([
		['a total that is too low', 10, 3, [1, 2, 3]],
		['a total of nothing', 0, 3, [1, 2, 3]],
		['a total that is one too high', 31, 3, [1, 2, 3, 4]],
		['a number of pages that is one too high', undefined, 4, [1, 2, 3, 4]],
		['a number of pages that is much too high, beside the right total', 30, 900, [1, 2, 3, 4]],
	])('%s: the list is read to its end', async (_, total, last_page, pages) => {
		const outcome = await read(rows, ({ data }) => ({ data, meta: { total, last_page } }));
		expect(outcome).toEqual({ all: rows, asked: pages });
	});

	it('a total that counts the rows of each page: the list is read to its end', async () => {
		const { all, asked } = await read(numbered(25), ({ data, last }) => ({
			data,
			total: data.length,
			last_page: last,
		}));
		expect(all).toEqual(numbered(25));
		expect(asked).toEqual([1, 2, 3]);
	});

	it('a total that is too high by less than a page: the page that is short is the last one', async () => {
		const { all, asked } = await read(numbered(28), ({ data }) => ({ data, total: 30 }));
		expect(all).toEqual(numbered(28));
		expect(asked).toEqual([1, 2, 3]);
	});

	it('a number of pages that is much too high, without a total: rows may be missing', async () => {
		const asked: number[] = [];
		const failure = await failureOf(
			async () => await read(rows, ({ data }) => ({ data, last_page: 900 }), Infinity, asked),
		);
		expect(failure.title).toBe('The service says that its list has more pages than it shows');
		expect(failure.advice).toMatch(/^Run it again.* or set Limit to 30 or less\.$/);
		// The three pages there are, and no more than ten that are not
		expect(asked.length).toBeLessThanOrEqual(13);
	});

	it('a total that is too high by more than a page: rows may be missing', async () => {
		const asked: number[] = [];
		const failure = await failureOf(
			async () => await read(rows, ({ data }) => ({ data, total: 1_000 }), Infinity, asked),
		);
		expect(failure.title).toBe('The service says that its list has 1000 entries, but shows 30');
		expect(asked.length).toBeLessThanOrEqual(13);
	});

	it('a total above what pages show that are not full: rows are missing', async () => {
		// The service hides one row of the second page
		const form = ({ data, page, total }: Page) => ({
			data: page === 2 ? data.slice(1) : data,
			total,
		});
		const { title } = await failureOf(async () => await read(numbered(25), form));
		expect(title).toBe('The service says that its list has 25 entries, but shows 24');
		// Those that are wanted are there all the same
		expect((await read(numbered(25), form, 19)).all).toHaveLength(19);
	});

	it('a total above an empty first page: rows are missing, however few', async () => {
		const empty = (total: number) => async () =>
			await readPages(async () => await Promise.resolve({ data: [], total }), 50, 'id');
		const { title, advice } = await failureOf(empty(30));
		expect(title).toBe('The service says that its list has 30 entries, but shows 0');
		expect(advice).not.toContain('Limit');
		expect(await empty(1)()).toEqual([]);
	});

	it('links that go on over empty pages: the list is left at the second', async () => {
		const { all, asked } = await read(rows, ({ data }) => ({ data, links: { next: 'more' } }));
		expect(all).toEqual(rows);
		expect(asked).toEqual([1, 2, 3, 4, 5]);
	});

	it('a link on an empty page in the middle: it is followed', async () => {
		const bodies = [numbered(3), [], [{ id: 'a' }, { id: 'b' }]];
		const all = await readPages(
			async (page) =>
				await Promise.resolve({
					data: bodies[page - 1],
					links: { next: page < 3 ? 'more' : null },
				}),
			Infinity,
			'id',
		);
		expect(all).toHaveLength(5);
	});

	it('known and new rows by turns: they are merged in one go', async () => {
		const even = Array.from({ length: 20_000 }, (_, index) => ({ id: 2 * index }));
		const later = Array.from({ length: 20_000 }, (_, index) => ({ id: 20_000 + index }));
		const pages = [even, later, []];
		const all = await readPages(
			async (page) =>
				await Promise.resolve({ data: pages[page - 1], links: { next: page < 3 ? 'more' : null } }),
			Infinity,
			'id',
		);
		const ids = all.map(({ id }) => id as number);
		expect(ids).toHaveLength(30_000);
		expect(ids).toEqual([...ids].sort((one, other) => one - other));
	});

	it('links that go on where the total is there: one page more is looked at', async () => {
		const form = ({ data, total }: Page) => ({ data, total, links: { next: 'more' } });
		expect(await read(rows, form)).toEqual({ all: rows, asked: [1, 2, 3, 4] });
	});

	it('whatever they are: the list ends, with no more rows than wanted, none twice, or an error', async () => {
		const claim = fc.oneof(fc.integer({ max: 400 }), fc.constantFrom('9', '', 'x', null, 1e9));
		const claims = fc.array(fc.tuple(claim, claim, fc.boolean()));
		const limits = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.constant(Infinity));
		await fc.assert(
			fc.asyncProperty(fc.nat({ max: 300 }), claims, limits, async (count, all, limit) => {
				const { asked, readPage } = listOf(numbered(count), 25, ({ data, page }) => {
					const [total, last_page, next] = all[page % (all.length + 1)] ?? [];
					return { data, meta: { total, last_page }, links: { next } };
				});
				const outcome = await readPages(readPage, limit, 'id').catch((error: unknown) => {
					expect(error).toBeInstanceOf(Failure);
					return undefined;
				});
				if (outcome) expect(outcome).toEqual(numbered(count).slice(0, outcome.length));
				expect(outcome?.length ?? 0).toBeLessThanOrEqual(limit);
				// Three readings, with each page read again six times, and ten pages that are not there
				expect(asked.length).toBeLessThanOrEqual(3 * (7 * (count / 25 + 2) + 10));
			}),
		);
	});
});

describe('a service that does not turn the page', () => {
	const rows = numbered(10);
	const circle = (figures: IDataObject, pages = 1) => {
		const asked: number[] = [];
		const readPage = async (page: number) => {
			asked.push(page);
			const data = rows.map((_, row) => ({ id: row * pages + (page % pages) }));
			return await Promise.resolve({ data, ...figures });
		};
		return { asked, readPage };
	};

	it.each<[string, IDataObject, string, number]>([
		['a total', { total: 15 }, 'has 15 entries, but shows 10', 6],
		['a total of more pages', { total: 25 }, 'the same entries again and again', 6],
		['a total of very many pages', { total: 1_000 }, 'the same entries again and again', 24],
		['a number of pages', { last_page: 2 }, 'more pages than it shows', 6],
		['a high number of pages', { last_page: 900 }, 'the same entries again and again', 24],
		['links alone', { links: { next: 'more' } }, 'the same entries again and again', 3],
	])('and promises more by %s fails', async (_, figures, title, requests) => {
		const { asked, readPage } = circle(figures);
		const failure = await failureOf(async () => await readPages(readPage, Infinity, 'id'));
		expect(failure.title).toContain(title);
		expect(failure.advice).toContain('set Limit to 10 or less');
		expect(asked.length).toBeLessThanOrEqual(requests);
	});

	it.each<[string, IDataObject, number, number]>([
		['a limit needs no other', { total: 25 }, 10, 1],
		['its figures say that this is all', { total: 10, last_page: 1 }, Infinity, 1],
		['its total says so, whatever the number of pages', { total: 10, last_page: 9 }, Infinity, 2],
		['its total says so, whatever the link', { total: 10, next_page_url: 'x' }, Infinity, 2],
		['it says nothing of others', {}, Infinity, 2],
	])('is understood where %s', async (_, figures, limit, requests) => {
		const { asked, readPage } = circle(figures);
		expect(await readPages(readPage, limit, 'id')).toHaveLength(10);
		expect(asked).toHaveLength(requests);
	});

	it('but goes round in circles is left', async () => {
		const { asked, readPage } = circle({ links: { next: 'more' } }, 3);
		const { title } = await failureOf(async () => await readPages(readPage, Infinity, 'id'));
		expect(title).toBe('The service shows the same entries again and again');
		expect(asked).toHaveLength(7);
	});

	it('and whose rows have no identifier is left as well', async () => {
		const { asked, readPage } = circle({ links: { next: 'more' } });
		const { title } = await failureOf(async () => await readPages(readPage, Infinity, 'none'));
		expect(title).toBe('The service shows the same entries again and again');
		expect(asked).toHaveLength(3);
	});
});

describe('a service that gives smaller pages than asked for', () => {
	it.each([
		['says so', ({ data, total }: Page) => ({ data, meta: { total, per_page: 25 } })],
		['says nothing', ({ data, total }: Page) => ({ data, meta: { total } })],
		['says otherwise', ({ data, total }: Page) => ({ data, meta: { total, per_page: 100 } })],
	])('and %s is read to the end, or to the limit', async (_, form) => {
		for (const [limit, pages] of [
			[Infinity, 10],
			[150, 6],
		] as const) {
			const { asked, readPage } = listOf(numbered(250), 25, form);
			expect(await readPages(readPage, limit, 'id')).toEqual(numbered(250).slice(0, limit));
			expect(asked).toHaveLength(pages);
		}
	});
});

describe('what the last page says', () => {
	it('counts: more pages than the first one said are read', async () => {
		const { asked, readPage } = listOf(numbered(30), 10, ({ data, page, last }) => ({
			data,
			meta: { last_page: Math.min(page + 1, last) },
			links: { next: page < last ? 'more' : null },
		}));
		expect(await readPages(readPage, Infinity, 'id')).toEqual(numbered(30));
		expect(asked).toEqual([1, 2, 3]);
	});
});

describe('a list that is read page by page', () => {
	/** Reads a list of which something becomes before the answer of a page. */
	const readWhile = async (
		form: (page: Page) => unknown,
		count: number,
		change: (rows: IDataObject[], page: number) => void,
		limit = Infinity,
	) => {
		const rows = numbered(count);
		const asked: number[] = [];
		const readPage = async (page: number) => {
			if (asked.length > 0) change(rows, page);
			asked.push(page);
			return await listOf(rows, 10, form).readPage(page);
		};
		return { ids: (await readPages(readPage, limit, 'id')).map(({ id }) => id), rows, asked };
	};
	const once = (change: (rows: IDataObject[], page: number) => void) => {
		let isDone = false;
		return (rows: IDataObject[], page: number) => {
			if (!isDone) change(rows, page);
			isDone = true;
		};
	};
	const appear = (rows: IDataObject[], count: number) =>
		rows.unshift(...Array.from({ length: count }, (_, index) => ({ id: 1_000 - index })));
	const ids = (rows: IDataObject[]) => rows.map(({ id }) => id);

	it.each([5, 10, 20])('is complete where it grows by %i rows', async (growth) => {
		const { ids: read } = await readWhile(linkAlone, 60, (rows, page) => {
			if (page === 3 && rows.length === 60) appear(rows, growth);
		});
		expect(read).toEqual(ids(numbered(60)));
	});

	it.each([linkAlone, withTotal])('does not end where it grows by just one page', async (form) => {
		const { ids: read } = await readWhile(
			form,
			20,
			once((rows) => appear(rows, 10)),
			15,
		);
		expect(read).toEqual(ids(numbered(20)).slice(0, 15));
	});

	it('misses none of the first 15 where one is deleted between its pages', async () => {
		const { ids: read, asked } = await readWhile(
			withTotal,
			30,
			once((rows) => rows.splice(3, 1)),
			15,
		);
		// With the row that was there when its page was read
		expect(read).toEqual(ids(numbered(30)).slice(0, 15));
		expect(asked).toEqual([1, 2, 1]);
	});

	it('misses none where the number of pages alone shows that some were deleted', async () => {
		const { ids: read, asked } = await readWhile(
			inMeta,
			21,
			once((rows) => rows.splice(3, 2)),
			15,
		);
		expect(read).toEqual(ids(numbered(21)).slice(0, 15));
		expect(asked).toEqual([1, 2, 1]);
	});

	it('is read anew where the number of pages has changed between pages that were read at once', async () => {
		const { ids: read, rows } = await readWhile(inMeta, 31, (all, page) => {
			if (page === 3 && all.length === 31) all.splice(3, 2);
		});
		expect(read).toEqual(ids(rows));
	});

	it('is complete where one appears and another vanishes before it could be read', async () => {
		let asked = 0;
		const { ids: read, asked: pages } = await readWhile(withTotal, 20, (rows) => {
			asked++;
			if (asked === 1) appear(rows, 1);
			if (asked === 2) rows.pop();
		});
		expect(read).toEqual(ids(numbered(20)).slice(0, 19));
		expect(pages).toEqual([1, 2, 3, 2]);
	});

	it('is complete where rows go on appearing at its end', async () => {
		let next = 0;
		const { ids: read, asked } = await readWhile(
			withTotal,
			20,
			(rows) => rows.push({ id: --next }),
			15,
		);
		expect(read).toEqual(ids(numbered(20)).slice(0, 15));
		expect(asked).toEqual([1, 2, 1]);
	});

	it('is not taken for unchanged where what was deleted has been made up for', async () => {
		let asked = 0;
		const { ids: read } = await readWhile(
			withTotal,
			20,
			(rows) => {
				asked++;
				if (asked === 1) rows.splice(0, 1);
				if (asked === 2) appear(rows, 1);
			},
			15,
		);
		// In place of 20, which was there when its page was read
		expect(read.slice(0, 3)).toEqual([20, 1_000, 19]);
		expect(read).toContain(11);
	});

	it('fails where it never comes to rest', async () => {
		const { title, advice } = await failureOf(
			async () => await readWhile(withTotal, 500, (rows) => rows.splice(0, 11), 100),
		);
		expect(title).toBe('The list kept changing while it was read');
		expect(advice).toMatch(/^Run it again/);
	});

	it('is read anew where a row has moved from a later page to the first one', async () => {
		const { ids: read, asked } = await readWhile(
			withTotal,
			20,
			once((rows) => rows.unshift(...rows.splice(14, 1))),
		);
		expect(read).toHaveLength(20);
		expect(new Set(read)).toEqual(new Set(ids(numbered(20))));
		expect(asked).toEqual([1, 2, 1, 2]);
	});

	it.each<[number, string]>([
		[15, 'The list kept changing while it was read'],
		[Infinity, 'The service says that its list has 20 entries, but shows 18'],
	])(
		'fails with a limit of %d where its order differs from answer to answer',
		async (limit, title) => {
			// As databases do that sort by a column in which many rows are equal
			const readPage = async (page: number) =>
				await Promise.resolve({ data: numbered(page === 1 ? 20 : 12).slice(0, 10), total: 20 });
			const failure = await failureOf(async () => await readPages(readPage, limit, 'id'));
			expect(failure.title).toBe(title);
		},
	);

	it('in which some have no identifier keeps each of those once where something has changed', async () => {
		const rows: IDataObject[] = numbered(15);
		rows[2] = { name: 'x' };
		let asked = 0;
		const readPage = async (page: number) => {
			if (++asked === 2) rows.splice(3, 1);
			return await listOf(rows, 10, withTotal).readPage(page);
		};
		expect(await readPages(readPage, Infinity, 'id')).toEqual(rows);
	});

	it('without identifiers is read anew where something has changed', async () => {
		const names = Array.from({ length: 15 }, (_, index) => ({ name: `n${String(index)}` }));
		const asked: number[] = [];
		const readPage = async (page: number) => {
			if (asked.length === 1) names.splice(3, 1);
			asked.push(page);
			return await listOf(names, 10, withTotal).readPage(page);
		};
		expect(await readPages(readPage, Infinity, 'id')).toEqual(names);
		expect(asked).toEqual([1, 2, 1, 1, 2]);
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

	it('ends it also while pages before it are under way', async () => {
		const begun: number[] = [];
		const { readPage } = listOf(numbered(500), 10, withTotal);
		const read = async (page: number) => {
			begun.push(page);
			if (page === 9) throw new Error('page 9');
			if (page > 1) await new Promise((resolve) => setTimeout(resolve, 5));
			return await readPage(page);
		};
		await expect(readPages(read, Infinity, 'id')).rejects.toThrow('page 9');
		await new Promise((resolve) => setTimeout(resolve, 20));
		expect(begun.length).toBeLessThanOrEqual(1 + 10);
	});

	it('ends it however many pages are promised', async () => {
		const read = async (page: number) => {
			await new Promise((resolve) => setTimeout(resolve, page % 5));
			if (page === 5) throw new Error('page 5');
			return { data: [{ id: page }], last_page: 1e9 };
		};
		await expect(readPages(read, Infinity, 'id')).rejects.toThrow('page 5');
	});

	it('leaves no failure of another that nobody hears of', async () => {
		const unheard = jest.fn();
		process.on('unhandledRejection', unheard);
		const { readPage } = listOf(numbered(500), 10, withTotal);
		const read = async (page: number) => {
			if (page === 1) return await readPage(page);
			await new Promise((resolve) => setTimeout(resolve, page));
			throw new Error(`page ${String(page)}`);
		};
		await expect(readPages(read, Infinity, 'id')).rejects.toThrow('page 2');
		await new Promise((resolve) => setTimeout(resolve, 50));
		process.off('unhandledRejection', unheard);
		expect(unheard).not.toHaveBeenCalled();
	});

	it('is also one that is not a list', async () => {
		const read = async (page: number) =>
			await Promise.resolve(page === 1 ? { data: numbered(10), last_page: 2 } : { data: {} });
		const { title } = await failureOf(async () => await readPages(read, Infinity, 'id'));
		expect(title).toBe('The service answered with something other than a list');
	});
});
