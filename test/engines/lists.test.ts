import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { report } from '../support/node';
import { type Service, startEmpty } from '../support/service';

/** A page of the service. */
interface Page {
	data: IDataObject[];
	page: number;
	total: number;
}

const numbered = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ id: count - index }));

let service: Service;
/** The rows of the service. */
let rows: IDataObject[];

/** Starts a service that lists `rows` in this form, in pages of 100; a page without a form is missing. */
async function serve(form: (page: Page) => unknown): Promise<void> {
	service = await startEmpty({
		conditions: [
			({ query }) => {
				const page = Number(query.page ?? 1);
				const data = rows.slice((page - 1) * 100, page * 100);
				const body = form({ data, page, total: rows.length });
				return body === undefined ? { status: 404, body: 'default backend - 404' } : { body };
			},
		],
	});
}

async function list(parameters: INodeParameters = { returnAll: true }) {
	const { items, error } = await service.run(report('getAll', parameters));
	return { ids: items.map(({ json }) => json.id), items, error };
}

/** The requested pages, counted from 1. */
const pagesAsked = () => service.requests.map(({ query }) => Number(query.page ?? 1));

const idsOf = (of: IDataObject[]) => of.map(({ id }) => id);

// More lists, and the errors: test/nodes/WebPageReport/list
it.each<[string, number, (page: Page) => unknown]>([
	['with a total, read in parallel', 430, ({ data, total }) => ({ data, meta: { total } })],
	['without page information', 250, ({ data }) => data],
	['with null after its last row', 200, ({ data }) => (data.length > 0 ? { data } : null)],
])('a list %s is read in full', async (_, count, form) => {
	rows = numbered(count);
	await serve(form);
	const { ids, error } = await list();
	expect(error).toBeUndefined();
	expect(ids).toEqual(idsOf(rows));
});

it('accepts a 204 as an empty list', async () => {
	service = await startEmpty({ conditions: [{ status: 204, body: '' }] });
	expect(await list()).toEqual({ ids: [], items: [], error: undefined });
});

it.each<[string, number, (page: Page) => unknown, string, number[]]>([
	[
		'whose third page is not found',
		430,
		({ data, page }) => (page === 3 ? undefined : data),
		'The service could not list reports (404): default backend - 404',
		[1, 2, 3],
	],
	[
		'without a total whose second page is empty and links on',
		100,
		({ data }) => ({ data, links: { next: '/reports?page=2' } }),
		'The service seems to have more than the 100 entries it returned',
		[1, 2, 1, 2, 1, 2],
	],
	[
		'of a service that ignores the page',
		100,
		() => ({ data: rows, total: 250 }),
		'The service reported 250 entries but returned 100',
		[1, 2, 3, 1, 2, 1, 2],
	],
	[
		'that says no',
		0,
		() => ({ code: 10_001, msg: 'Invalid token', data: null }),
		'The service could not list reports: Invalid token',
		[1],
	],
])('a list %s is an error', async (_, count, form, message, pages) => {
	rows = numbered(count);
	await serve(form);
	const { ids, error } = await list();
	expect([ids, error?.message]).toEqual([[], message]);
	expect(pagesAsked()).toEqual(pages);
});

it('rows without an ID come once, even if the service ignores the page', async () => {
	rows = Array.from({ length: 30 }, (_, _id) => ({ _id }));
	await serve(() => rows);
	const { items } = await list({ limit: 50 });
	expect(items.map(({ json }) => json)).toEqual(rows);
});

it('returns as many entries as n8n can handle, and fails with advice if a list has more', async () => {
	rows = numbered(150_000);
	await serve(({ total }) => ({ data: rows, meta: { total } }));
	const { error } = await list();
	expect(error?.message).toBe('The list has more than 100,000 entries, too many for n8n');
	expect(error?.description).toBe(
		'Set Limit to 100,000 or less, or read the list in parts with a filter.',
	);
	expect((await list({ limit: 100_000 })).ids).toHaveLength(100_000);
});
