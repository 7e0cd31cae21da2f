import type { INodeParameters } from 'n8n-workflow';

import { locator, project, report } from '../../support/node';
import { FROM_ITEM, PAGE, sharedSandbox, updateField } from './sandbox';

const sandbox = sharedSandbox();
const { runWith } = sandbox;

it.each<[string, INodeParameters]>([
	['a URL to create a report for', report('create', {})],
	['the password of a report', report('create', { url: PAGE, privacy: 2 })],
	['the report to get', report('get', {})],
	['the report to update', report('update', { updateFields: { privacy: 0 } })],
	['the report to delete', report('delete', {})],
	['the project to delete', project('delete', {})],
])('n8n refuses a workflow without %s', async (_, parameters) => {
	await expect(runWith(parameters)).rejects.toThrow(/issues/);
	expect(sandbox.requests).toEqual([]);
});

it.each<[string, INodeParameters, string]>([
	['a new report', report('create', { url: PAGE, privacy: FROM_ITEM }), ''],
	['an update', updateField('privacy')(FROM_ITEM), 'Add Password under Update Fields. '],
])(
	'a missing password is named if an expression sets Privacy to Password: %s',
	async (_, parameters, where) => {
		const { error } = await runWith(parameters, [2]);
		expect(error).toMatchObject({
			message: 'Password is empty',
			description: `${where}Enter a password, or choose a different Privacy.`,
		});
		expect(sandbox.requests).toEqual([]);
	},
);

it.each<INodeParameters>([
	{},
	{ updateFields: {} },
	{ updateFields: { password: '' } },
	{ updateFields: { password: FROM_ITEM } },
])('an update without fields is reported: %j', async (fields) => {
	const { error } = await runWith(report('update', { reportId: locator('id', '1'), ...fields }));
	expect(error).toMatchObject({
		message: 'Nothing to update',
		description: 'Add at least one field under Update Fields: New Results, Password, Privacy.',
	});
	expect(sandbox.requests).toEqual([]);
});
