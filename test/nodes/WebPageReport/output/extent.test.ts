import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import { readPages } from '../../../../nodes/WebPageReport/output/pages';
import { failureOf } from '../../../support/failureOf';
import { listOf, numbered, type Page, upTo } from './pagedList';

describe('figures that are wrong', () => {
	const read = async (
		rows: IDataObject[],
		form: (page: Page) => unknown,
		limit = Infinity,
		pagesRead: number[] = [],
	) => {
		const { asked, readPage } = listOf(rows, 10, form);
		const all = await readPages(readPage, upTo(limit)).finally(() => pagesRead.push(...asked));
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
		expect(failure.title).toBe('The service announced more pages than it returned');
		expect(failure.advice).toMatch(
			/^Try again, .* contact your report service .*, or set Limit to 30 or less\.$/,
		);
		// The three pages there are, and no more than ten that are not
		expect(asked.length).toBeLessThanOrEqual(13);
	});

	it('a total that is too high by more than a page: rows may be missing', async () => {
		const asked: number[] = [];
		const failure = await failureOf(
			async () => await read(rows, ({ data }) => ({ data, total: 1_000 }), Infinity, asked),
		);
		expect(failure.title).toBe('The service announced 1000 entries but returned 30');
		expect(asked.length).toBeLessThanOrEqual(13);
	});

	it('a total above what pages show that are not full: rows are missing', async () => {
		// The service hides one row of the second page
		const form = ({ data, page, total }: Page) => ({
			data: page === 2 ? data.slice(1) : data,
			total,
		});
		const { title } = await failureOf(async () => await read(numbered(25), form));
		expect(title).toBe('The service announced 25 entries but returned 24');
		// Those that are wanted are there all the same
		expect((await read(numbered(25), form, 19)).all).toHaveLength(19);
	});

	it('a total above an empty first page: rows are missing, however few', async () => {
		const empty = (total: number) => async () =>
			await readPages(async () => await Promise.resolve({ data: [], total }), upTo(50));
		const { title, advice } = await failureOf(empty(30));
		expect(title).toBe('The service announced 30 entries but returned 0');
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
			upTo(Infinity),
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
			upTo(Infinity),
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
				const outcome = await readPages(readPage, upTo(limit)).catch((error: unknown) => {
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
		['a total', { total: 15 }, 'The service announced 15 entries but returned 10', 6],
		['a total of more pages', { total: 25 }, 'The service kept returning the same entries', 6],
		[
			'a total of very many pages',
			{ total: 1_000 },
			'The service kept returning the same entries',
			24,
		],
		['a number of pages', { last_page: 2 }, 'The service announced more pages than it returned', 6],
		[
			'a high number of pages',
			{ last_page: 900 },
			'The service kept returning the same entries',
			24,
		],
		['links alone', { links: { next: 'more' } }, 'The service kept returning the same entries', 3],
	])('and promises more by %s fails', async (_, figures, title, requests) => {
		const { asked, readPage } = circle(figures);
		const failure = await failureOf(async () => await readPages(readPage, upTo(Infinity)));
		expect(failure.title).toBe(title);
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
		expect(await readPages(readPage, upTo(limit))).toHaveLength(10);
		expect(asked).toHaveLength(requests);
	});

	it('but goes round in circles is left', async () => {
		const { asked, readPage } = circle({ links: { next: 'more' } }, 3);
		const { title } = await failureOf(async () => await readPages(readPage, upTo(Infinity)));
		expect(title).toBe('The service kept returning the same entries');
		expect(asked).toHaveLength(7);
	});

	it('and whose rows have no identifier is left as well', async () => {
		const { asked, readPage } = circle({ links: { next: 'more' } });
		const { title } = await failureOf(
			async () => await readPages(readPage, upTo(Infinity, 'none')),
		);
		expect(title).toBe('The service kept returning the same entries');
		expect(asked).toHaveLength(3);
	});
});
