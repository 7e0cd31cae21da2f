import { setTimeout as pause } from 'node:timers/promises';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { IDataObject } from 'n8n-workflow';

import type { Condition } from '../../sandbox/service/conditions';
import { rowsIn } from './agentWorkflow';
import { N8NS, readExample, useStage } from './stage';

const TOKEN = 'token-of-the-assistant';
const KEY = 'key-that-no-client-may-read';

/** n8n's prefix to the message of a failed tool. */
const BEFORE: Record<string, string> = {
	'2.41.1': 'NodeOperationError: ',
	'1.123.81': 'Error: ',
};

/** The result of a call for a client. */
interface Answer {
	text: string;
	isError: boolean;
}

describe.each(N8NS)('the MCP server of n8n %s', (version, program) => {
	let client: Client;

	const stage = useStage(`mcp-${version}`, () => ({
		program,
		sandbox: { keys: [KEY] },
		credentials: [
			{ id: 'webPageReportMcp', name: 'MCP', type: 'httpBearerAuth', data: { token: TOKEN } },
		],
	}));

	beforeAll(async () => {
		await stage.editor.publish(await readExample('mcp-server'));
		// n8n reports a workflow as published some time before it answers
		while ((await fetch(address(), { method: 'POST' })).status === 404) await pause(100);
		client = await connect(TOKEN);
	});

	afterAll(async () => {
		await client.close();
	});

	beforeEach(() => {
		stage.sandbox.conditions.length = 0;
		stage.sandbox.requests.length = 0;
	});

	const address = () => `${stage.running.address}/mcp/web-page-reports`;

	/** A client like that of an assistant. */
	async function connect(token = ''): Promise<Client> {
		const one = new Client({ name: 'assistant', version: '1.0.0' });
		await one.connect(
			new StreamableHTTPClientTransport(new URL(address()), {
				requestInit: { headers: token === '' ? {} : { authorization: `Bearer ${token}` } },
			}),
		);
		return one;
	}

	/** Calls a tool like a client, which gives up after a minute unless it is stopped earlier. */
	async function ask(name: string, values: IDataObject, signal?: AbortSignal): Promise<Answer> {
		const request = { name, arguments: values };
		const { content, isError = false } = await client.callTool(request, undefined, { signal });
		const texts = content as Array<{ type: string; text: string }>;
		expect(texts.map(({ type }) => type)).toEqual(['text']);
		return { text: texts[0]?.text ?? '', isError: isError === true };
	}

	const failing = (sentences: string) => {
		const text = `${BEFORE[version] ?? ''}${sentences}`;
		return expect.objectContaining({ isError: true, text }) as Answer;
	};

	const wrong = (...conditions: Condition[]) => stage.sandbox.conditions.push(...conditions);
	const seen = () => stage.sandbox.requests.map(({ method, path }) => `${method} ${path}`);
	const addresses = () => [...stage.sandbox.data.reports.values()].map(({ url }) => url);

	it('reports a failure without the key, even if the service repeats it', async () => {
		wrong({ status: 403, body: { message: `${KEY} may not do this.` }, times: 1 });
		expect(await ask('Get_Report', { report_id: 1 })).toEqual(
			failing(
				'The service does not allow you to get report 1 (403). The service says: "[message hidden because it may contain a secret]". Check that your plan includes the API and that API Key may be used for this, and that report 1 belongs to your account.',
			),
		);
		expect(seen()).toHaveLength(1);
	});

	it('answers before a client gives up, even if the service hangs', async () => {
		wrong({ delay: 300_000 });
		expect(await ask('Get_Report', { report_id: 1 })).toEqual(
			failing(
				'The service did not answer in time. As a tool, this node has to answer within 45 seconds.',
			),
		);
	});

	it('creates a report once if a client cancels the call, and answers the next call', async () => {
		const url = 'https://www.example.com/cancelled';
		wrong({ method: 'POST', delay: 5000, times: 1 });
		const stopping = new AbortController();
		const asked = ask('Create_Report', { url }, stopping.signal);
		while (seen().length === 0) await pause(20);
		stopping.abort('The person has changed their mind');
		await expect(asked).rejects.toThrow('The person has changed their mind');

		const { isError, text } = await ask('Get_Report', { report_id: 1 });
		expect([isError, rowsIn(text)]).toEqual([false, [expect.objectContaining({ id: 1 })]]);
		while (!addresses().includes(url)) await pause(100);
		expect(seen()).toEqual(['POST /reports', 'GET /reports/1']);
	});

	it('requires the token', async () => {
		await expect(connect()).rejects.toThrow('Authorization data is wrong');
		await expect(connect('another')).rejects.toThrow('Authorization data is wrong');
	});

	it('lists, reads and creates reports, and does nothing else @push', async () => {
		const { tools } = await client.listTools();
		expect(tools.map(({ name }) => name).sort()).toEqual([
			'Create_Report',
			'Get_Report',
			'List_Reports',
		]);
		for (const { name, description } of tools) {
			expect(description).toContain('privacy: 0 is Public, 1 Private, 2 Password');
			if (name !== 'List_Reports') expect(description).toContain('says Get Many, use List_Reports');
		}
		const url = 'https://www.example.com/assistant';
		const [created] = rowsIn((await ask('Create_Report', { url })).text);
		expect(created).toEqual(expect.objectContaining({ url, privacy: 1 }));
		const listed = await ask('List_Reports', { limit: 10, search: '/assistant' });
		expect(rowsIn(listed.text)).toEqual([created]);
		const read = await ask('Get_Report', { report_id: created?.id });
		const { results } = stage.sandbox.data.reports.get(Number(created?.id)) ?? {};
		expect(rowsIn(read.text)).toEqual([{ ...created, results }]);
	});

	it('lists up to 100 reports, of any result or a given one', async () => {
		const { data } = stage.sandbox;
		for (let at = 0; at < 150; at++) {
			data.create('https://www.example.com/many', 1, null).result = at % 3 ? 'good' : 'bad';
		}
		const { tools } = await client.listTools();
		const { inputSchema } = tools.find(({ name }) => name === 'List_Reports') ?? {};
		expect(inputSchema?.required ?? []).toEqual([]);
		for (const [values, count] of [
			[{}, 100],
			[{ limit: 1000, search: '', result: '' }, 100],
			[{ limit: 2, search: '', result: '' }, 2],
			[{ search: '/many', result: 'bad' }, 50],
		] as const) {
			expect(rowsIn((await ask('List_Reports', values)).text)).toHaveLength(count);
		}
	});
});
