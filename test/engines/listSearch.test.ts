import { inspect } from 'node:util';

import type { INodeListSearchItems } from 'n8n-workflow';

import type { Condition } from '../../sandbox/service/conditions';
import type { Sandbox } from '../../sandbox/service/service';
import { listSearch } from '../support/engine';
import { type Service, startService } from '../support/service';

let sandbox: Service;

/** Asks a list of the service for its first or a later page. */
async function search(method: string, filter?: string, paginationToken?: string) {
	return await listSearch(method, sandbox.credential, filter, paginationToken);
}

/** Reads a list to its end, like the editor while a person scrolls. Returns what its entries select. */
async function searchToTheEnd(method: string, filter?: string): Promise<unknown[]> {
	const entries: INodeListSearchItems[] = [];
	let token: string | undefined;
	do {
		const { results, paginationToken } = await search(method, filter, token);
		entries.push(...results);
		token = paginationToken;
	} while (token !== undefined);
	return entries.map(({ value }) => value);
}

const lists = [
	{
		method: 'searchReports',
		records: 'reports',
		valuesIn: ({ data }: Sandbox) => [...data.reports.keys()].map(String).reverse(),
	},
	{
		method: 'searchProjects',
		records: 'projects',
		valuesIn: ({ data }: Sandbox) =>
			data
				.projects()
				.map(({ project }) => project)
				.reverse(),
	},
];

// How entries look: test/nodes/WebPageReport/methods
describe.each(lists)('$method', ({ method, records, valuesIn }) => {
	it('shows every record of a short list, newest first', async () => {
		sandbox = await startService({ conditions: [{ shape: 'bare' }] });
		expect(await searchToTheEnd(method)).toEqual(valuesIn(sandbox));
	});

	it.each<[string, Condition[]]>([
		['with page numbers under meta', []],
		['in the old style', [{ shape: 'old' }]],
	])('reads a long list %s to its end, each record once', async (_, conditions) => {
		sandbox = await startService({ projects: 120, reports: 120, conditions });
		const expected = valuesIn(sandbox);
		expect(expected.length).toBeGreaterThan(100);
		expect(await searchToTheEnd(method, '.example')).toEqual(expected);
		expect(sandbox.requests.map(({ query }) => [query.page, query.search])).toEqual(
			[undefined, '2', '3'].map((page) => [page, '.example']),
		);
	});

	it('sends the typed text unchanged as the search query', async () => {
		sandbox = await startService();
		await search(method, 'ä & b=c #1 50% + d');
		expect(sandbox.requests[0]?.query).toEqual({ per_page: '50', search: 'ä & b=c #1 50% + d' });
	});

	// Other failures are the same as in the credential test: see credential.test.ts
	it('shows a message if the service fails, without the key', async () => {
		const condition = { status: 500, body: { message: 'No sandbox-key' } };
		sandbox = await startService({ conditions: [condition] });
		const error: unknown = await search(method).catch((reason: unknown) => reason);
		expect(error).toMatchObject({
			message: `The service could not list ${records} (500): No ***`,
			description: 'Try again later. If it keeps failing, contact your report service.',
		});
		expect(inspect(error, { depth: Infinity, showHidden: true })).not.toContain(sandbox.apiKey);
	});
});

it.each([
	['12', ['12']],
	[' #12 ', ['12']],
	['999', []],
	['12 things', []],
	['page #12', []],
])('typing "%s" finds the reports %j by ID', async (filter, ids) => {
	sandbox = await startService({ reports: 20 });
	const { results } = await search('searchReports', filter);
	expect(results.map(({ value }) => value)).toEqual(ids);
	expect(sandbox.requests.map(({ query }) => query.search)).toContain(filter.trim());
});

it('does not offer a report with an ID other than the typed one', async () => {
	sandbox = await startService({ conditions: [{ path: '/reports/12', body: { id: 13 } }] });
	expect((await search('searchReports', '12')).results).toEqual([]);
});

it.each<[string, object | string, INodeListSearchItems[]]>([
	['searchProjects', 'a.example', [{ name: 'a.example', value: 'a.example' }]],
	['searchProjects', { project: 7 }, [{ name: '7', value: '7' }]],
	['searchReports', { url: 'https://a.example/' }, []],
	['searchProjects', { url: 'https://a.example/' }, []],
])('%s offers an entry for %j only if it has an identifier', async (method, record, entries) => {
	sandbox = await startService({ conditions: [{ body: { data: [record] } }] });
	expect((await search(method)).results).toEqual(entries);
});
