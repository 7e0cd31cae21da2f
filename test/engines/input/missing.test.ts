import type { INodeParameters } from 'n8n-workflow';

import { locator, project, report } from '../../support/node';
import { FROM_ITEM, PAGE, sharedSandbox, updateField } from './sandbox';

const sandbox = sharedSandbox();
const { runWith } = sandbox;

describe('a missing value', () => {
	it.each<[string, INodeParameters]>([
		['a URL to create a report for', report('create', {})],
		['the password of a report', report('create', { url: PAGE, privacy: 2 })],
		['the report to get', report('get', {})],
		['the report to update', report('update', { updateFields: { privacy: 0 } })],
		['the report to delete', report('delete', {})],
		['the project to delete', project('delete', {})],
	])('makes n8n refuse the workflow: %s', async (_, parameters) => {
		await expect(runWith(parameters)).rejects.toThrow(/issues/);
		expect(sandbox.requests).toEqual([]);
	});

	it.each<[string, INodeParameters, string]>([
		['a new report', report('create', { url: PAGE, privacy: FROM_ITEM }), ''],
		['an update', updateField('privacy')(FROM_ITEM), 'Add Password under Update Fields. '],
	])(
		'is named if an expression sets Privacy to Password: the password of %s',
		async (_, parameters, where) => {
			const { error } = await runWith(parameters, [2]);
			expect(error).toMatchObject({
				message: 'Password is empty',
				description: `${where}Enter a password, or choose a different Privacy.`,
			});
			expect(sandbox.requests).toEqual([]);
		},
	);

	it.each<[string, INodeParameters]>([
		['no Update Fields', {}],
		['empty Update Fields', { updateFields: {} }],
		['only a password that is empty', { updateFields: { password: '' } }],
		['only a password that an expression leaves empty', { updateFields: { password: FROM_ITEM } }],
	])('is reported if an update has no fields: %s', async (_, fields) => {
		const { error } = await runWith(report('update', { reportId: locator('id', '1'), ...fields }));
		expect(error).toMatchObject({
			message: 'Nothing to update',
			description: 'Add at least one field under Update Fields: New Results, Password, Privacy.',
		});
		expect(sandbox.requests).toEqual([]);
	});

	it.each<[string, Record<string, string>]>([
		['Base URL is empty', { baseUrl: '' }],
		['Base URL is not a web address', { baseUrl: 'example.com/api/v1' }],
		['API Key is empty', { apiKey: '' }],
	])('in the credential fails every item: %s', async (error, changes) => {
		const { items, failed } = await runWith(report('create', { url: PAGE }), [1, 2], {
			credential: { ...sandbox.credential, ...changes },
			onError: 'continueErrorOutput',
		});
		expect(failed).toMatchObject([
			{ json: { value: 1, error }, pairedItem: { item: 0 } },
			{ json: { value: 2, error }, pairedItem: { item: 1 } },
		]);
		expect(items).toEqual([]);
		expect(sandbox.requests).toEqual([]);
	});
});
