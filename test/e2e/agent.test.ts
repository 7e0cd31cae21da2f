/** An agent of n8n, and its MCP server, with the node as their tools. */
import { setTimeout as pause } from 'node:timers/promises';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { IDataObject } from 'n8n-workflow';

import { itemsOf } from '../../sandbox/launcher/n8n';
import { locator, NODE_TYPE } from '../support/node';
import { webPageReport, workflow, type WorkflowNode } from '../support/workflow';
import { type ScriptedModel, startScriptedModel, type ToolCall } from './counterparts';
import { EXAMPLES, useStage } from './stage';

const KEY = 'key-that-no-model-may-read';
const PASSWORD = 'password-that-no-model-may-read';
const HIDDEN = '[message hidden because it may contain a secret]';

const MODEL = { id: 'scriptedModel', name: 'Scripted model' };
const TOKEN = 'token-of-the-assistant';

let model: ScriptedModel;

const stage = useStage('agent', async () => {
	model = await startScriptedModel();
	return {
		sandbox: { keys: [KEY] },
		settings: { N8N_LOG_LEVEL: 'debug' },
		credentials: [
			{ ...MODEL, type: 'openAiApi', data: model.credential },
			{ id: 'webPageReportMcp', name: 'MCP', type: 'httpBearerAuth', data: { token: TOKEN } },
		],
		workflows: [EXAMPLES['mcp-server'] ?? {}],
		published: ['mcpServer'],
		servers: [model.server],
	};
});

beforeEach(() => {
	stage.sandbox.conditions.length = 0;
	stage.sandbox.requests.length = 0;
});

/** What the service has seen, without headers. */
const seen = () =>
	stage.sandbox.requests.map(({ method, path, query, body }) => ({ method, path, query, body }));

/** The records in a tool's answer. */
const rowsIn = (answer = '[]') => JSON.parse(answer) as IDataObject[];

describe('an agent', () => {
	const AGENT: WorkflowNode = {
		name: 'AI Agent',
		type: '@n8n/n8n-nodes-langchain.agent',
		typeVersion: 3.1,
		parameters: { promptType: 'define', text: 'Look after my reports.', options: {} },
	};
	const CHAT_MODEL: WorkflowNode = {
		name: 'OpenAI Chat Model',
		type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
		typeVersion: 1.3,
		parameters: { model: locator('id', 'scripted'), responsesApiEnabled: false, options: {} },
		credentials: { openAiApi: MODEL },
	};

	/** The node as a tool, under the editor's name for it. */
	const tool = (action: string, operation: string, parameters: IDataObject): WorkflowNode => ({
		...webPageReport(`${action} in Web Page Report`, { operation, ...parameters }),
		type: `${NODE_TYPE}Tool`,
	});
	/** What the editor saves if a person lets the model define a parameter. */
	const fromAI = (key: string, type = 'string') =>
		`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, '${type}') }}`;
	/** The model's call of a tool, whose name n8n derives from the node's. */
	const call = ({ name }: WorkflowNode, values: IDataObject): ToolCall => ({
		name: name.replaceAll(' ', '_'),
		arguments: JSON.stringify(values),
	});

	const list = tool('Get many reports', 'getAll', {
		limit: fromAI('Limit', 'number'),
		filters: { search: fromAI('Search') },
	});
	const create = tool('Create a report', 'create', { url: fromAI('URL') });
	const get = tool('Get a report', 'get', { reportId: locator('id', fromAI('Report')) });

	/** The agent's last words, and the answers of its tools. */
	async function letAgent(tools: WorkflowNode[], script: ScriptedModel['script']) {
		const before = model.requests.length;
		model.script.splice(0, Infinity, ...script);
		const { nodes, connections, ...rest } = workflow(`agent${String(before)}`, [AGENT]);
		for (const [index, node] of [CHAT_MODEL, ...tools].entries()) {
			const type = node === CHAT_MODEL ? 'ai_languageModel' : 'ai_tool';
			nodes.push({ ...node, id: `part${String(index)}`, position: [index * 200 - 400, 200] });
			connections[node.name] = { [type]: [[{ node: AGENT.name, type, index: 0 }]] };
		}
		const id = await stage.editor.save({ nodes, connections, ...rest });
		const result = await stage.editor.execute(id);
		const messages = model.requests.at(-1)?.body.messages ?? [];
		const said = messages.filter(({ role }) => role === 'tool');
		return {
			final: itemsOf(result, AGENT.name)[0]?.output,
			answers: said.map(({ content }) => content),
		};
	}

	it('lists, creates and reads reports with its own arguments', async () => {
		const url = 'https://www.example.com/pricing';
		const { final, answers } = await letAgent(
			[list, create, get],
			[
				[call(list, { Limit: 2, Search: 'example' })],
				[call(create, { URL: url })],
				[call(get, { Report: '13' })],
				'The report on the pricing page has number 13.',
			],
		);
		expect(final).toBe('The report on the pricing page has number 13.');
		expect(seen()).toEqual([
			{ method: 'GET', path: '/reports', query: { search: 'example', per_page: '10' }, body: {} },
			{ method: 'POST', path: '/reports', query: {}, body: { url, privacy: '1' } },
			{ method: 'GET', path: '/reports/13', query: {}, body: {} },
		]);
		const [listed, created, read] = answers.map(rowsIn);
		expect(listed?.map(({ id }) => id)).toEqual([12, 11]);
		expect(created).toEqual([expect.objectContaining({ id: 13, url })]);
		expect(read).toEqual(created);
	});

	it('gets a report for each of two calls of a page, and one for a call that n8n retries', async () => {
		const asked = call(create, { URL: 'https://www.example.com/twice' });
		const both = await letAgent([create], [[asked, asked], 'Both.']);
		expect(new Set(both.answers.flatMap(rowsIn).map(({ id }) => id)).size).toBe(2);
		stage.sandbox.conditions.push({ method: 'POST', status: 500, times: 1, done: true });
		await letAgent([{ ...create, retryOnFail: true }], [[asked], 'Once.']);
		expect(seen().filter(({ method }) => method === 'POST')).toHaveLength(3);
	});

	it('reads what is wrong, and corrects itself, but reads neither API key nor password, nor does the log', async () => {
		const url = fromAI('URL');
		const secret = tool('Create a report', 'create', { url, privacy: 2, password: PASSWORD });
		const message = [`${KEY} may not do this.`, `Not with ${PASSWORD}.`];
		stage.sandbox.conditions.push({ status: 422, body: { message }, times: 1 });
		const asked = call(secret, { URL: 'https://www.example.com/secret' });
		const { answers } = await letAgent([secret], [[asked], [asked], 'It is protected.']);
		expect(seen().at(-1)?.body).toEqual(expect.objectContaining({ password: PASSWORD }));
		expect(answers[0]).toContain(HIDDEN);
		expect(rowsIn(answers[1])).toEqual([expect.objectContaining({ privacy: 2 })]);
		const log = stage.running.output();
		expect(log).toContain(HIDDEN);
		expect(JSON.stringify(model.requests) + log).not.toMatch(new RegExp(`${KEY}|${PASSWORD}`));
	});
});

describe('the MCP server of the example', () => {
	let client: Client;

	beforeAll(async () => {
		const address = new URL(`${stage.running.address}/mcp/web-page-reports`);
		// n8n reports a workflow as published some time before it answers
		while ((await fetch(address, { method: 'POST' })).status === 404) await pause(100);
		client = new Client({ name: 'assistant', version: '1.0.0' });
		const requestInit = { headers: { authorization: `Bearer ${TOKEN}` } };
		await client.connect(new StreamableHTTPClientTransport(address, { requestInit }));
	});

	afterAll(async () => {
		await client.close();
	});

	/** Calls a tool like an assistant. Returns the records in its answer. */
	async function ask(name: string, values: IDataObject) {
		const { content } = await client.callTool({ name, arguments: values });
		return (content as Array<{ text: string }>).flatMap(({ text }) => rowsIn(text));
	}

	it('lists, reads and creates reports, and does nothing else', async () => {
		const { tools } = await client.listTools();
		expect(tools).toHaveLength(3);
		for (const { description } of tools)
			expect(description).toContain('privacy: 0 is Public, 1 Private, 2 Password');
		const url = 'https://www.example.com/assistant';
		const [created] = await ask('Create_Report', { url });
		expect(created).toEqual(expect.objectContaining({ url, privacy: 1 }));
		const read = await ask('Get_Report', { report_id: created?.id });
		const { results } = stage.sandbox.data.reports.get(Number(created?.id)) ?? {};
		expect(read).toEqual([{ ...created, results }]);

		const { data } = stage.sandbox;
		for (let at = 0; at < 150; at++)
			data.create('https://www.example.com/many', 1, null).result = at % 3 ? 'good' : 'bad';
		for (const [values, count] of [
			[{}, 100],
			[{ limit: 1000, search: '', result: '' }, 100],
			[{ search: '/many', result: 'bad' }, 50],
		] as const)
			expect(await ask('List_Reports', values)).toHaveLength(count);
	});
});
