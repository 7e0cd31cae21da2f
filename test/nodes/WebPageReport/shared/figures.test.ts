import { figuresOf, isMoreAfter } from '../../../../nodes/WebPageReport/shared/figures';

describe('a page after the third, which shows ten rows,', () => {
	it.each([
		['a bare list', [], false],
		['a text', 'hello', false],
		['an answer without a word on pages', { data: [] }, false],
		['a number in meta', { meta: { last_page: 7 } }, true],
		['a text in meta', { meta: { last_page: '7' } }, true],
		['a number at the top level', { last_page: 7 }, true],
		['a number that is too small', { meta: { last_page: 1 } }, false],
		['a number that is no page', { meta: { last_page: 7.5 } }, false],
		['an empty text', { meta: { last_page: ' ' } }, false],
		['a word', { meta: { last_page: 'many' } }, false],
		['null', { meta: { last_page: null } }, false],
		['meta that is a list', { meta: [], last_page: 7 }, true],
		[
			'a link beside the number of this page',
			{ meta: { last_page: 3 }, links: { next: 'x' } },
			true,
		],
		['null beside a link', { meta: { last_page: null }, links: { next: 'x' } }, true],
		['an empty text beside a link', { meta: { last_page: ' ' }, links: { next: 'x' } }, true],
		['a word beside a link', { meta: { last_page: 'many' }, links: { next: 'x' } }, true],
		['a next link', { links: { next: 'x' } }, true],
		['a next link that is null', { links: { next: null } }, false],
		['links that are a list', { links: [{ url: 'x' }] }, false],
		['a link at the top level', { next_page_url: 'x' }, true],
		['a link in meta', { meta: { next_page_url: 'x' } }, true],
		['a link in meta that is null', { meta: { next_page_url: null } }, false],
		['an empty link', { links: { next: '' } }, false],
		['a next link without more', { next: '/?page=4' }, true],
		['a total beyond it', { total: 31 }, true],
		['a total in meta that is a text', { meta: { total: '31' } }, true],
		['a total that it reaches', { total: 30 }, false],
		['a total and a larger page size', { meta: { total: 150, per_page: '50' } }, false],
		['a total and a smaller page size', { meta: { total: 16, per_page: 5 } }, true],
		['a total below nothing', { total: -1 }, false],
		['an empty meta beside numbers', { meta: { path: '/' }, last_page: 4 }, true],
	])('as told by %s: %j is %s', (_, body, isMore) => {
		expect(isMoreAfter(body, 3, 10)).toBe(isMore);
	});
});

it('figures are taken from wherever they stand, and left out where there are none', () => {
	expect(figuresOf({ meta: { total: '7', per_page: null }, last_page: 2, per_page: 5 })).toEqual({
		total: 7,
		lastPage: 2,
		perPage: 5,
		linksOn: false,
		isSilent: false,
	});
	expect(figuresOf('hello')).toEqual({
		total: undefined,
		lastPage: undefined,
		perPage: undefined,
		linksOn: false,
		isSilent: true,
	});
});

it.each([
	[[], true],
	[{ data: [] }, true],
	[{ meta: { per_page: 25 }, links: {} }, true],
	[{ meta: { total: 0 } }, false],
	[{ last_page: '1' }, false],
	[{ links: { next: null } }, false],
	[{ next_page_url: null }, false],
])('whether an answer is silent on further pages: %j, %j', (body, isSilent) => {
	expect(figuresOf(body).isSilent).toBe(isSilent);
});

it.each(['', ' ', '1.5', 1.5, -1, '-1', true, null, [], {}])('%j is no figure', (value) => {
	const { total, lastPage, perPage } = figuresOf({ total: value, meta: { last_page: value } });
	expect([total, lastPage, perPage]).toEqual([undefined, undefined, undefined]);
});
