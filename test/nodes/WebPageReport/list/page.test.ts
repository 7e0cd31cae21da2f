import {
	isMoreAfter,
	type Page,
	pageOf,
	pageSizeFor,
} from '../../../../nodes/WebPageReport/list/page';

const data = [{ id: 1 }, { id: 2 }];

const FIGURES = { total: 7, lastPage: 4, perPage: 2, isSilent: false };

it.each([
	[10, 10],
	[11, 25],
	[51, 100],
	[Infinity, 100],
])('reads %d rows in pages of %d', (limit, size) => {
	expect(pageSizeFor(limit)).toBe(size);
});

describe('a page', () => {
	it.each<[unknown, Partial<Page>]>([
		[data, { total: undefined, lastPage: undefined, perPage: undefined, isSilent: true }],
		[{ data, meta: { total: 7, last_page: 4, per_page: 2 } }, FIGURES],
		[{ data, total: 7, last_page: 4, per_page: '2' }, FIGURES],
		[{ data, links: { total: '7', last_page: ' 4 ' }, per_page: 2 }, FIGURES],
		[{ data, meta: { total: 7 }, total: 8 }, { total: 7 }],
		[{ data, meta: { total: null }, total: 8 }, { total: 8 }],
		[{ data: { data, meta: { total: 7 } } }, { rows: data, total: 7 }],
		[{ data: { data, total: 7 } }, { rows: data, total: 7 }],
		[{ data, meta: { pagination: { total: 9 } } }, { total: 9 }],
		[
			{ data: [], total: 0 },
			{ total: 0, isSilent: false },
		],
		...['', ' ', 'many', -1, 1.5, true, [7], {}].map((total): [unknown, Partial<Page>] => [
			{ data, total },
			{ total: undefined, isSilent: true },
		]),
	])('%j is parsed as %j', (body, expected) => {
		expect(pageOf(body, 3)).toMatchObject({ number: 3, ...expected });
	});

	it.each([
		['links', { next: '/?page=2' }, true],
		['next_page_url', '/', true],
		['links', { next: null }, false],
		['meta', { next: '' }, false],
	])('with %s %j announces a next page: %j', (place, link, hasNextLink) => {
		expect(pageOf({ data, [place]: link }, 3)).toMatchObject({ hasNextLink, isSilent: false });
	});

	it('turns every row into an object', () => {
		expect(pageOf([{ id: 1 }, 'a', null, [2]], 1).rows).toEqual([
			{ id: 1 },
			{ value: 'a' },
			{ value: null },
			{ value: [2] },
		]);
	});
});

describe('another page', () => {
	const tenRows = Array.from({ length: 10 }, (_, id) => ({ id }));

	it.each<[string, unknown[], boolean]>([
		['no page', [], false],
		['an empty page, whatever its total says', [{ data: [], total: 9 }], false],
		['an empty page with a link', [{ data: [], links: { next: '/' } }], true],
		['a total on an earlier page alone', [{ data, total: 5 }, data], true],
		['a total on an earlier page that is reached', [{ data, total: 4 }, data], false],
		['ten rows of a service that says nothing', [tenRows], true],
		['fewer than ten rows of a service that says nothing', [tenRows.slice(1)], false],
		[
			'ten rows of a service that said something before',
			[{ data: tenRows, total: 10 }, tenRows],
			false,
		],
	])('follows %s: %p', (_, bodies, isMore) => {
		const pages = bodies.map((body, index) => pageOf(body, index + 1));
		const size = Math.max(2, ...pages.map(({ rows }) => rows.length));
		expect(isMoreAfter(pages, size)).toBe(isMore);
	});
});
