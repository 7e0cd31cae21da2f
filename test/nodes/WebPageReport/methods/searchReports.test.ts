import type { IDataObject, IHttpRequestOptions, ILoadOptionsFunctions } from 'n8n-workflow';

import { searchReports } from '../../../../nodes/WebPageReport/methods/listSearch';

/** The entries offered if the service always answers like this, and the requests sent. */
async function search(
	body: unknown,
	token?: string,
	requestOptions: IDataObject = {},
	filter?: string,
) {
	const sent: IHttpRequestOptions[] = [];
	const context = {
		getNodeParameter: () => requestOptions,
		getCredentials: async () =>
			await Promise.resolve({ baseUrl: 'https://reports.example.com/v1', apiKey: 'key' }),
		helpers: {
			httpRequestWithAuthentication: async (_: string, request: IHttpRequestOptions) => {
				sent.push(request);
				return await Promise.resolve({ statusCode: 200, headers: {}, body });
			},
		},
	} as unknown as ILoadOptionsFunctions;
	return { ...(await searchReports.call(context, filter, token)), sent };
}

it.each([
	[{ url: 'https://a.example', generated_at: '2026' }, '#7 · a.example · 2026'],
	[
		{ result: 'bad', url: 'https://www.a.example/x', generated_at: '2026-01-31T12:05:59.000000Z' },
		'#7 · a.example/x · 2026-01-31 · bad',
	],
	[{ generated_at: 'yesterday', result: 81 }, '#7 · yesterday · 81'],
	[{ url: 'http://a.example/?of=//b.example' }, '#7 · a.example/?of=//b.example'],
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
	const { results } = await search({ data: [{ id: 7, ...report }] });
	expect(results).toEqual([{ name, value: name.split(' ')[0]?.slice(1) }]);
});

it.each([
	['2 17', [], undefined],
	['2 18', [{ name: '#17', value: '17' }], '3 17'],
])(
	'after the page and entry "%s", a list continues only if there is something new',
	async (...row) => {
		const [token, results, next] = row;
		const page = await search({ data: [{ id: 17 }], links: { next: '/?page=3' } }, token);
		expect([page.results, page.paginationToken]).toEqual([results, next]);
	},
);

it('a list continues up to its total, whatever the page size of the service', async () => {
	const data = Array.from({ length: 25 }, (_, id) => ({ id }));
	const { paginationToken } = await search({ data, meta: { total: 70, per_page: 25 } }, '2 x');
	expect(paginationToken).toBe('3 24');
});

it('typing a number offers the report with that ID once, and only on the first page', async () => {
	const { results } = await search([{ id: 7 }], undefined, {}, '7');
	expect(results).toEqual([{ name: '#7', value: '7' }]);
	const next = await search([{ id: 8 }], '2 6', {}, '7');
	expect(next.results.map(({ value }) => value)).toEqual(['8']);
	expect(next.sent).toHaveLength(1);
});

it('Ignore SSL Issues in Request Options applies to the list too', async () => {
	const { sent } = await search([], undefined, { allowUnauthorizedCerts: true });
	expect(sent).toMatchObject([{ skipSslCertificateValidation: true }]);
});
