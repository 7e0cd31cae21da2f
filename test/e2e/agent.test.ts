import { itemsOf } from '../../sandbox/launcher/n8n';
import { locator } from '../support/node';
import type { WorkflowNode } from '../support/workflow';
import { AGENT, agentWorkflow, call, fromAI, MODEL, rowsIn, tool } from './agentWorkflow';
import { eventually } from './browser';
import { type ScriptedModel, startScriptedModel } from './counterparts';
import { N8NS, useStage } from './stage';

const KEY = 'key-that-no-model-may-read';
const PASSWORD = 'password-that-no-model-may-read';

const [[, program] = ['', undefined]] = N8NS;

let model: ScriptedModel;

const stage = useStage('agent', async () => {
	model = await startScriptedModel();
	return {
		program,
		sandbox: { keys: [KEY] },
		credentials: [{ ...MODEL, type: 'openAiApi', data: model.credential }],
		servers: [model.server],
		withBrowser: true,
	};
});

const list = tool('Get many reports', 'getAll', {
	limit: fromAI('Limit', 'number'),
	filters: { search: fromAI('Search') },
});
const create = tool('Create a report', 'create', { url: fromAI('URL') });
const get = tool('Get a report', 'get', { reportId: locator('id', fromAI('Report')) });
const remove = tool('Delete a report', 'delete', { reportId: locator('id', fromAI('Report')) });

it('is added below an agent in the editor, and lets the model define parameters', async () => {
	const { editor, page } = stage;
	const empty = agentWorkflow('byHand', []);
	const { id } = await editor.rest<{ id: string }>('POST', '/workflows', empty);
	await page.goto(`${editor.address}/workflow/${id}`);
	for (const [operation, field] of [
		['Create', 'URL'],
		['Get', 'Report'],
	] as const) {
		const plus = page
			.locator('[data-handleid="inputs/ai_tool/0"]')
			.getByTestId('canvas-handle-plus');
		const tools = page.locator('header').filter({ hasText: /^\s*Tools\s*$/ });
		// While the canvas is loading, the panel shows something else, and may stay that way
		await eventually(async () => {
			await page.keyboard.press('Escape');
			await plus.click({ timeout: 10_000 });
			await tools.waitFor({ timeout: 10_000 });
		});
		await page.getByTestId('node-creator-search-bar').fill('web page');
		await page.getByText('Web Page Report Tool').click();
		await page.getByTestId('parameter-input-operation').click();
		await page
			.getByTestId('parameter-input-item')
			.filter({ hasText: new RegExp(`^${operation}(?! Many)`), visible: true })
			.click();
		const sparkle = page
			.getByTestId('parameter-item')
			.filter({ has: page.getByText(field, { exact: true }) })
			.getByTestId('from-ai-override-button');
		await sparkle.click();
		// Gone once the model defines the field
		await sparkle.waitFor({ state: 'hidden' });
		await page.getByTestId('ndv-close-button').click();
	}
	// An earlier save may still be in flight, without the latest change
	await eventually(async () => {
		await page.keyboard.press('Control+s');
		const { nodes } = await editor.rest<{ nodes: WorkflowNode[] }>('GET', `/workflows/${id}`);
		// All other tests here use this
		expect(nodes.filter(({ type }) => type === create.type)).toMatchObject([create, get]);
	});
});

it('lets the agent list, create and read reports with its own arguments, in a few words @push', async () => {
	const { error, final, offered, seen, answers } = await letAgent(
		[list, create, get, remove],
		[
			[call(list, { Limit: 2, Search: 'example' })],
			[call(create, { URL: 'https://www.example.com/pricing' })],
			[call(get, { Report: '13' })],
			'The report on the pricing page has number 13.',
		],
	);
	expect(error).toBeUndefined();
	expect(final).toBe('The report on the pricing page has number 13.');
	const url = 'https://www.example.com/pricing';
	expect(seen).toEqual([
		{ method: 'GET', path: '/reports', query: { search: 'example', per_page: '10' }, body: {} },
		{ method: 'POST', path: '/reports', query: {}, body: { url, privacy: '1' } },
		{ method: 'GET', path: '/reports/13', query: {}, body: {} },
	]);
	const [listed, created, read] = answers.map(rowsIn);
	expect(listed?.map(({ id }) => id)).toEqual([12, 11]);
	expect(created).toEqual([expect.objectContaining({ id: 13, url })]);
	expect(read).toEqual(created);

	const text = { type: 'string' };
	const asked = offered.map(({ description, parameters }) => [description, parameters.properties]);
	expect(Object.fromEntries(asked)).toEqual({
		'Create a report in Web Page Report': { URL: text },
		'Delete a report in Web Page Report': { Report: text },
		'Get a report in Web Page Report': { Report: text },
		'Get many reports in Web Page Report': { Limit: { type: 'number' }, Search: text },
	});
	for (const one of offered) expect(JSON.stringify(one).length).toBeLessThan(400);
});

// From version 3 on, n8n runs an agent's tools as nodes; before, the agent ran them itself
describe.each([3.1, 2.2])('an agent of version %s', (typeVersion) => {
	const agent = () => ({ ...AGENT, typeVersion });
	const creates = (seen: Array<{ method: string }>) =>
		seen.filter(({ method }) => method === 'POST').length;
	const asked = call(create, { URL: 'https://www.example.com/twice' });

	it('gets two reports for two concurrent calls with the same page', async () => {
		const { seen, answers } = await letAgent([create], [[asked, asked], 'Both.'], agent());
		const ids = answers.flatMap(rowsIn).map(({ id }) => id);
		expect(creates(seen)).toBe(2);
		expect(new Set(ids).size).toBe(2);
	});

	it('gets a new answer when it calls again after a failure', async () => {
		stage.sandbox.conditions.push({ status: 500, times: 1 });
		const script = [[asked], [asked], 'At last.'];
		const { seen, answers } = await letAgent([create], script, agent());
		expect(creates(seen)).toBe(2);
		expect(rowsIn(answers[1])).toEqual([expect.objectContaining({ privacy: 1 })]);
	});

	it('creates a report once even if n8n retries its tool', async () => {
		stage.sandbox.conditions.push({ status: 500, times: 1, done: true });
		const patient = { ...create, retryOnFail: true };
		const { seen } = await letAgent([patient], [[asked], 'Sorry.'], agent());
		expect(creates(seen)).toBe(1);
	});
});

it('tells the model what is wrong, so that it can correct itself, but neither API key nor password', async () => {
	const secret = tool('Create a report', 'create', {
		url: fromAI('URL'),
		privacy: 2,
		password: PASSWORD,
		simplify: false,
	});
	stage.sandbox.conditions.push({
		status: 422,
		body: { message: [`${KEY} may not do this.`, `Not with ${PASSWORD}.`] },
		times: 1,
	});
	const asked = call(secret, { URL: 'https://www.example.com/secret' });
	const { seen, answers } = await letAgent([secret], [[asked], [asked], 'It is protected.']);
	expect(seen.at(-1)?.body).toEqual(expect.objectContaining({ password: PASSWORD }));
	expect(answers[0]).toContain('[message hidden because it may contain a secret]');
	expect(rowsIn(answers[1])).toEqual([expect.objectContaining({ privacy: 2 })]);
	const read = JSON.stringify(model.requests);
	expect(read).not.toContain(KEY);
	expect(read).not.toContain(PASSWORD);
});

/** What an agent did: the tools and answers its model got, and the requests the service saw. */
async function letAgent(tools: WorkflowNode[], script: ScriptedModel['script'], agent = AGENT) {
	const [asked, sent] = [model.requests.length, stage.sandbox.requests.length];
	model.script.splice(0, Infinity, ...script);
	const result = await stage.editor.run(agentWorkflow(`agent${String(asked)}`, tools, agent));
	const requests = model.requests.slice(asked).map(({ body }) => body);
	return {
		error: result.error,
		final: itemsOf(result, AGENT.name)[0]?.output,
		offered: (requests[0]?.tools ?? []).map((offer) => offer.function),
		answers: (requests.at(-1)?.messages ?? [])
			.filter(({ role }) => role === 'tool')
			.map(({ content }) => content),
		seen: stage.sandbox.requests
			.slice(sent)
			.map(({ method, path, query, body }) => ({ method, path, query, body })),
	};
}
