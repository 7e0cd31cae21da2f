import { setTimeout as pause } from 'node:timers/promises';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { IDataObject } from 'n8n-workflow';

import type { Condition } from '../../sandbox/service/conditions';
import { locator } from '../support/node';
import { workflow, type WorkflowNode } from '../support/workflow';
import { call, fromAI, rowsIn, tool } from './agentWorkflow';
import { N8NS, readExample, useStage } from './stage';

const TOKEN = 'token-of-the-assistant';
const KEY = 'key-that-no-client-may-read';
const PATH = 'reports';
const EXAMPLE = 'web-page-reports';

/** What n8n writes before the words of a tool that has failed. */
const BEFORE: Record<string, string> = {
	'2.41.1': 'NodeOperationError: ',
	'1.123.81': 'Error: ',
	'2.16.1': 'NodeOperationError: ',
};

/** The newest version of its MCP Server Trigger. */
const TRIGGERS: Record<string, number> = { '2.41.1': 2.1, '1.123.81': 2, '2.16.1': 2 };

const report = (type: string) => locator('id', fromAI('report', type, 'The ID of the report'));

const list = tool('Get many reports', 'getAll', {
	limit: fromAI('limit', 'number', 'How many reports to list'),
	filters: { search: fromAI('search') },
});
const get = tool('Get a report', 'get', { reportId: report('number') });
const getByText = tool('Get a report by text', 'get', { reportId: report('string') });
const create = tool('Create a report', 'create', {
	url: fromAI('url', 'string', 'The address of the page'),
});
const update = tool('Update a report', 'update', {
	reportId: report('number'),
	updateFields: { privacy: fromAI('privacy', 'number') },
});
const remove = tool('Delete a report', 'delete', { reportId: report('number') });
const continuing = {
	...tool('Get a report and continue', 'get', { reportId: report('number') }),
	onError: 'continueRegularOutput',
};

const TOOLS = [list, get, getByText, create, update, remove, continuing];

/** What a client gets of a call. */
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
		for (const each of [serverWith(TOOLS), await readExample('mcp-server')]) {
			await stage.editor.publish(each);
		}
		for (const path of [PATH, EXAMPLE]) await published(path);
		client = await connect(PATH);
	});

	afterAll(async () => {
		await client.close();
	});

	beforeEach(() => {
		stage.sandbox.conditions.length = 0;
		stage.sandbox.requests.length = 0;
	});

	function serverWith(tools: WorkflowNode[]) {
		const trigger: WorkflowNode = {
			name: 'MCP Server',
			type: '@n8n/n8n-nodes-langchain.mcpTrigger',
			typeVersion: TRIGGERS[version] ?? 1,
			parameters: { path: PATH },
			webhookId: PATH,
		};
		const { nodes, connections, ...rest } = workflow('mcp', [], trigger);
		for (const node of tools) {
			nodes.push({ ...node, id: `mcp${node.name}`, position: [nodes.length * 200, 200] });
			connections[node.name] = { ai_tool: [[{ node: trigger.name, type: 'ai_tool', index: 0 }]] };
		}
		return { ...rest, nodes, connections };
	}

	/** n8n says that a workflow is published some time before it answers. */
	async function published(path: string): Promise<void> {
		while ((await fetch(addressOf(path), { method: 'POST' })).status === 404) await pause(100);
	}

	const addressOf = (path: string) => `${stage.running.address}/mcp/${path}`;

	/** A client as an assistant has one. */
	async function connect(path: string, token = ''): Promise<Client> {
		const one = new Client({ name: 'assistant', version: '1.0.0' });
		await one.connect(
			new StreamableHTTPClientTransport(new URL(addressOf(path)), {
				requestInit: { headers: token === '' ? {} : { authorization: `Bearer ${token}` } },
			}),
		);
		return one;
	}

	/** Calls a tool as a client does, which gives up after a minute unless it is stopped before. */
	async function ask(
		node: WorkflowNode,
		values: IDataObject,
		{ signal, by = client }: { signal?: AbortSignal; by?: Client } = {},
	): Promise<Answer> {
		const request = { name: call(node, values).name, arguments: values };
		const { content, isError = false } = await by.callTool(request, undefined, { signal });
		const texts = content as Array<{ type: string; text: string }>;
		expect(texts.map(({ type }) => type)).toEqual(['text']);
		return { text: texts[0]?.text ?? '', isError: isError === true };
	}

	const failing = (sentences: string) => {
		const text = `${BEFORE[version] ?? ''}${sentences}`;
		// n8n 2.16 adds where that was thrown
		const shown = version === '2.16.1' ? (expect.stringContaining(text) as string) : text;
		return expect.objectContaining({ isError: true, text: shown }) as Answer;
	};

	const wrong = (...conditions: Condition[]) => stage.sandbox.conditions.push(...conditions);
	const seen = () => stage.sandbox.requests.map(({ method, path }) => `${method} ${path}`);
	const addresses = () => [...stage.sandbox.data.reports.values()].map(({ url }) => url);

	it('lists its tools, with what they do and what they take', async () => {
		const { tools } = await client.listTools();
		const id = { type: 'number', description: 'The ID of the report' };
		const offered: Array<[WorkflowNode, string, object]> = [
			[
				list,
				'Get many reports',
				{
					limit: { type: 'number', description: 'How many reports to list' },
					search: { type: 'string' },
				},
			],
			[get, 'Get a report', { report: id }],
			[getByText, 'Get a report', { report: { ...id, type: 'string' } }],
			[
				create,
				'Create a report',
				{ url: { type: 'string', description: 'The address of the page' } },
			],
			[update, 'Update a report', { report: id, privacy: { type: 'number' } }],
			[remove, 'Delete a report', { report: id }],
			[continuing, 'Get a report', { report: id }],
		];
		expect(tools).toHaveLength(offered.length);
		for (const [node, action, properties] of offered) {
			const { name } = call(node, {});
			const description = `${action} in Web Page Report`;
			const required = Object.keys(properties);
			const inputSchema = expect.objectContaining({ properties, required }) as object;
			expect(tools.find((one) => one.name === name)).toMatchObject({ description, inputSchema });
		}
	});

	it('creates, lists, reads, changes and deletes, with the numbers that it gives as IDs', async () => {
		const url = 'https://www.example.com/right';
		const [created] = rowsIn((await ask(create, { url })).text);
		expect(created).toEqual(expect.objectContaining({ url, privacy: 1 }));

		const listed = await ask(list, { limit: 2, search: 'example' });
		expect(listed.isError).toBe(false);
		const [{ id } = {}, ...others] = rowsIn(listed.text) as Array<{ id?: number }>;
		expect([id, others.length]).toEqual([created?.id, 1]);
		expect(typeof id).toBe('number');

		expect(rowsIn((await ask(get, { report: id })).text)).toEqual([created]);
		expect(rowsIn((await ask(getByText, { report: String(id) })).text)).toEqual([created]);
		const [changed] = rowsIn((await ask(update, { report: id, privacy: 0 })).text);
		expect(changed).toEqual(expect.objectContaining({ id, privacy: 0 }));
		expect(await ask(remove, { report: id })).toEqual(
			expect.objectContaining({
				isError: false,
				text: JSON.stringify([{ deleted: true, id }]),
			}),
		);
		const path = `/reports/${String(id)}`;
		expect(seen()).toEqual([
			'POST /reports',
			'GET /reports',
			`GET ${path}`,
			`GET ${path}`,
			`PUT ${path}`,
			`DELETE ${path}`,
		]);
	});

	it('says what is wrong with an argument, and sends nothing', async () => {
		expect(await ask(create, { url: 'example.com' })).toEqual(
			failing(
				'URL is not a web address. Enter the full address, starting with https:// or http://. It is now "example.com".',
			),
		);
		expect(await ask(list, { limit: 0, search: '' })).toEqual(
			failing('Limit must be 1 or more, not "0". Enter 1 or more, or switch on Return All.'),
		);
		// n8n compares these to the types itself, in its own words
		for (const [node, values] of [
			[create, {}],
			[get, { report: '1' }],
			[getByText, { report: 1 }],
		] as const) {
			const { isError, text } = await ask(node, values);
			expect(isError).toBe(true);
			expect(text).toContain('Received tool input did not match expected schema');
		}
		expect(seen()).toEqual([]);
	});

	it.each<[string, Condition, WorkflowNode, IDataObject, string]>([
		[
			'a report that is not there',
			{},
			get,
			{ report: 999 },
			'Report 999 was not found (404): Resource not found. It may have been deleted, or belong to another account. Find it with Get Many.',
		],
		[
			'a limit for an hour, at once',
			{ status: 429, headers: { 'retry-after': '3600' } },
			create,
			{ url: 'https://www.example.com/limited' },
			'Too many requests (429): Too Many Attempts. The service asks to wait 60 minutes. Try again after that.',
		],
		[
			'a key in the words of the service, which it hides',
			{ status: 403, body: { message: `${KEY} may not do this.` } },
			get,
			{ report: 1 },
			'The service does not allow you to get report 1 (403): *** may not do this. Check that your plan includes the API, and that report 1 belongs to your account.',
		],
	])('tells of %s', async (_, condition, node, values, sentences) => {
		if (Object.keys(condition).length > 0) wrong({ ...condition, times: 1 });
		const before = addresses();
		const answer = await ask(node, values);
		expect(answer).toEqual(failing(sentences));
		expect(seen()).toHaveLength(1);
		expect(addresses()).toEqual(before);
	});

	it('answers before a client gives up, whether the service is silent, fails, or loses a create', async () => {
		const [fails, loses] = ['fails', 'loses'].map((page) => `https://www.example.com/${page}`);
		const open = (url = '') =>
			`The report for ${url} may have been created. Check with Get Many before you run this item again.`;
		// No report of another test may look like a new one
		await stage.renewSandbox();
		const before = addresses();
		wrong({ path: '/reports/1', delay: 300_000 }, { method: 'POST', status: 500, times: 1 });
		const asked = [ask(get, { report: 1 }), ask(create, { url: fails })];
		while (!seen().includes('POST /reports')) await pause(20);
		wrong({ method: 'POST', drop: true });
		const answers = await Promise.all([...asked, ask(create, { url: loses })]);

		expect(answers).toEqual([
			failing(
				'The service did not answer in time. Try again later. If it keeps failing, contact your report service. A tool has 45 seconds to answer.',
			),
			failing(
				`The service could not create the report (500): Something went wrong. ${open(fails)}`,
			),
			failing(`The connection was lost before the service answered. ${open(loses)}`),
		]);
		expect(seen().filter((request) => request.startsWith('POST'))).toHaveLength(2);
		expect(addresses()).toEqual(before);
	});

	it('does each of several calls at once, once', async () => {
		const urls = [1, 2, 3, 4, 5].map((page) => `https://www.example.com/parallel/${String(page)}`);
		const other = await connect(PATH);
		const answers = await Promise.all(
			urls.map(async (url, at) => await ask(create, { url }, { by: at % 2 ? other : client })),
		);
		await other.close();
		expect(answers.flatMap(({ text }) => rowsIn(text))).toEqual(
			urls.map((url) => expect.objectContaining({ url }) as object),
		);
		expect(seen()).toEqual(urls.map(() => 'POST /reports'));
		expect(
			addresses()
				.filter((url) => url.includes('/parallel/'))
				.sort(),
		).toEqual(urls);
	});

	it('creates once what a client has asked for and cancelled, and answers the next call', async () => {
		const url = 'https://www.example.com/cancelled';
		wrong({ method: 'POST', delay: 5000, times: 1 });
		const stopping = new AbortController();
		const asked = ask(create, { url }, { signal: stopping.signal });
		while (seen().length === 0) await pause(20);
		stopping.abort('The person has changed their mind');
		await expect(asked).rejects.toThrow('The person has changed their mind');

		const { isError, text } = await ask(get, { report: 1 });
		expect([isError, rowsIn(text)]).toEqual([false, [expect.objectContaining({ id: 1 })]]);
		while (!addresses().includes(url)) await pause(100);
		expect(seen()).toEqual(['POST /reports', 'GET /reports/1']);
	});

	it('answers with the message where a tool is set to continue, which a client takes for a success', async () => {
		const failed = await ask(continuing, { report: 999 });
		expect([failed.isError, rowsIn(failed.text)]).toEqual([
			false,
			[
				{
					error: 'Report 999 was not found (404): Resource not found.',
					message: 'It may have been deleted, or belong to another account. Find it with Get Many.',
				},
			],
		]);
		const { isError, text } = await ask(continuing, { report: 1 });
		expect([isError, rowsIn(text)]).toEqual([false, [expect.objectContaining({ id: 1 })]]);
	});

	describe('in the example', () => {
		const named = (name: string) => ({ ...get, name });

		it('lets in only who has the token', async () => {
			await expect(connect(EXAMPLE)).rejects.toThrow('Authorization data is wrong');
			await expect(connect(EXAMPLE, 'another')).rejects.toThrow('Authorization data is wrong');
		});

		it('lists, reads and creates reports, and can do nothing else', async () => {
			const by = await connect(EXAMPLE, TOKEN);
			const { tools } = await by.listTools();
			expect(tools.map(({ name }) => name).sort()).toEqual([
				'Create_Report',
				'Get_Report',
				'List_Reports',
			]);
			for (const { name, description } of tools) {
				expect(description).toContain('privacy: 0 is Public, 1 Private, 2 Password');
				if (name !== 'List_Reports')
					expect(description).toContain('says Get Many, use List_Reports');
			}
			const url = 'https://www.example.com/assistant';
			const [created] = rowsIn((await ask(named('Create_Report'), { url }, { by })).text);
			expect(created).toEqual(expect.objectContaining({ url, privacy: 1 }));
			const listed = await ask(named('List_Reports'), { limit: 10, search: '/assistant' }, { by });
			expect(rowsIn(listed.text)).toEqual([created]);
			const read = await ask(named('Get_Report'), { report_id: created?.id }, { by });
			const { results } = stage.sandbox.data.reports.get(Number(created?.id)) ?? {};
			expect(rowsIn(read.text)).toEqual([{ ...created, results }]);
			await by.close();
		});

		it('lists all reports, or those with a result, and 100 at the most', async () => {
			const { data } = stage.sandbox;
			for (let at = 0; at < 150; at++) {
				data.create('https://www.example.com/many', 1, null).result = at % 3 ? 'good' : 'bad';
			}
			const by = await connect(EXAMPLE, TOKEN);
			const { tools } = await by.listTools();
			const { inputSchema } = tools.find(({ name }) => name === 'List_Reports') ?? {};
			expect(inputSchema?.required ?? []).toEqual([]);
			const all = { search: '', result: '' };
			for (const [values, count] of [
				[{}, 100],
				[{ limit: 1000, ...all }, 100],
				[{ limit: 2, ...all }, 2],
				[{ search: '/many', result: 'bad' }, 50],
			] as const) {
				const rows = rowsIn((await ask(named('List_Reports'), values, { by })).text);
				expect(rows).toHaveLength(count);
				if ('result' in values && values.result) {
					expect(new Set(rows.map(({ result }) => result))).toEqual(new Set([values.result]));
				}
			}
			await by.close();
		});
	});
});
