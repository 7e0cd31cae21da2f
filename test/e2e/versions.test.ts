import { setTimeout as pause } from 'node:timers/promises';

import { itemsOf, type RunningN8n, sandboxCredential } from '../../sandbox/launcher/n8n';
import { startSandbox } from '../../sandbox/service/service';
import { locator, project, report } from '../support/node';
import { webPageReport, workflow } from '../support/workflow';
import { Editor, N8NS, setStage, type Stage } from './stage';

const KEY = 'key-that-nobody-may-read';
const PASSWORD = 'password-that-nobody-may-read';
const URL = 'https://www.example.com/pricing';

describe.each(N8NS)('n8n %s', (version, program) => {
	let stage: Stage;
	let running: RunningN8n;
	let editor: Editor;

	beforeAll(async () => {
		stage = await setStage(`version-${version}`, {
			settings: { N8N_LOG_LEVEL: 'debug' },
			program,
			sandbox: { keys: [KEY], projects: 2 },
		});
		running = await stage.n8n.start();
		editor = await Editor.open(stage.n8n, running.address);
	});

	afterAll(async () => {
		await running.stop();
		await stage.strike();
	});

	it('runs a workflow with all seven operations', async () => {
		const { sandbox } = stage;
		const before = sandbox.data.reports.size;
		const result = await editor.run(workflow('allSeven', allSeven));

		expect(result.error).toBeUndefined();
		const output = (node: string) => itemsOf(result, node);
		const { id } = output('Create')[0] ?? {};
		expect(output('Create')).toEqual([expect.objectContaining({ url: URL, privacy: 2 })]);
		expect(output('Get')).toEqual([expect.objectContaining({ id, url: URL })]);
		expect(output('Update')).toEqual([expect.objectContaining({ id, privacy: 0 })]);
		expect(output('List Reports')).toEqual([expect.objectContaining({ id, privacy: 0 })]);
		expect(output('Delete')).toEqual([{ deleted: true, id: String(id) }]);
		expect(output('List Projects')).toEqual([
			expect.objectContaining({ project: 'example.com', reports: 0 }),
		]);
		expect(output('Delete Project')).toEqual([{ deleted: true, project: 'example.com' }]);
		expect(sandbox.data.reports.size).toBe(before);
		expect(sandbox.data.projects()).toHaveLength(2);
	});

	it('says what has failed, and what to do', async () => {
		stage.sandbox.conditions.push({
			status: 422,
			body: { message: [`${KEY} may not use this.`, `Not with ${PASSWORD}.`] },
			times: 1,
		});
		const result = await editor.run(workflow('failing', [create]));
		expect(result.error?.message).toBe(
			'The service rejected the input (422): *** may not use this.',
		);
		expect(result.error?.description).toContain(`Check the parameters for ${URL}.`);
		expect(JSON.stringify(result)).not.toContain(PASSWORD);
	});

	it('pairs what failed with its input item, through the error output', async () => {
		const set = (name: string, assigned: string, type: string, value: string) => ({
			name,
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: {
				assignments: { assignments: [{ id: name, name: assigned, type, value }] },
				options: {},
			},
		});
		const pages =
			'={{ [{ url: "https://a.example/", owner: "Ann" }, { url: "b", owner: "Bob" }] }}';
		const each = {
			name: 'Each Page',
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			parameters: { fieldToSplitOut: 'pages', options: {} },
		};
		const creating = {
			...webPageReport('Create', report('create', { url: '={{ $json.url }}' })),
			onError: 'continueErrorOutput',
		};
		const owner = set('Owner', 'owner', 'string', "={{ $('Each Page').item.json.owner }}");
		const row = [set('Pages', 'pages', 'array', pages), each, creating, owner];
		const { connections, ...rest } = workflow('paired', row);
		connections.Create = { main: [[], [{ node: 'Owner', type: 'main', index: 0 }]] };
		const result = await editor.run({ ...rest, connections });
		expect(itemsOf(result, 'Owner')).toEqual([{ owner: 'Bob' }]);
	});

	it('tells an error workflow why it has failed', async () => {
		const webhook = (path: string) => ({
			name: 'Webhook',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			parameters: { path },
			webhookId: path,
		});
		const errorTrigger = {
			name: 'Error Trigger',
			type: 'n8n-nodes-base.errorTrigger',
			typeVersion: 1,
			parameters: {},
		};
		// n8n 1 publishes none that nothing starts but errors
		const telling = await editor.publish(workflow('telling', [errorTrigger], webhook('telling')));
		const onCall = workflow(
			'onCall',
			[webPageReport('Rejected', report('getAll'))],
			webhook('on-call'),
		);
		await editor.publish({ ...onCall, settings: { ...onCall.settings, errorWorkflow: telling } });
		stage.sandbox.conditions.push({ status: 401, times: 1 });
		const call = async () => (await fetch(`${running.address}/webhook/on-call`)).status;
		while ((await call()) === 404) await pause(100);

		const told = itemsOf(await editor.lastResultOf(telling), 'Error Trigger');
		expect(told).toMatchObject([
			{
				execution: {
					error: {
						message: expect.stringContaining('The service rejected the API key (401)') as string,
						httpCode: '401',
						// n8n before 2.37 knows no such word
						...(!['1.123.81', '2.16.1'].includes(version) && {
							failure: { cause: 'credential-invalid' },
						}),
					},
				},
			},
		]);
	});

	it('finds the report of a create whose answer was lost, and says so in the log', async () => {
		const { conditions, data } = stage.sandbox;
		conditions.push({ method: 'POST', done: true, drop: true, times: 1 });
		const result = await editor.run(workflow('lost', [create]));
		const [id] = [...data.reports.keys()].slice(-1);
		expect(itemsOf(result, create.name)).toEqual([expect.objectContaining({ id, url: URL })]);
		expect(running.output()).toContain(
			'Item 0: the answer to the create was lost, but its report was found',
		);
	});

	it('tests the credential', async () => {
		const test = async (apiKey: string) =>
			await editor.rest('POST', '/credentials/test', {
				credentials: sandboxCredential({ baseUrl: stage.sandbox.baseUrl, apiKey }),
			});
		expect(await test(KEY)).toEqual(expect.objectContaining({ status: 'OK' }));
		expect(await test('wrong')).toEqual({
			status: 'Error',
			message: expect.stringContaining('The service rejected the API key') as string,
		});
	});

	it('lends its credential to the HTTP Request node, for a Custom API Call', async () => {
		const call = (url: string) => ({
			...create,
			name: 'Call',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: {
				url,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: 'webPageReportApi',
			},
		});
		const { baseUrl, data } = stage.sandbox;
		const own = await editor.run(workflow('ownCall', [call(`${baseUrl}/projects`)]));
		expect(itemsOf(own, 'Call')[0]).toMatchObject({
			meta: { total: data.projects().length },
		});
		const other = await editor.run(workflow('otherCall', [call(`${running.address}/healthz`)]));
		expect(other.error?.message).toContain('URL is not an address of the report service');

		const elsewhere = await startSandbox();
		stage.sandbox.conditions.push({
			status: 302,
			headers: { location: `${elsewhere.baseUrl}/projects` },
			times: 1,
		});
		const moved = await editor.run(workflow('movedCall', [call(`${baseUrl}/projects`)]));
		await elsewhere.close();
		expect(moved.error?.message).toContain('302');
		expect(elsewhere.requests).toEqual([]);
	});

	it('has neither API key nor password in its debug log', () => {
		const lines = running.output().split('\n');
		// It is the log of the executions above, the failed one too
		expect(lines.filter((line) => line.includes('may not use')).length).toBeGreaterThan(0);
		expect(lines.filter((line) => line.includes(KEY) || line.includes(PASSWORD))).toEqual([]);
	});
});

const create = webPageReport(
	'Create',
	report('create', { url: URL, privacy: 2, password: PASSWORD }),
);

const reportId = locator('id', "={{ $('Create').item.json.id }}");

const allSeven = [
	create,
	webPageReport('Get', report('get', { reportId })),
	webPageReport('Update', report('update', { reportId, updateFields: { privacy: 0, results: 1 } })),
	webPageReport(
		'List Reports',
		report('getAll', {
			returnAll: true,
			filters: { search: 'example.com', searchBy: 'project' },
		}),
	),
	webPageReport('Delete', report('delete', { reportId })),
	webPageReport('List Projects', project('getAll', { filters: { search: 'example.com' } })),
	webPageReport(
		'Delete Project',
		project('delete', { project: locator('name', '={{ $json.project }}') }),
	),
];
