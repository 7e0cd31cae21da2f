import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { run } from '../support/engine';
import { report } from '../support/node';
import { http, type RawService, startRawService } from '../support/rawService';
import { closedLater } from '../support/service';

/** A page of the service. */
interface Page {
	data: IDataObject[];
	page: number;
	total: number;
}

const numbered = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ id: count - index }));

let service: RawService;
/** The rows of the service. */
let rows: IDataObject[];

/** Starts a service that lists `rows` in this form, in pages of at most this many; a page without a form is missing. */
async function serve(form: (page: Page) => unknown, most = 100): Promise<void> {
	service = closedLater(
		await startRawService(({ path }, socket) => {
			const query = new URL(path, 'http://localhost').searchParams;
			const page = Number(query.get('page') ?? 1);
			const size = Math.min(Number(query.get('per_page')), most);
			const data = rows.slice((page - 1) * size, page * size);
			const body = form({ data, page, total: rows.length });
			const missing = http(404, { 'Content-Type': 'text/plain' }, 'default backend - 404');
			socket.write(body === undefined ? missing : http(200, {}, JSON.stringify(body)));
		}),
	);
}

async function list(parameters: INodeParameters = { returnAll: true }, more: object = {}) {
	const { items, error } = await run({
		credential: { baseUrl: service.baseUrl, apiKey: 'key' },
		parameters: report('getAll', parameters),
		...more,
	});
	return { ids: items.map(({ json }) => json.id), items, error };
}

/** The requested pages, counted from 1. */
const pagesAsked = () =>
	service.requests.map(({ path }) => Number(/[?&]page=(\d+)/.exec(path)?.[1] ?? 1));

const idsOf = (of: IDataObject[]) => of.map(({ id }) => id);

// More lists, and the errors: test/nodes/WebPageReport/list
it.each<[string, number, number, (page: Page) => unknown]>([
	['that states a total, as text', 250, 100, ({ data, total }) => ({ data, total: String(total) })],
	['without page information', 250, 100, ({ data }) => data],
	['without page information', 60, 25, ({ data }) => data],
	['that is empty', 0, 100, () => ({ data: null })],
	['under data.data', 430, 100, ({ data, total }) => ({ data: { data, meta: { total } } })],
	['as paginate returns it', 430, 100, ({ data, total }) => ({ data: { data, total } })],
	[
		'in the format of Fractal',
		430,
		100,
		({ data, page }) => ({ data, meta: { pagination: { links: { next: page < 5 } }, total: 9 } }),
	],
	[
		'with a total that counts groups, as in Laravel',
		430,
		100,
		({ data }) => ({ data, meta: { total: 150 }, last_page: 2 }),
	],
	['with null after its last row', 200, 100, ({ data }) => (data.length > 0 ? { data } : null)],
])('a list %s is read in full: %i rows, in pages of %i', async (_, count, most, form) => {
	rows = numbered(count);
	await serve(form, most);
	const { ids, error } = await list();
	expect(error).toBeUndefined();
	expect(ids).toEqual(idsOf(rows));
});

it('accepts a 204 as an empty list', async () => {
	service = closedLater(await startRawService((_, socket) => socket.write(http(204, {}))));
	expect(await list()).toEqual({ ids: [], items: [], error: undefined });
});

it.each([
	[101, 100],
	[26, 25],
])(
	'reads a list of %i entries in pages of %i in full if its last page is gone because an entry was deleted meanwhile',
	async (count, most) => {
		rows = numbered(count);
		const last = Math.ceil(count / most);
		await serve(({ page }) => {
			if (page === last && rows.length === count) rows = rows.filter((_, index) => index !== 3);
			const data = rows.slice((page - 1) * most, page * most);
			return data.length > 0 ? { data, meta: { total: rows.length } } : undefined;
		}, most);
		const { ids, error } = await list();
		expect(error).toBeUndefined();
		expect(ids).toEqual(idsOf(rows));
	},
);

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

it('a total that is one too high is an error that suggests a Limit: a row may be missing', async () => {
	rows = numbered(30);
	await serve(({ data, total }) => ({ data, meta: { total: total + 1 } }));
	const { error } = await list({ returnAll: true, options: { perPage: 10 } });
	expect(error?.message).toBe('The service reported 31 entries but returned 30');
	expect(error?.description).toContain('or set Limit to 30 or less');
	const { ids } = await list({ limit: 30 });
	expect(ids).toEqual(idsOf(rows));
});

it('fails with advice if a list has more rows than n8n can handle', async () => {
	rows = numbered(150_000);
	await serve(({ total }) => ({ data: rows, meta: { total } }));
	const { error } = await list();
	expect(error?.message).toBe('The list has more than 100,000 entries, too many for n8n');
	expect(error?.description).toBe(
		'Set Limit to 100,000 or less, or read the list in parts with a filter.',
	);
	expect((await list({ limit: 100_000 })).ids).toHaveLength(100_000);
});

it('keeps every row without an identifier, even identical ones', async () => {
	rows = Array.from({ length: 230 }, () => ({ url: 'https://example.com/' }));
	await serve(({ data, total }) => ({ data, meta: { total } }));
	expect((await list()).ids).toHaveLength(230);
});

it('stops reading a list after a page fails, even while another list is being read', async () => {
	service = closedLater(
		await startRawService(({ path }, socket) => {
			const query = new URL(path, 'http://localhost').searchParams;
			const body = JSON.stringify({ data: numbered(100), meta: { total: 900, last_page: 9 } });
			if (query.get('search') === 'slow') setTimeout(() => socket.write(http(200, {}, '[]')), 4000);
			else if (!query.has('page')) socket.write(http(200, {}, body));
			else if (query.get('page') === '2') socket.write(http(500, {}));
			else socket.write(http(429, { 'Retry-After': '1' }));
		}),
	);
	const { items } = await list(
		{ returnAll: true, filters: { search: '={{ $json.search }}' } },
		{ items: [{ search: 'many' }, { search: 'slow' }], onError: 'continueRegularOutput' },
	);
	expect(items.map(({ json }) => json.error)).toEqual([expect.stringContaining('500')]);
	const sent = service.requests.map(({ path }) => path);
	expect(new Set(sent).size).toBe(sent.length);
});
