import { inspect } from 'node:util';

import type { INodeListSearchItems } from 'n8n-workflow';

import type { Condition } from '../../sandbox/service/conditions';
import type { Sandbox, SandboxOptions } from '../../sandbox/service/service';
import { listSearch } from '../support/engine';
import { type Service, startService } from '../support/service';

/** More than two pages of a list. */
const MANY = 120;

let sandbox: Service;

/** Asks a list of a new service for its first or a later page. */
async function search(method: string, filter?: string, paginationToken?: string) {
	return await listSearch(method, sandbox.credential, filter, paginationToken);
}

/** Reads a list to its end, like the editor while a person scrolls. */
async function searchToTheEnd(method: string, filter?: string): Promise<INodeListSearchItems[]> {
	const entries: INodeListSearchItems[] = [];
	let token: string | undefined;
	do {
		const { results, paginationToken } = await search(method, filter, token);
		entries.push(...results);
		token = paginationToken;
	} while (token !== undefined);
	return entries;
}

/** The page after the ID, with its middle left out if the entry would be longer than n8n shows. */
const entry = (id: string, page: string, ...others: string[]) => {
	const room = Math.min(26, 54 - [id, '', ...others].join(' · ').length);
	const ends = [page.slice(0, Math.floor(room / 2)), page.slice(Math.ceil(1 - room / 2))];
	return [id, page.length > room ? ends.join('…') : page, ...others].join(' · ');
};

const lists = [
	{
		method: 'searchReports',
		records: 'reports',
		entriesOf: ({ data }: Sandbox): INodeListSearchItems[] =>
			[...data.reports.values()].map(({ id, url, result, generated_at }) => ({
				name: entry(
					`#${String(id)}`,
					url.replace('https://www.', ''),
					generated_at.slice(0, 10),
					result,
				),
				value: String(id),
			})),
	},
	{
		method: 'searchProjects',
		records: 'projects',
		entriesOf: ({ data }: Sandbox): INodeListSearchItems[] =>
			data.projects().map(({ project }) => ({ name: project, value: project })),
	},
];

describe.each(lists)('$method', ({ method, records, entriesOf }) => {
	it.each<[string, Condition[]]>([
		['as the service commonly sends it', []],
		['sent bare', [{ shape: 'bare' }]],
		['sent in the old style', [{ shape: 'old' }]],
	])('shows every record of a short list %s, newest first', async (_, conditions) => {
		sandbox = await startService({ conditions });
		expect(await searchToTheEnd(method)).toEqual(entriesOf(sandbox).reverse());
	});

	it('sends the typed text unchanged as the search query', async () => {
		sandbox = await startService();
		await search(method, 'ä & b=c #1 50% + d');
		expect(sandbox.requests[0]?.query).toEqual({ per_page: '50', search: 'ä & b=c #1 50% + d' });
	});

	it('shows what the service found', async () => {
		sandbox = await startService();
		const host = sandbox.data.projects()[0]?.project ?? '';
		const found = entriesOf(sandbox).filter(({ name, value }) =>
			(sandbox.data.reports.get(Number(value))?.url ?? name).includes(host),
		);
		expect(found.length).toBeGreaterThan(0);
		expect(await search(method, host)).toEqual({ results: found.reverse() });
		expect(found.length).toBeLessThan(entriesOf(sandbox).length);
	});

	it.each<[string, SandboxOptions]>([
		['with page numbers under meta', {}],
		['in the old style', { conditions: [{ shape: 'old' }] }],
	])('reads a long list %s to its end, each record once', async (_, options) => {
		sandbox = await startService({ projects: MANY, reports: MANY, ...options });
		const expected = entriesOf(sandbox).reverse();
		expect(expected.length).toBeGreaterThan(100);
		expect(await searchToTheEnd(method, '.example')).toEqual(expected);
		expect(sandbox.requests.map(({ query }) => [query.page, query.search])).toEqual(
			[undefined, '2', '3'].map((page) => [page, '.example']),
		);
	});

	// Other failures are the same as in the credential test: see credential.test.ts
	it('shows a message if the service fails', async () => {
		const condition = { status: 500, body: { message: 'Server Error' } };
		sandbox = await startService({ conditions: [condition] });
		await expect(search(method)).rejects.toMatchObject({
			message: `The service could not list ${records} (500): Server Error`,
			description: 'Try again later. If it keeps failing, contact your report service.',
		});
	});

	it('keeps the key out of every part of an error', async () => {
		sandbox = await startService({
			conditions: [{ status: 422, body: { message: 'sandbox-key' } }],
		});
		const error = await search(method).catch((reason: unknown) => reason);
		expect(error).toBeInstanceOf(Error);
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
	['searchReports', { id: 'a5' }, [{ name: '#a5', value: 'a5' }]],
	['searchProjects', 'a.example', [{ name: 'a.example', value: 'a.example' }]],
	['searchProjects', { project: 7 }, [{ name: '7', value: '7' }]],
	['searchReports', { url: 'https://a.example/' }, []],
	['searchProjects', { url: 'https://a.example/' }, []],
])('%s offers an entry for %j only if it has an identifier', async (method, record, entries) => {
	sandbox = await startService({ conditions: [{ body: { data: [record] } }] });
	expect((await search(method)).results).toEqual(entries);
});
