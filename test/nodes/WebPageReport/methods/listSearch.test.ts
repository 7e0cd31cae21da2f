import type {
	ICredentialTestFunctions,
	IDataObject,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	INodeListSearchItems,
} from 'n8n-workflow';

import { searchProjects, searchReports } from '../../../../nodes/WebPageReport/methods/listSearch';
import { testConnection } from '../../../../nodes/WebPageReport/methods/testConnection';

const CREDENTIAL = { baseUrl: 'https://reports.example.com/v1', apiKey: 'the-key' };

const LISTS = { reports: searchReports, projects: searchProjects };

/** The editor, on a service that answers a request like this, and the requests sent. */
function editor(answer: (request: IHttpRequestOptions) => unknown, requestOptions: object = {}) {
	const sent: IHttpRequestOptions[] = [];
	const context = {
		getNode: () => ({ name: 'Reports', type: 'webPageReport', parameters: {} }),
		getNodeParameter: () => requestOptions,
		getCredentials: async () => await Promise.resolve(CREDENTIAL),
		helpers: {
			httpRequestWithAuthentication: async (_: string, request: IHttpRequestOptions) => {
				sent.push(request);
				return { statusCode: 200, headers: {}, body: await answer(request) };
			},
		},
	} as unknown as ILoadOptionsFunctions;
	const search = async (filter?: string, token?: string, of: keyof typeof LISTS = 'reports') =>
		await LISTS[of].call(context, filter, token);
	return { sent, search };
}

const UUID = '0190d6f4-7a1c-7bd2-9d4e-6f0a2c3b4d5e';

it.each([
	[{ result: 'bad', generated_at: '2026-01-31T12:05:59.000000Z' }, '#7 · 2026-01-31 12:05 · bad'],
	[{ generated_at: '2026-01-31 12:05:59+00' }, '#7 · 2026-01-31 12:05'],
	[{ generated_at: '2026-01-31' }, '#7 · 2026-01-31'],
	[{ url: 'https://www.a.example/x', result: 81 }, '#7 · a.example/x · 81'],
	[{}, '#7'],
	[{ id: UUID, url: 'http://a.example/?of=//b.exam' }, `#${UUID} · a.example/…=//b.exam`],
])('shows a report %j as "%s" and selects it by ID', async (report, name) => {
	const { results } = await editor(() => ({ data: [{ id: 7, ...report }] })).search();
	expect(results).toEqual([{ name, value: name.split(' ')[0]?.slice(1) }]);
});

it('offers only what has an identifier', async () => {
	const rows = ['a.example', { project: 7 }, { url: 'https://a.example/' }, { id: 3 }];
	const valuesOf = async (of: keyof typeof LISTS) =>
		(await editor(() => ({ data: rows })).search(undefined, undefined, of)).results.map(
			({ value }) => value,
		);
	expect(await valuesOf('projects')).toEqual(['a.example', '7']);
	expect(await valuesOf('reports')).toEqual(['3']);
});

it.each<[string, (data: IDataObject[], page: number) => object]>([
	['with a total', (data) => ({ data, meta: { total: 120 } })],
	['in the old style', (data, page) => ({ data, next_page_url: page < 3 ? '/' : null })],
	['of a service that says nothing about pages', (data) => data],
])('reads a long list %s to its end, each record once', async (_, form) => {
	const { sent, search } = editor(({ qs }) => {
		const { page = 1 } = qs as { page?: number };
		const all = Array.from({ length: 120 }, (_, id) => ({ id }));
		return form(all.slice(50 * page - 50, 50 * page), page);
	});
	const entries: INodeListSearchItems[] = [];
	let token: string | undefined;
	do {
		const { results, paginationToken } = await search(' ä & b=c #1 50% + d', token);
		entries.push(...results);
		token = paginationToken;
	} while (token !== undefined);
	expect(entries.map(({ value }) => Number(value))).toEqual([...Array(120).keys()]);
	const searched = { per_page: 50, search: 'ä & b=c #1 50% + d' };
	expect(sent.slice(0, 2).map(({ qs }) => qs)).toEqual([searched, { ...searched, page: 2 }]);
});

it('ends a list with a page that is the same again', async () => {
	const { search } = editor(() => ({ data: [{ id: 17 }], meta: { total: 200 } }));
	expect(await search(undefined, '2 17')).toEqual({ results: [] });
	expect(await search(undefined, '2 18')).toMatchObject({ paginationToken: '3 17' });
});

it('a number offers the report with that ID first, and once, on the first page', async () => {
	const { sent, search } = editor(({ url }) => {
		if (url === '/reports/12') return { id: 12 };
		return url === '/reports/99' ? { id: 13 } : [{ id: 34 }, { id: 12 }];
	});
	for (const filter of ['12', ' #12 ', '12 things', 'page #12', '99']) {
		const values = (await search(filter)).results.map(({ value }) => value);
		expect(values).toEqual(
			filter.trim().endsWith('12') && !filter.includes('p') ? ['12', '34'] : ['34', '12'],
		);
	}
	sent.length = 0;
	await search('12', '2 6');
	expect(sent).toHaveLength(1);
});

it('Ignore SSL Issues in Request Options applies to a list too', async () => {
	const { sent, search } = editor(() => [], { allowUnauthorizedCerts: true });
	await search();
	expect(sent).toMatchObject([{ skipSslCertificateValidation: true }]);
});

it('does not wait longer than a person would for an answer that never ends', async () => {
	jest.useFakeTimers();
	const never = async () => await new Promise<never>(() => undefined);
	const context = { helpers: { request: never } } as unknown as ICredentialTestFunctions;
	const credential = { id: '1', name: 'test', type: 'webPageReportApi', data: CREDENTIAL };
	const list = expect(editor(never).search()).rejects.toMatchObject({
		message: expect.stringContaining(' within 20 seconds') as string,
		description: expect.stringContaining('enter the value by hand') as string,
	});
	const test = testConnection.call(context, credential);
	await jest.advanceTimersByTimeAsync(30_000);
	await list;
	expect((await test).message).toMatch(/ within 30 seconds\. Check Base URL/);
	jest.useRealTimers();
});
