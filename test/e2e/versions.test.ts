import { setTimeout as pause } from 'node:timers/promises';

import type { INodeTypeDescription } from 'n8n-workflow';

import { itemsOf } from '../../sandbox/launcher/n8n';
import { startSandbox } from '../../sandbox/service/service';
import { NODE_TYPE, report } from '../support/node';
import { webPageReport, workflow } from '../support/workflow';
import { NAMES } from './examples/examplesStage';
import { N8NS, readExample, useStage } from './stage';

const KEY = 'key-that-nobody-may-read';
const PASSWORD = 'password-that-nobody-may-read';
const URL = 'https://www.example.com/pricing';

describe.each(N8NS)('n8n %s', (version, program) => {
	const stage = useStage(`version-${version}`, () => ({
		settings: { N8N_LOG_LEVEL: 'debug' },
		program,
		sandbox: { keys: [KEY], projects: 2 },
	}));

	it('says what failed, and what to do', async () => {
		stage.sandbox.conditions.push({
			status: 422,
			body: { message: [`${KEY} may not use this.`, `Not with ${PASSWORD}.`] },
			times: 1,
		});
		const result = await stage.editor.run(workflow('failing', [create]));
		expect(result.error?.message).toBe('The service rejected the input (422)');
		expect(result.error?.description).toContain(
			`The service says: "[message hidden because it may contain a secret]". Check the parameters for ${URL}.`,
		);
		expect(JSON.stringify(result)).not.toContain(PASSWORD);
	});

	it('knows every node of the examples in its version', async () => {
		for (const { nodes } of await Promise.all(NAMES.map(readExample))) {
			const nodeInfos = nodes.map(({ type, typeVersion: version }) => {
				return { name: type.replace(`${NODE_TYPE}Tool`, NODE_TYPE), version };
			});
			const asked = { nodeInfos };
			const known = await stage.editor.rest<INodeTypeDescription[]>('POST', '/node-types', asked);
			expect(known).toHaveLength(nodes.length);
			for (const [at, { version }] of nodeInfos.entries())
				expect([known[at]?.version].flat()).toContain(version);
		}
	});

	it('tells an error workflow why it failed', async () => {
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
		// n8n 1 does not publish a workflow with only an error trigger
		const telling = await stage.editor.publish(
			workflow('telling', [errorTrigger], webhook('telling')),
		);
		const onCall = workflow(
			'onCall',
			[webPageReport('Rejected', report('getAll'))],
			webhook('on-call'),
		);
		await stage.editor.publish({
			...onCall,
			settings: { ...onCall.settings, errorWorkflow: telling },
		});
		stage.sandbox.conditions.push({ status: 401, times: 1 });
		const call = async () => (await fetch(`${stage.running.address}/webhook/on-call`)).status;
		while ((await call()) === 404) await pause(100);

		const told = itemsOf(await stage.editor.lastResultOf(telling), 'Error Trigger');
		expect(told).toMatchObject([
			{
				execution: {
					error: {
						message: expect.stringContaining('The service rejected the API key (401)') as string,
						httpCode: '401',
					},
				},
			},
		]);
	});

	it('finds the report of a create with a lost response', async () => {
		const { conditions, data } = stage.sandbox;
		conditions.push({ method: 'POST', done: true, drop: true, times: 1 });
		const result = await stage.editor.run(workflow('lost', [create]));
		const [id] = [...data.reports.keys()].slice(-1);
		expect(itemsOf(result, create.name)).toEqual([expect.objectContaining({ id, url: URL })]);
	});

	it('shares its credential with the HTTP Request node, for a Custom API Call', async () => {
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
		const own = await stage.editor.run(workflow('ownCall', [call(`${baseUrl}/projects`)]));
		expect(itemsOf(own, 'Call')[0]).toMatchObject({
			meta: { total: data.projects().length },
		});
		const other = await stage.editor.run(
			workflow('otherCall', [call(`${stage.running.address}/healthz`)]),
		);
		expect(other.error?.message).toContain('URL is not an address of the report service');

		const elsewhere = await startSandbox();
		stage.sandbox.conditions.push({
			status: 302,
			headers: { location: `${elsewhere.baseUrl}/projects` },
			times: 1,
		});
		const moved = await stage.editor.run(workflow('movedCall', [call(`${baseUrl}/projects`)]));
		await elsewhere.close();
		expect(moved.error?.message).toContain('302');
		expect(elsewhere.requests).toEqual([]);
	});

	it('keeps API key and password out of its debug log', () => {
		const lines = stage.running.output().split('\n');
		// Make sure it is the log of the executions above, including the failed one
		expect(lines.filter((line) => line.includes('may contain a secret')).length).toBeGreaterThan(0);
		expect(lines.filter((line) => line.includes(KEY) || line.includes(PASSWORD))).toEqual([]);
	});
});

const create = webPageReport(
	'Create',
	report('create', { url: URL, privacy: 2, password: PASSWORD }),
);
