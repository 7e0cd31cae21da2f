import { setTimeout as pause } from 'node:timers/promises';

import type { ResultData } from '../../../sandbox/launcher/n8n';
import { DEPLOY_KEY, ExamplesStage, PAGES, TOKEN } from './examplesStage';

let examples: ExamplesStage;

beforeAll(async () => {
	examples = await ExamplesStage.set('examples-with-tables', ['afterDeploy']);
});

afterAll(async () => {
	await examples.strike();
});

beforeEach(() => {
	examples.clear();
});

/** The rows of a data table of n8n, in the order in which they were stored; none where there is no table. */
async function rowsOf(name: string): Promise<Array<Record<string, unknown>>> {
	const { id: project } = await examples.editor.rest<{ id: string }>('GET', '/projects/personal');
	const path = `/projects/${project}/data-tables`;
	const tables = await examples.editor.rest<{ data: Array<{ id: string; name: string }> }>(
		'GET',
		path,
	);
	const [table, ...more] = tables.data.filter((one) => one.name === name);
	expect(more).toEqual([]);
	if (!table) return [];
	const rows = await examples.editor.rest<{ data: Array<Record<string, unknown>> }>(
		'GET',
		`${path}/${table.id}/rows?take=200&sortBy=id:asc`,
	);
	return rows.data;
}

describe('history-and-trend', () => {
	const [HOME = '', ABOUT = ''] = PAGES;

	/** One more day, on which pages have these results and all others are good; `failed` fails. */
	async function day(
		results: Partial<Record<string, string>> = {},
		slackIsDown = false,
	): Promise<ResultData> {
		examples.clear();
		examples.slack.down = slackIsDown;
		const { data } = examples.sandbox;
		const create = data.create.bind(data);
		jest.spyOn(data, 'create').mockImplementation((url, ...rest) => {
			const result = results[url] ?? 'good';
			if (result === 'failed') {
				throw Object.assign(new Error('No such page.'), { statusCode: 422 });
			}
			return Object.assign(create(url, ...rest), { result });
		});
		const done = await examples.editor.execute('pageHistory', 'Every Day at 5');
		jest.restoreAllMocks();
		return done;
	}

	it('names what got worse and what has recovered, once', async () => {
		expect(await rowsOf('Web page history')).toEqual([]);
		expect((await day()).error).toBeUndefined();
		expect(examples.slack.texts()).toEqual([]);
		expect(examples.sandbox.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(
			PAGES.map(() => 'POST /reports'),
		);
		const rows = await rowsOf('Web page history');
		expect(rows.map(({ page }) => page).sort()).toEqual(PAGES);
		const [{ page, result, report, problem } = {}] = rows;
		const { id } = examples.reports().find(({ url }) => url === page) ?? {};
		expect({ result, report, problem }).toEqual({
			result: 'good',
			report: String(id),
			problem: '',
		});

		await day({ [HOME]: 'bad' });
		expect(examples.slack.requests[0]?.authorization).toBe(`Bearer ${TOKEN}`);
		expect(examples.slack.texts()).toEqual([`*Got worse*\n• ${HOME}: good → bad 🟢🔴`]);

		await day({ [HOME]: 'bad' });
		expect(examples.slack.texts()).toEqual([]);

		await day({ [ABOUT]: 'decent' });
		expect(examples.slack.texts()).toEqual([
			[
				'*Got worse*',
				`• ${ABOUT}: good → decent 🟢🟢🟢🟡`,
				'',
				'*Recovered*',
				`• ${HOME}: bad → good 🟢🔴🔴🟢`,
			].join('\n'),
		]);
		expect(await rowsOf('Web page history')).toHaveLength(20);
	});

	it('compares with the last result, whatever failed in between', async () => {
		await day({});
		await day({ [HOME]: 'failed', [ABOUT]: 'failed' });
		const [text = '', ...more] = examples.slack.texts();
		expect(more).toEqual([]);
		expect(text).toContain('*Could not be analysed*');
		expect(text).toMatch(
			/• https:\/\/example\.com\/: The service rejected the input \(422\): No such page\. .*🟢⚪/,
		);
		expect((await rowsOf('Web page history')).at(-5)).toEqual(
			expect.objectContaining({
				page: HOME,
				result: 'failed',
				problem: 'The service rejected the input (422): No such page.',
			}),
		);

		await day({ [HOME]: 'failed', [ABOUT]: 'failed' });
		expect(examples.slack.texts()).toEqual([]);

		await day({ [ABOUT]: 'bad' });
		expect(examples.slack.texts()).toHaveLength(1);
		expect(examples.slack.texts()[0]).toMatch(
			/^\*Got worse\*\n• https:\/\/example\.com\/about: good → bad .*⚪⚪🔴\n\n\*Recovered\*\n• https:\/\/example\.com\/: good → good .*🟢⚪⚪🟢$/,
		);
	});

	it('says it again when Slack did not take it', async () => {
		await day();
		const { length } = await rowsOf('Web page history');
		expect((await day({ [ABOUT]: 'bad' }, true)).error?.message).toBeDefined();
		expect(await rowsOf('Web page history')).toHaveLength(length);

		await day({ [ABOUT]: 'bad' });
		expect(examples.slack.texts()).toHaveLength(1);
		expect(examples.slack.texts()[0]).toContain(`• ${ABOUT}: good → bad`);
	});
});

describe('audit-after-a-deployment', () => {
	const LIST = 'GET /repos/your-company/website/issues?labels=web-page&state=open&';

	/** What the end of a deployment sends. */
	async function deployed(body: object, key = DEPLOY_KEY.value): Promise<number> {
		const { status } = await fetch(`${examples.editor.address}/webhook/after-deployment`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', [DEPLOY_KEY.name]: key },
			body: JSON.stringify(body),
		});
		return status;
	}

	interface Execution {
		id: string;
		status: string;
	}

	async function executions(): Promise<Execution[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: 'afterDeploy' }));
		const { results } = await examples.editor.rest<{ results: Execution[] }>(
			'GET',
			`/executions?filter=${filter}&limit=100`,
		);
		return results;
	}

	/** Waits until so many more executions have ended than there were, all in order. */
	async function ended(before: Execution[], count: number): Promise<void> {
		for (;;) {
			const now = (await executions()).filter(({ id }) => before.every((one) => one.id !== id));
			const over = now.filter(({ status }) => !['new', 'running', 'waiting'].includes(status));
			if (over.length === count && now.length === count) {
				expect(over.map(({ status }) => status)).toEqual(over.map(() => 'success'));
				return;
			}
			await pause(200);
		}
	}

	/** One deployment, to the end of its audit. */
	async function deploy(body: object = {}): Promise<void> {
		const before = await executions();
		expect(await deployed({ wait_seconds: 1, ...body })).toBe(200);
		await ended(before, 1);
	}

	const analysed = () =>
		examples.sandbox.requests.flatMap(({ method, path }) => (method === 'PUT' ? [path] : []));

	it('opens an issue for each page that got worse, and not a second one', async () => {
		const old = examples.store('https://example.com/about', {
			result: 'good',
			generated_at: '2026-01-01T00:00:00.000000Z',
		});
		const about = examples.store('https://example.com/about', { result: 'decent' });
		const products = examples.store('https://example.com/products', { result: 'good' });
		const pricing = examples.store('https://example.com/pricing', { result: 'bad' });
		examples.store('https://shop.example.com/about', { result: 'good' });
		await deploy({ version: '1.2.3' });

		expect(analysed().sort()).toEqual(
			[about, products, pricing].map(({ id }) => `/reports/${String(id)}`).sort(),
		);
		expect(old.result).toBe('good');
		expect(sorted(examples.github.issues)).toEqual([
			{
				title: 'Page got worse: https://example.com/about',
				body: 'The result of https://example.com/about was decent and is bad since the last deployment (version 1.2.3).',
				labels: ['web-page'],
				assignees: [],
			},
			{
				title: 'Page got worse: https://example.com/products',
				body: 'The result of https://example.com/products was good and is bad since the last deployment (version 1.2.3).',
				labels: ['web-page'],
				assignees: [],
			},
		]);
		expect(examples.github.requests[0]?.call).toContain(LIST);
		expect(examples.github.requests[0]?.authorization).toBe(`token ${TOKEN}`);

		examples.github.requests.length = 0;
		products.result = 'good';
		await deploy();
		expect(examples.github.requests.map(({ call }) => call)).toEqual([
			expect.stringContaining(LIST),
		]);
		expect(examples.github.issues).toHaveLength(2);
	});

	it('asks nothing of GitHub when nothing got worse', async () => {
		examples.store('https://example.com/pricing', { result: 'bad' });
		await deploy();
		expect(analysed()).toHaveLength(1);
		expect(examples.github.requests).toEqual([]);
	});

	it('opens one issue for all that could not be analysed', async () => {
		examples.store('https://example.com/gone', { result: 'good' });
		examples.store('https://example.com/away', { result: 'good' });
		examples.sandbox.conditions.push({ method: 'PUT', status: 422, body: { message: 'Away.' } });
		await deploy();

		expect(examples.github.issues).toHaveLength(1);
		expect(examples.github.issues[0]?.title).toBe('Pages of example.com could not be analysed');
		expect(examples.github.issues[0]?.body.split('\n').sort()).toEqual([
			'',
			'- https://example.com/away: The service rejected the input (422): Away.',
			'- https://example.com/gone: The service rejected the input (422): Away.',
			'After the last deployment, these pages could not be analysed:',
		]);
	});

	it('is started by nobody else', async () => {
		const before = await executions();
		expect(await deployed({}, 'another-key')).toBe(403);
		expect(await executions()).toHaveLength(before.length);
	});

	it('audits once when several deployments come at once', async () => {
		const { id } = examples.store('https://example.com/about', { result: 'good' });
		const before = await executions();
		const rows = await rowsOf('Web page deployments');
		const versions = ['1', '2', '3'];
		const calls = versions.map((version) => deployed({ version, wait_seconds: 3 }));
		expect(await Promise.all(calls)).toEqual([200, 200, 200]);
		await ended(before, 3);

		expect(analysed()).toEqual([`/reports/${String(id)}`]);
		const now = (await rowsOf('Web page deployments')).slice(rows.length);
		expect(now.map(({ version }) => version).sort()).toEqual(versions);
		expect(examples.github.issues).toEqual([
			expect.objectContaining({
				body: expect.stringContaining(`(version ${String(now.at(-1)?.version)})`) as string,
			}),
		]);
	});
});

function sorted<Thing extends { title: string }>(things: Thing[]): Thing[] {
	return [...things].sort((one, other) => (one.title < other.title ? -1 : 1));
}
