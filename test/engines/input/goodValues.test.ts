import type { NodeParameterValueType } from 'n8n-workflow';

import { locator, project, report } from '../../support/node';
import { FROM_ITEM, PAGE, sharedSandbox, updateField } from './sandbox';

const sandbox = sharedSandbox();
const { runWith } = sandbox;

/** The bodies that the service received. */
const bodies = () => sandbox.requests.map(({ body }) => body);

it.each([
	[` ${PAGE}a?b=ä c#d \n`, `${PAGE}a?b=ä c#d`],
	[`${PAGE}a\u200bb`, `${PAGE}ab`],
])('sends the URL %j as %j', async (url, sent) => {
	await runWith(report('create', { url: FROM_ITEM }), [url]);
	expect(bodies()).toEqual([{ url: sent, privacy: '1' }]);
});

describe.each([
	['as it is', (value: string): [NodeParameterValueType, string[]] => [value, ['']]],
	[
		'from an expression',
		(value: string): [NodeParameterValueType, string[]] => [FROM_ITEM, [value]],
	],
])('given %s', (_, give) => {
	// More names: test/nodes/WebPageReport/input
	it.each(['ä/ö', '%2e%2e?x=1&b+c;d'])('the project %j is a single path segment', async (name) => {
		sandbox.conditions.push({ body: {} });
		const [value, items] = give(name);
		const parameters = project('delete', { project: locator('name', value) });
		const outcome = await runWith(parameters, items);
		const path = `/projects/${encodeURIComponent(name)}`;
		expect(sandbox.requests).toMatchObject([{ method: 'DELETE', path, query: {} }]);
		expect(outcome.items[0]?.json).toEqual({ deleted: true, project: name });
	});

	it.each([
		['id', ' 7 '],
		['url', ' https://reports.example.com/tools/reports/7#title\n'],
		['url', '7'],
	])('by %s, %j is report 7', async (mode, address) => {
		const [value, items] = give(address);
		const outcome = await runWith(report('get', { reportId: locator(mode, value) }), items);
		expect(sandbox.requests).toMatchObject([{ method: 'GET', path: '/reports/7', query: {} }]);
		expect(outcome.items[0]?.json.id).toBe(7);
	});

	it.each(['007', '12345678901234567890'])('the ID %j is not rounded', async (id) => {
		sandbox.conditions.push({ body: {} });
		const [value, items] = give(id);
		const outcome = await runWith(report('delete', { reportId: locator('id', value) }), items);
		expect(sandbox.requests).toMatchObject([{ path: `/reports/${id}` }]);
		expect(outcome.items[0]?.json).toEqual({ deleted: true, id });
	});

	it.each(['  two  spaces ', ' ', 'ä&b=c+d%20', '0'])(
		'the password %j arrives unchanged',
		async (word) => {
			const [password, items] = give(word);
			await runWith(report('create', { url: PAGE, privacy: 2, password }), items);
			await runWith(updateField('password')(password), items);
			expect(bodies()).toEqual([{ url: PAGE, privacy: '2', password: word }, { password: word }]);
		},
	);

	it('sends no empty search', async () => {
		const [search, items] = give('');
		await runWith(report('getAll', { filters: { search } }), items);
		await runWith(project('getAll', { filters: { search } }), items);
		const query = { per_page: '50' };
		expect(sandbox.requests).toMatchObject([{ query }, { query }]);
	});
});

it('accepts a number as ID, search and password, and text as limit', async () => {
	await runWith(report('get', { reportId: locator('id', FROM_ITEM) }), [7]);
	await runWith(report('getAll', { filters: { search: FROM_ITEM } }), [7]);
	await runWith(updateField('password')(FROM_ITEM), [7]);
	await runWith(report('getAll', { limit: FROM_ITEM }), ['7']);
	expect(sandbox.requests.map(({ path, query, body }) => [path, query, body])).toEqual([
		['/reports/7', {}, {}],
		['/reports', { search: '7', per_page: '50' }, {}],
		['/reports/1', {}, { password: '7' }],
		['/reports', { per_page: '10' }, {}],
	]);
});
