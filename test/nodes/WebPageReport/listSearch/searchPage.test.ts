import type { IHttpRequestOptions, ILoadOptionsFunctions, INode } from 'n8n-workflow';

import { searchProjects } from '../../../../nodes/WebPageReport/listSearch/searchProjects';
import { searchReports } from '../../../../nodes/WebPageReport/listSearch/searchReports';

/** What n8n gives to a searchable list, with a service that answers with a body. */
function n8n(body: unknown, statusCode = 200) {
	const sent: IHttpRequestOptions[] = [];
	const context = {
		getNode: () => ({ name: 'Web Page Report', type: 'webPageReport' }) as INode,
		getCredentials: async () => await Promise.resolve({ apiKey: 'key' }),
		helpers: {
			httpRequestWithAuthentication: async (_: string, request: IHttpRequestOptions) => {
				sent.push(request);
				return await Promise.resolve({ statusCode, headers: {}, body });
			},
		},
	} as unknown as ILoadOptionsFunctions;
	return { context, sent };
}

it.each([
	[undefined, undefined, { per_page: 50 }],
	['', undefined, { per_page: 50 }],
	['ab', undefined, { per_page: 50, search: 'ab' }],
	['ab', '3', { per_page: 50, search: 'ab', page: 3 }],
	[undefined, '1', { per_page: 50 }],
])('a search for %p from page %p asks for %j', async (filter, token, qs) => {
	const { context, sent } = n8n([]);
	expect(await searchProjects.call(context, filter, token)).toEqual({ results: [] });
	expect(sent).toMatchObject([
		{ method: 'GET', url: '/projects', headers: { Accept: 'application/json' }, qs },
	]);
	expect(sent[0]?.qs).toEqual(qs);
});

it.each([
	[{ project: 'a.example' }, 'a.example'],
	['a.example', 'a.example'],
])('a project %j is shown and chosen by its name', async (row, name) => {
	const { context } = n8n({ data: [row] });
	expect((await searchProjects.call(context)).results).toEqual([{ name, value: name }]);
});

it.each([
	[{ id: 7, url: 'https://a.example', generated_at: '2026' }, 'a.example · 2026'],
	[
		{ id: 7, url: 'https://www.a.example/x', generated_at: '2026-01-31T12:05:59.000000Z' },
		'a.example/x · 2026-01-31 12:05',
	],
	[{ id: 7, url: 'https://a.example' }, 'a.example'],
	[{ id: 7, url: 'http://a.example/?of=https://b.example' }, 'a.example/?of=https://b.example'],
	[{ id: 7 }, 'Report 7'],
])('a report %j is shown as "%s" and chosen by its id', async (row, name) => {
	const { context, sent } = n8n({ data: [row] });
	expect((await searchReports.call(context)).results).toEqual([{ name, value: '7' }]);
	expect(sent[0]?.url).toBe('/reports');
});

it.each([
	[{ data: [{ id: 1 }], meta: { last_page: 3 } }, '3'],
	[{ data: [{ id: 1 }], meta: { last_page: 2 } }, undefined],
	[{ data: [], meta: { last_page: 9 } }, undefined],
])('after %j on page 2 comes page %p', async (body, next) => {
	const { context } = n8n(body);
	expect((await searchReports.call(context, undefined, '2')).paginationToken).toBe(next);
});

it('a failure is a sentence', async () => {
	const { context } = n8n({ message: 'No key' }, 401);
	await expect(searchReports.call(context)).rejects.toMatchObject({
		name: 'NodeApiError',
		message: 'The service did not accept the API key (401): No ***',
		description: expect.stringMatching(/^Check API Key/) as string,
	});
});
