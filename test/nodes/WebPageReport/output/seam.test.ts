import type { IDataObject } from 'n8n-workflow';

import { readPages } from '../../../../nodes/WebPageReport/output/pages';
import { failureOf } from '../../../support/failureOf';
import { inMeta, linkAlone, listOf, numbered, type Page, upTo, withTotal } from './pagedList';

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
		return { ids: (await readPages(readPage, upTo(limit))).map(({ id }) => id), rows, asked };
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
		expect(advice).toMatch(/^Try again when fewer reports are being created or deleted, /);
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
		[Infinity, 'The service announced 20 entries but returned 18'],
	])(
		'fails with a limit of %d where its order differs from answer to answer',
		async (limit, title) => {
			// As databases do that sort by a column in which many rows are equal
			const readPage = async (page: number) =>
				await Promise.resolve({ data: numbered(page === 1 ? 20 : 12).slice(0, 10), total: 20 });
			const failure = await failureOf(async () => await readPages(readPage, upTo(limit)));
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
		expect(await readPages(readPage, upTo(Infinity))).toEqual(rows);
	});

	it('without identifiers is read anew where something has changed', async () => {
		const names = Array.from({ length: 15 }, (_, index) => ({ name: `n${String(index)}` }));
		const asked: number[] = [];
		const readPage = async (page: number) => {
			if (asked.length === 1) names.splice(3, 1);
			asked.push(page);
			return await listOf(names, 10, withTotal).readPage(page);
		};
		expect(await readPages(readPage, upTo(Infinity))).toEqual(names);
		expect(asked).toEqual([1, 2, 1, 1, 2]);
	});
});
