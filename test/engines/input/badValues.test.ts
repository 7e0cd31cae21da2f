import type { INodeParameters, IPairedItemData, NodeParameterValueType } from 'n8n-workflow';

import { locator, project, report } from '../../support/node';
import { FROM_ITEM, PAGE, sharedSandbox, updateField } from './sandbox';

const sandbox = sharedSandbox();
const { runWith } = sandbox;

// Every bad value: test/nodes/WebPageReport/input. Here, how each kind of parameter arrives from n8n
it.each<[string, INodeParameters, NodeParameterValueType, NodeParameterValueType]>([
	['Return All must be true or false', report('getAll', { returnAll: FROM_ITEM }), 'yes', 'true'],
	['Limit must be a positive whole number', report('getAll', { limit: FROM_ITEM }), 'abc', '3'],
	['Result cannot be', report('getAll', { filters: { result: FROM_ITEM } }), 'other', 'good'],
	['Sort By cannot be', project('getAll', { options: { sortBy: FROM_ITEM } }), null, 'project'],
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
	['URL must be text', report('create', { url: FROM_ITEM }), { text: PAGE }, PAGE],
])(
	'%s: a bad value in %j sends nothing, and fails only its item',
	async (title, parameters, bad, good) => {
		const { items, error } = await runWith(parameters, [bad]);
		expect([items, error?.message]).toEqual([[], expect.stringContaining(title)]);
		expect(sandbox.requests).toEqual([]);

		sandbox.conditions.push({ method: 'DELETE', body: {} });
		const both = await runWith(parameters, [bad, good], { onError: 'continueErrorOutput' });
		expect(both.failed).toMatchObject([
			{ json: { error: error?.message }, pairedItem: { item: 0 } },
		]);
		const from = both.items.map(({ pairedItem }) => (pairedItem as IPairedItemData).item);
		expect([...new Set(from)]).toEqual([1]);
		expect(sandbox.requests).toHaveLength(1);
	},
);

it.each(['[1, 2]', 'true', 'NaN', '"null"', '"undefined"', '"4\\u00002"'])(
	'rejects %s from an expression as the ID of a report',
	async (value) => {
		const reportId = locator('id', `={{ ${value} }}`);
		const { error } = await runWith(report('delete', { reportId }));
		expect(error?.message).toMatch(/^Report (cannot|is|contains)/);
		expect(sandbox.requests).toEqual([]);
	},
);

it.each([
	['operation', 'resource'],
	['resource', 'operation'],
])('rejects a custom API call, chosen as %s', async (chosen, other) => {
	const parameters = { ...report('get'), [other]: 'report', [chosen]: '__CUSTOM_API_CALL__' };
	const { error } = await runWith({ ...parameters, reportId: locator('id', '1') });
	expect(error?.message).toBe('This node has no such operation');
	expect(error?.description).toContain(' HTTP Request ');
	expect(sandbox.requests).toEqual([]);
});

it('an update without fields is reported', async () => {
	const { error } = await runWith(report('update', { reportId: locator('id', '1') }));
	expect(error?.message).toBe('Nothing to update');
	expect(sandbox.requests).toEqual([]);
});
