import type { INodeParameters, IPairedItemData, NodeParameterValueType } from 'n8n-workflow';

import type { RunOptions } from '../support/engine';
import { locator, project, report } from '../support/node';
import { type Service, startService } from '../support/service';

const PAGE = 'https://example.com/';
const FROM_ITEM = '={{ $json.value }}';

/** A field of an update of report 1. */
const updateField = (name: string) => (value: NodeParameterValueType) =>
	report('update', { reportId: locator('id', '1'), updateFields: { [name]: value } });

/** A service with the reports 1 and 7; one for all tests, because starting it takes longer than running a node. */
let sandbox: Service;

beforeAll(async () => {
	sandbox = await startService();
});

beforeEach(() => {
	const { conditions, data, requests } = sandbox;
	requests.length = 0;
	conditions.length = 0;
	// Two reports and their project, whatever an earlier test left
	const page = data.create(PAGE, 1, null);
	data.reports.clear();
	for (const id of [1, 7]) data.reports.set(id, { ...page, id });
});

/** Runs the node, with one item per value, in `$json.value`. */
const runWith = async (
	parameters: INodeParameters,
	values: NodeParameterValueType[] = [''],
	options: Partial<RunOptions> = {},
) => await sandbox.run(parameters, { items: values.map((value) => ({ value })), ...options });

// Every bad value: test/nodes/WebPageReport/input. Here, how each kind of parameter arrives from n8n
it.each<[string, INodeParameters, NodeParameterValueType, NodeParameterValueType]>([
	['Return All cannot be', report('getAll', { returnAll: FROM_ITEM }), 'yes', 'true'],
	['Limit cannot be', report('getAll', { limit: FROM_ITEM }), 'abc', '3'],
	['Result cannot be', report('getAll', { filters: { result: FROM_ITEM } }), 'other', 'good'],
	['Sort By is empty', project('getAll', { options: { sortBy: FROM_ITEM } }), null, 'project'],
	['Privacy cannot be', report('create', { url: PAGE, privacy: FROM_ITEM }), 'other', '1'],
	['New Results cannot be', updateField('results')(FROM_ITEM), 'other', 1],
	['Report cannot be', report('get', { reportId: locator('id', FROM_ITEM) }), '..', 1],
	['Report cannot be', report('delete', { reportId: locator('url', FROM_ITEM) }), '..', '7'],
	[
		'Project cannot be',
		project('delete', { project: locator('name', FROM_ITEM) }),
		'..',
		'a.example',
	],
	['URL cannot be', report('create', { url: FROM_ITEM }), { text: PAGE }, PAGE],
])(
	'%s: a bad value in %j sends nothing, and fails only its item',
	async (title, parameters, bad, good) => {
		const { items, error } = await runWith(parameters, [bad]);
		expect([items, error?.message]).toEqual([[], expect.stringContaining(title)]);
		expect(sandbox.requests).toEqual([]);

		sandbox.conditions.push({ method: 'DELETE', body: '' });
		const both = await runWith(parameters, [bad, good], { onError: 'continueErrorOutput' });
		expect(both.failed).toMatchObject([
			{ json: { error: error?.message }, pairedItem: { item: 0 } },
		]);
		const from = both.items.map(({ pairedItem }) => (pairedItem as IPairedItemData).item);
		expect([...new Set(from)]).toEqual([1]);
		expect(sandbox.requests).toHaveLength(1);
	},
);

it.each<[string, INodeParameters, string]>([
	[
		'URL',
		report('create', { url: 'https://a.example/{{ $json.path }}' }),
		'https://a.example/{{ $j',
	],
	['Search', report('getAll', { filters: { search: '{{ x }}' } }), '{{ x }}'],
	['Search', project('getAll', { filters: { search: FROM_ITEM } }), '[object Object]'],
])('refuses what an expression left behind in %s', async (field, parameters, left) => {
	const { error } = await runWith(parameters, ['[object Object]']);
	expect(error?.message).toContain(`${field} cannot be "${left}`);
	expect(sandbox.requests).toEqual([]);
});

it.each([
	['operation', 'resource'],
	['resource', 'operation'],
])('rejects a custom API call, chosen as %s', async (chosen, other) => {
	const parameters = { ...report('get'), [other]: 'report', [chosen]: '__CUSTOM_API_CALL__' };
	const { error } = await runWith({ ...parameters, reportId: locator('id', '1') });
	expect(error?.message).toMatch(/^Operation (cannot be|is empty)/);
	expect(error?.description).toContain(' HTTP Request ');
	expect(sandbox.requests).toEqual([]);
});

it('an update without fields is reported', async () => {
	const { error } = await runWith(report('update', { reportId: locator('id', '1') }));
	expect(error?.message).toBe('Update Fields is empty');
	expect(sandbox.requests).toEqual([]);
});

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
		sandbox.conditions.push({ body: '' });
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
		sandbox.conditions.push({ body: '' });
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
});

it('sends dates of n8n as ISO text', async () => {
	await runWith(report('getAll', { filters: { search: '={{ $now }}' } }));
	await runWith(project('getAll', { filters: { search: '={{ $today }}' } }));
	const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[-+Z]/) as string;
	expect(sandbox.requests).toMatchObject([{ query: { search: iso } }, { query: { search: iso } }]);
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
