import {
	isMoreAfter,
	type Page,
	pageOf,
	pageSizeFor,
} from '../../../../nodes/WebPageReport/list/page';
import { contentOf } from '../../../../nodes/WebPageReport/response/content';

const data = [{ id: 1 }, { id: 2 }];

const page = (body: unknown, number = 3): Page => pageOf(contentOf(body), number);

it('reads in the smallest pages that hold what is wanted', () => {
	expect([10, 11, 51, Infinity].map(pageSizeFor)).toEqual([10, 25, 100, 100]);
});

it.each<[Partial<Page>, object]>([
	[{ total: undefined, lastPage: undefined, hasNext: undefined }, {}],
	[{ total: 7, lastPage: 4 }, { meta: { total: 7, last_page: 4 } }],
	[
		{ total: 7, lastPage: 4 },
		{ total: '7', total_pages: '4' },
	],
	[{ total: 7, hasNext: false }, { links: { total: 7, next: null } }],
	[{ total: 9, hasNext: true }, { meta: { pagination: { total: 9, next: '/' } } }],
	[{ total: 7 }, { meta: { total: 7 }, total: 8 }],
	[{ total: 8 }, { meta: { total: null }, total: 8 }],
	[{ hasNext: true }, { next_page_url: '/', links: { next: null } }],
])('%j is read from %j', (expected, figures) => {
	for (const body of [{ data, ...figures }, { data: { data, ...figures } }]) {
		expect(page(body)).toMatchObject({ number: 3, rows: data, ...expected });
	}
});

it('only a whole number is a total', () => {
	for (const total of ['', ' ', 'many', -1, 1.5, true, [7], {}]) {
		expect(page({ data, total }).total).toBeUndefined();
	}
});

it('turns every row into an object', () => {
	const rows = [{ id: 1 }, { value: 'a' }, { value: null }, { value: [2] }];
	expect(page([{ id: 1 }, 'a', null, [2]]).rows).toEqual(rows);
});

const ten = Array.from({ length: 10 }, (_, id) => ({ id }));

/** What a third page says, whether another page follows, and how many rows are read. */
it.each<[string, boolean, unknown, number]>([
	['an empty page, whatever it says', false, { data: [], total: 9, links: { next: '/' } }, 0],
	['ten rows of a service that says nothing', true, ten, 30],
	['fewer than ten rows of a service that says nothing', false, ten.slice(1), 29],
	['a total that is reached', false, { data: ten, total: 30 }, 30],
	['fewer than ten rows with a total of less than was read', false, { data, total: 3 }, 22],
	['no link, from a service that has some', false, { data: ten, links: { next: null } }, 30],
	['a later last page', true, { data, last_page: 4 }, 22],
	['the last page', false, { data: ten, last_page: 3 }, 30],
	['a link, whatever the total says', true, { data, total: 22, links: { next: '/' } }, 22],
])('another page follows %s: %j', (_, isMore, body, read) => {
	expect(isMoreAfter(page(body), read)).toBe(isMore);
});
