import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { run } from '../support/engine';
import { report } from '../support/node';
import { http, type RawService, startRawService } from '../support/rawService';
import { closedLater } from '../support/service';

/** A page of the service. */
interface Page {
	data: IDataObject[];
	page: number;
	size: number;
	total: number;
}

const numbered = (count: number, above = 0): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ id: above + count - index }));

let service: RawService;
/** The rows of the service; tests change them during a read. */
let rows: IDataObject[];

/** Starts a service that lists `rows`, in pages of the requested size by default. */
async function serve(form: (page: Page) => unknown, most = Infinity): Promise<void> {
	service = closedLater(
		await startRawService(({ path }, socket) => {
			const query = new URL(path, 'http://localhost').searchParams;
			const page = Number(query.get('page') ?? 1);
			const size = Math.min(Number(query.get('per_page')), most);
			const data = rows.slice((page - 1) * size, page * size);
			const body = JSON.stringify(form({ data, page, size, total: rows.length }));
			socket.write(http(200, { 'Content-Type': 'application/json' }, body));
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
function pagesAsked(): number[] {
	return service.requests.map(({ path }) => Number(/[?&]page=(\d+)/.exec(path)?.[1] ?? 1));
}

const idsOf = (of: IDataObject[]) => of.map(({ id }) => id);
const totalAlone = ({ data, total }: Page) => ({ data, meta: { total } });

it.each<[INodeParameters, number, number]>([
	[{ returnAll: true }, 250, 3],
	[{ limit: 200 }, 200, 2],
])(
	'with %j, a list that only states a total returns %i of 250 rows in %i requests',
	async (parameters, count, requests) => {
		rows = numbered(250);
		await serve(({ data, total }) => ({ data, meta: { total: String(total) } }));
		const { ids, error } = await list(parameters);
		expect(error).toBeUndefined();
		expect(ids).toEqual(idsOf(rows).slice(0, count));
		expect(service.requests).toHaveLength(requests);
	},
);

it.each([
	[2, [], 100],
	[3, [], 200],
	[2, { data: [] }, 100],
])(
	'a list whose pages from %i on are missing and return %j ends with an error',
	async (from, none, count) => {
		rows = numbered(250);
		await serve(({ data, page, total }) => (page < from ? { data, meta: { total } } : none));
		const { ids, error } = await list();
		expect(ids).toEqual([]);
		expect(error?.message).toBe(`The service reported 250 entries but returned ${String(count)}`);
	},
);

it.each([
	[201, 100],
	[101, 100],
	[26, 25],
])(
	'reads a list of %i entries in pages of %i in full from a service that answers 404 after the last page, even if an entry is deleted during the read',
	async (count, most) => {
		rows = numbered(count);
		service = closedLater(
			await startRawService(({ path }, socket) => {
				const page = Number(new URL(path, 'http://localhost').searchParams.get('page') ?? 1);
				if (page === Math.ceil(count / most) && rows.length === count) {
					rows = rows.filter((_, index) => index !== 3);
				}
				const data = rows.slice((page - 1) * most, page * most);
				const body = JSON.stringify({ data, meta: { total: rows.length } });
				const isThere = data.length > 0;
				socket.write(http(isThere ? 200 : 404, {}, isThere ? body : '{"message":"No."}'));
			}),
		);
		const { ids, error } = await list();
		expect(error).toBeUndefined();
		expect(ids).toEqual(idsOf(rows));
	},
);

it.each<[IDataObject, string]>([
	[{ meta: { total: 250 } }, 'The service reported 250 entries but returned 100'],
	[{ meta: { total: 150 } }, 'The service reported 150 entries but returned 100'],
	[{ meta: { last_page: 2 } }, 'The service reported more pages than it returned'],
	[{ links: { next: '/?page=2' } }, 'The service reported more pages than it returned'],
])(
	'a list from a service that ignores the page number is an error if it announces more: %j',
	async (figures, message) => {
		rows = numbered(100);
		await serve(() => ({ data: rows, ...figures }));
		const { ids, error } = await list();
		expect(ids).toEqual([]);
		expect(error?.message).toBe(message);
		expect(error?.description).toContain('set Limit to 100 or less');
		expect(service.requests.length).toBeLessThanOrEqual(9);
	},
);

it.each<[number, number, number[]]>([
	[250, 100, [1, 2, 3, 4]],
	[99, 100, [1, 2]],
	[60, 25, [1, 2, 3, 4]],
	[47, 15, [1, 2, 3, 4]],
	[47, 20, [1, 2, 3]],
	[9, 100, [1]],
	[0, 100, [1]],
])(
	'a list without page information, of %i rows in pages of %i, is read until a page has fewer than ten',
	async (count, most, pages) => {
		rows = numbered(count);
		await serve(({ data }) => data, most);
		const { ids, error } = await list();
		expect(error).toBeUndefined();
		expect(ids).toEqual(idsOf(rows));
		expect(pagesAsked()).toEqual(pages);
	},
);

it.each<[number, number, object]>([
	[430, 3, { last_page: 1, links: { next: null } }],
	[430, 150, { last_page: 2 }],
	[200, 1, {}],
	[95, 2, { last_page: 1 }],
])(
	'a list of %i rows of which the service counts only %i, as Laravel does with groups, is read in full',
	async (count, total, figures) => {
		rows = numbered(count);
		await serve(({ data }) => ({ data, meta: { total }, ...figures }));
		const { ids, error } = await list();
		expect(error).toBeUndefined();
		expect(ids).toEqual(idsOf(rows));
	},
);

it.each(['{"data":null}', '{"data":{},"status":200}', 'null', '{"data":[]}'])(
	'accepts %j as an empty list, even at the end of a list without page information',
	async (body) => {
		for (const [status, count] of [
			[200, 0],
			[204, 0],
			[200, 200],
		] as const) {
			rows = numbered(count);
			service = closedLater(
				await startRawService(({ path }, socket) => {
					const page = Number(new URL(path, 'http://localhost').searchParams.get('page') ?? 1);
					const data = rows.slice((page - 1) * 100, page * 100);
					const answer = data.length > 0 ? JSON.stringify({ data }) : status === 204 ? '' : body;
					socket.write(http(status, { 'Content-Type': 'application/json' }, answer));
				}),
			);
			const { ids, error } = await list();
			expect(error).toBeUndefined();
			expect(ids).toEqual(idsOf(rows));
		}
	},
);

it.each<[string, (page: Page) => object]>([
	['under data.data', ({ data, total }) => ({ success: true, data: { data, meta: { total } } })],
	['under data.data, as paginate returns it', ({ data, total }) => ({ data: { data, total } })],
	[
		'in the format of Fractal',
		({ data, page }) => ({ data, meta: { pagination: { links: { next: page < 5 } }, total: 9 } }),
	],
])('a list %s is read in full', async (_, form) => {
	rows = numbered(430);
	await serve((page) => form(page));
	expect((await list()).ids).toEqual(idsOf(rows));
});

/** Lists 430 rows on a service that says nothing about pages, and answers 404 to a page when told to. */
async function listSilent(isGone: (page: number, before: number) => boolean) {
	rows = numbered(430);
	const asked: number[] = [];
	service = closedLater(
		await startRawService(({ path }, socket) => {
			const page = Number(new URL(path, 'http://localhost').searchParams.get('page') ?? 1);
			const data = rows.slice((page - 1) * 100, page * 100);
			const before = asked.filter((number) => number === page).length;
			const isMissing = isGone(page, before);
			asked.push(page);
			if (isMissing)
				socket.write(http(404, { 'Content-Type': 'text/plain' }, 'default backend - 404'));
			else socket.write(http(200, {}, JSON.stringify(data)));
		}),
	);
	return { ...(await list()), asked };
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
	await serve(totalAlone);
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
