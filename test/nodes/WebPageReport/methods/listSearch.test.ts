import { inspect } from 'node:util';

import type {
	ICredentialTestFunctions,
	IDataObject,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	NodeApiError,
} from 'n8n-workflow';

import { searchProjects, searchReports } from '../../../../nodes/WebPageReport/methods/listSearch';
import { testConnection } from '../../../../nodes/WebPageReport/methods/testConnection';

const CREDENTIAL = { baseUrl: 'https://reports.example.com/v1', apiKey: 'the-key' };

const LISTS = { reports: searchReports, projects: searchProjects };

/** The editor, on a service that answers a request like this, and the requests sent. */
function editor(
	answer: (request: IHttpRequestOptions) => unknown,
	{ statusCode = 200, requestOptions = {} } = {},
) {
	const sent: IHttpRequestOptions[] = [];
	const context = {
		getNode: () => ({ name: 'Reports', type: 'webPageReport', parameters: {} }),
		getNodeParameter: () => requestOptions,
		getCredentials: async () => await Promise.resolve(CREDENTIAL),
		helpers: {
			httpRequestWithAuthentication: async (_: string, request: IHttpRequestOptions) => {
				sent.push(request);
				return { statusCode, headers: {}, body: await answer(request) };
			},
		},
	} as unknown as ILoadOptionsFunctions;
	const search = async (filter?: string, token?: string, of: keyof typeof LISTS = 'reports') =>
		await LISTS[of].call(context, filter, token);
	return { sent, search };
}

it.each([
	[{ url: 'https://a.example', generated_at: '2026' }, '#7 · a.example · 2026'],
	[
		{ result: 'bad', url: 'https://www.a.example/x', generated_at: '2026-01-31T12:05:59.000000Z' },
		'#7 · a.example/x · 2026-01-31 · bad',
	],
	[{ generated_at: 'yesterday', result: 81 }, '#7 · yesterday · 81'],
	[{ url: 'http://a.example/?of=//b.exam' }, '#7 · a.example/?of=//b.exam'],
	[
		{ url: 'a.example/?of=http://b', generated_at: 'in 2026-01-31' },
		'#7 · a.example/?of=http://b · in 2026-01-31',
	],
	[{}, '#7'],
	[{ url: 'https://shop.example/de/category/shoes/trail-2026' }, '#7 · shop.example/…s/trail-2026'],
	[
		{
			id: '0190d6f4-7a1c-7bd2-9d4e-6f0a2c3b4d5e',
			url: 'https://shop.example/de/trail-2026',
			result: 'decent',
			generated_at: '2026-01-31T12:05:59.000000Z',
		},
		'#0190d6f4-7a1c-7bd2-9d4e-6f0a2c3b4d5e · shop.e…-2026 · 2026-01-31 · decent',
	],
])('shows a report %j as "%s" and selects it by ID', async (report, name) => {
	const { results } = await editor(() => ({ data: [{ id: 7, ...report }] })).search();
	expect(results).toEqual([{ name, value: name.split(' ')[0]?.slice(1) }]);
});

it.each<[keyof typeof LISTS, object | string, string[]]>([
	['projects', 'a.example', ['a.example']],
	['projects', { project: 7 }, ['7']],
	['reports', { url: 'https://a.example/' }, []],
	['projects', { url: 'https://a.example/' }, []],
])(
	'the list of %s offers an entry for %j only if it has an identifier',
	async (of, row, values) => {
		const { results } = await editor(() => ({ data: [row] })).search(undefined, undefined, of);
		expect(results.map(({ value }) => value)).toEqual(values);
	},
);

it.each<[string, (data: IDataObject[], page: number) => object]>([
	['with a total', (data) => ({ data, meta: { total: 120 } })],
	['in the old style', (data, page) => ({ data, next_page_url: page < 3 ? '/' : null })],
	['of a service that says nothing about pages', (data) => data],
	['with a total that counts groups', (data) => ({ data, total: 3, last_page: 1 })],
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
	expect(sent.slice(0, 3).map(({ qs }) => qs)).toEqual([
		searched,
		{ ...searched, page: 2 },
		{ ...searched, page: 3 },
	]);
});

it('ends a list with a page that is the same again, and goes by the page size of the service', async () => {
	const data = [{ id: 17 }];
	const { search } = editor(() => ({ data, meta: { total: 7, per_page: 3 } }));
	expect(await search(undefined, '2 17')).toEqual({ results: [] });
	expect(await search(undefined, '2 18')).toMatchObject({ paginationToken: '3 17' });
	expect((await search(undefined, '3 18')).paginationToken).toBeUndefined();
});

describe('typing a number', () => {
	const { sent, search } = editor(({ url }) => {
		if (url === '/reports/12') return { id: 12 };
		return url === '/reports/99' ? { id: 13 } : [{ id: 34 }, { id: 12 }];
	});

	it.each([
		['12', ['12', '34']],
		[' #12 ', ['12', '34']],
		['12 things', ['34', '12']],
		['page #12', ['34', '12']],
		['99', ['34', '12']],
	])('"%s" offers a report with that ID first, and once: %j', async (filter, ids) => {
		const { results } = await search(filter);
		expect(results.map(({ value }) => value)).toEqual(ids);
	});

	it('looks for the report only with the first page', async () => {
		sent.length = 0;
		await search('12', '2 6');
		expect(sent).toHaveLength(1);
	});
});

it.each(['reports', 'projects'] as const)(
	'shows a message if the service does not list %s, without the key',
	async (of) => {
		const { search } = editor(() => ({ message: 'No the-key' }), { statusCode: 500 });
		const error: unknown = await search('1', undefined, of).catch((reason: unknown) => reason);
		expect(error).toMatchObject({
			message: `The service could not list ${of} (500): No ***`,
			description: 'Try again later. If it keeps failing, contact your report service.',
		});
		expect(inspect(error, { depth: Infinity, showHidden: true })).not.toContain('the-key');
	},
);

it('Ignore SSL Issues in Request Options applies to a list too', async () => {
	const { sent, search } = editor(() => [], { requestOptions: { allowUnauthorizedCerts: true } });
	await search();
	expect(sent).toMatchObject([{ skipSslCertificateValidation: true }]);
});

it('does not wait longer than a person would for an answer that never ends', async () => {
	jest.useFakeTimers();
	const never = async () => await new Promise<never>(() => undefined);
	const context = { helpers: { request: never } } as unknown as ICredentialTestFunctions;
	const credential = { id: '1', name: 'test', type: 'webPageReportApi', data: CREDENTIAL };
	const said: Array<string | undefined> = [];
	void editor(never)
		.search()
		.catch((error: unknown) => {
			const { message, description } = error as NodeApiError;
			said.push(`${message}. ${String(description)}`);
		});
	void testConnection.call(context, credential).then(({ message }) => said.push(message));
	await jest.advanceTimersByTimeAsync(19_999);
	expect(said).toEqual([]);
	await jest.advanceTimersByTimeAsync(9_000);
	expect(said).toEqual([
		'The service did not answer within 20 seconds. Try again later, or enter the value by hand. If it keeps failing, contact your report service.',
	]);
	await jest.advanceTimersByTimeAsync(1_001);
	expect(said[1]).toBe(
		'The service did not answer within 30 seconds. Check Base URL, and that the service is running.',
	);
	jest.useRealTimers();
});
