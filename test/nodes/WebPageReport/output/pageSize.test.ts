import { pageSizeFor } from '../../../../nodes/WebPageReport/output/extent';
import { readPages } from '../../../../nodes/WebPageReport/output/pages';
import { listOf, numbered, type Page, upTo } from './pagedList';

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
			expect(await readPages(readPage, upTo(limit))).toEqual(numbered(250).slice(0, limit));
			expect(asked).toHaveLength(pages);
		}
	});
});
