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

/** Starts a service that lists `rows` in this form, in pages of at most this many; a page without a form is missing. */
async function serve(form: (page: Page) => unknown, most = 100): Promise<void> {
	service = await startEmpty({
		conditions: [
			({ query }) => {
				const page = Number(query.page ?? 1);
				const size = Math.min(Number(query.per_page), most);
				const data = rows.slice((page - 1) * size, page * size);
				const body = form({ data, page, total: rows.length });
				return body === undefined ? { status: 404, body: 'default backend - 404' } : { body };
			},
		],
	});
}

async function list(parameters: INodeParameters = {}, more: object = {}) {
	const { items, error } = await service.run(
		report('getAll', { returnAll: true, ...parameters }),
		more,
	);
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

it('reads a list in full if its last page is gone because an entry was deleted meanwhile', async () => {
	rows = numbered(26);
	await serve(({ page }) => {
		if (page === 2 && rows.length === 26) rows = rows.filter((_, index) => index !== 3);
		const data = rows.slice((page - 1) * 25, page * 25);
		return data.length > 0 ? { data, meta: { total: rows.length } } : undefined;
	});
	const { ids, error } = await list();
	expect(error).toBeUndefined();
	expect(ids).toEqual(idsOf(rows));
});

/** Lists 430 rows on a service that says nothing about pages, and answers 404 to a page when told to. */
async function listSilent(isGone: (page: number, before: number) => boolean) {
	rows = numbered(430);
	await serve(({ data, page }) => {
		const before = pagesAsked().filter((asked) => asked === page).length - 1;
		return isGone(page, before) ? undefined : data;
	});
	return { ...(await list()), asked: pagesAsked() };
}

it('a list is not cut short by a proxy that answers 404 while the service is away', async () => {
	const flaky = await listSilent((page, before) => page === 3 && before === 0);
	expect(flaky.ids).toEqual(idsOf(rows));
	const { ids, error, asked } = await listSilent(
		(page, before) => page === 3 || (page === 2 && before > 0),
	);
	expect([ids, error?.message]).toEqual([
		[],
		'The service did not find page 3 of the list (404): default backend - 404',
	]);
	expect(error?.description).toMatch(/^It found the pages before, so Base URL is right\./);
	expect(asked).toEqual([1, 2, 3, 2]);
});

it('a silent list ends at a page that is missing twice, with the page before it still there', async () => {
	const { ids, asked } = await listSilent((page) => page > 3);
	expect(ids).toEqual(idsOf(rows.slice(0, 300)));
	expect(asked).toEqual([1, 2, 3, 4, 3, 4]);
});

it('returns as many entries as n8n can handle, and fails with advice if a list has more', async () => {
	rows = numbered(150_000);
	await serve(({ total }) => ({ data: rows, meta: { total } }));
	const { error } = await list();
	expect(error?.message).toBe('The list has more than 100,000 entries, too many for n8n');
	expect(error?.description).toBe(
		'Set Limit to 100,000 or less, or read the list in parts with a filter.',
	);
	expect((await list({ returnAll: false, limit: 100_000 })).ids).toHaveLength(100_000);
});

it('stops reading a list after a page fails, even while another list is being read', async () => {
	const limited = { status: 429, headers: { 'retry-after': '1' } };
	service = await startEmpty({
		conditions: [
			({ query: { search, page } }) => {
				if (search === 'slow') return { delay: 4000, body: [] };
				if (page === undefined) return { body: { data: numbered(100), meta: { total: 900 } } };
				return page === '2' ? { status: 500 } : limited;
			},
		],
	});
	const { items } = await list(
		{ filters: { search: '={{ $json.search }}' } },
		{ items: [{ search: 'many' }, { search: 'slow' }], onError: 'continueRegularOutput' },
	);
	expect(items.map(({ json }) => json.error)).toEqual([expect.stringContaining('500')]);
	const sent = service.requests.map(({ query }) => JSON.stringify(query));
	expect(new Set(sent).size).toBe(sent.length);
});
