import { setTimeout as pause } from 'node:timers/promises';

import type { ResultData } from '../../../sandbox/launcher/n8n';
import type { Report } from '../../../sandbox/service/data';
import type { Execution } from '../stage';
import { DEPLOY_KEY, PAGES, TOKEN, useExamples } from './examplesStage';

const examples = useExamples('examples-with-tables', { published: ['afterDeploy'] });

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
		results: Record<string, unknown> = {},
		{ id = 'pageHistory', slackIsDown = false } = {},
	): Promise<ResultData> {
		examples.clear();
		examples.slack.isDown = () => slackIsDown;
		const { data } = examples.sandbox;
		const create = data.create.bind(data);
		jest.spyOn(data, 'create').mockImplementation((url, ...rest) => {
			const result = url in results ? results[url] : 'good';
			if (result === 'failed') {
				throw Object.assign(new Error('No such page.'), { statusCode: 422 });
			}
			return Object.assign(create(url, ...rest), { result: result as string });
		});
		const done = await examples.editor.execute(id, 'Every Day at 5');
		jest.restoreAllMocks();
		return done;
	}

	it('names what got worse and what got better, once', async () => {
		expect(await rowsOf('Web page history')).toEqual([]);
		expect((await day()).error).toBeUndefined();
		expect(examples.texts()).toEqual([]);
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
		expect(examples.texts()).toEqual([`*Got worse*\n• ${HOME}: good → bad 🟢🔴`]);

		await day({ [HOME]: 'bad' });
		expect(examples.texts()).toEqual([]);

		await day({ [ABOUT]: 'decent' });
		expect(examples.texts()).toEqual([
			[
				'*Got worse*',
				`• ${ABOUT}: good → decent 🟢🟢🟢🟡`,
				'',
				'*Got better*',
				`• ${HOME}: bad → good 🟢🔴🔴🟢`,
			].join('\n'),
		]);
		expect(await rowsOf('Web page history')).toHaveLength(20);
	});

	it('compares with the last result, whatever failed in between', async () => {
		await day({});
		await day({ [HOME]: 'failed', [ABOUT]: 'failed' });
		const [text = '', ...more] = examples.texts();
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
		expect(examples.texts()).toEqual([]);

		await day({ [ABOUT]: 'bad' });
		expect(examples.texts()).toHaveLength(1);
		expect(examples.texts()[0]).toMatch(
			/^\*Got worse\*\n• https:\/\/example\.com\/about: good → bad .*⚪⚪🔴$/,
		);
	});

	it('calls better only what is better than the last result', async () => {
		const page = 'https://example.com/better';
		const id = await examples.copy('history-and-trend', 'Page Addresses', { pages: page });
		const results = ['failed', 'bad', 'failed', 'bad', 'failed', 'decent', 'failed', 'decent'];
		const texts: string[][] = [];
		for (const result of results) {
			await day({ [page]: result }, { id });
			texts.push(examples.texts());
		}
		const failed = [expect.stringContaining('*Could not be analysed*') as string];
		const better = [`*Got better*\n• ${page}: bad → decent ⚪🔴⚪🔴⚪🟡`];
		expect(texts).toEqual([failed, [], failed, [], failed, better, failed, []]);
	});

	it('says so when a report has no result that it knows, and still sees the next fall', async () => {
		const page = 'https://example.com/unknown';
		const id = await examples.copy('history-and-trend', 'Page Addresses', { pages: page });
		const texts: string[][] = [];
		for (const result of ['good', null, 85, 'bad']) {
			await day({ [page]: result }, { id });
			texts.push(examples.texts());
		}
		expect(texts).toEqual([
			[],
			[`*Could not be analysed*\n• ${page}: It has no result. 🟢⚪`],
			[],
			[`*Got worse*\n• ${page}: good → bad 🟢⚪⚪🔴`],
		]);
		const rows = (await rowsOf('Web page history')).slice(-4);
		expect(rows.map(({ result, problem }) => [result, problem])).toEqual([
			['good', ''],
			['failed', 'It has no result.'],
			['failed', 'Its result is 85.'],
			['bad', ''],
		]);
	});

	it('stores the results also when Slack is down, and posts them after a Retry', async () => {
		await day();
		const { length } = await rowsOf('Web page history');
		const { error } = await day({ [ABOUT]: 'bad' }, { slackIsDown: true });
		expect(error?.message).toBeDefined();
		expect(await rowsOf('Web page history')).toHaveLength(length + PAGES.length);

		examples.clear();
		await examples.retry('pageHistory');
		expect(examples.texts()).toHaveLength(1);
		expect(examples.texts()[0]).toContain(`• ${ABOUT}: good → bad`);
		expect(examples.sandbox.requests).toEqual([]);
		expect(await rowsOf('Web page history')).toHaveLength(length + PAGES.length);
	});

	it('takes each line as one address, and notifies nobody in Slack', async () => {
		const pages = ['https://example.com/a,b;c?d=1&e=<!channel>', 'https://example.com/f'];
		const id = await examples.copy('history-and-trend', 'Page Addresses', {
			pages: `\r\n ${pages.join('\r\n\r\n')}\n${pages.join('\n')}\n`,
		});
		await day({}, { id });
		expect(examples.sandbox.requests.map(({ body }) => body.url).sort()).toEqual(pages);

		await day({ [pages[0] ?? '']: 'bad' }, { id });
		expect(examples.texts()).toEqual([
			'*Got worse*\n• https://example.com/a,b;c?d=1&amp;e=&lt;!channel&gt;: good → bad 🟢🔴',
		]);
	});

	it('says so when there is no address', async () => {
		for (const pages of ['', '=\n \n']) {
			const id = await examples.copy('history-and-trend', 'Page Addresses', { pages });
			expect((await day({}, { id })).error?.message).toContain(
				'There is no address in Page Addresses.',
			);
		}
		expect(examples.sandbox.requests).toEqual([]);
	});

	it('names 50 pages and says how many more there are', async () => {
		const pages = Array.from({ length: 60 }, (_, at) => `https://example.com/many/${String(at)}`);
		const id = await examples.copy('history-and-trend', 'Page Addresses', {
			pages: pages.join('\n'),
		});
		await day(Object.fromEntries(pages.map((page) => [page, 'failed'])), { id });
		const lines = (examples.texts()[0] ?? '').split('\n');
		expect(lines.filter((line) => line.startsWith('• '))).toHaveLength(50);
		expect(lines.at(-1)).toBe('… and 10 more');
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

	const executions = async () => await examples.editor.executions('afterDeploy');

	/** Those that there were not before. */
	async function newOnes(before: Execution[]): Promise<Execution[]> {
		return (await executions()).filter(({ id }) => before.every((one) => one.id !== id));
	}

	/** Waits until so many more executions have ended than there were, all in this way. */
	async function ended(before: Execution[], count: number, how = 'success'): Promise<void> {
		for (;;) {
			const now = await newOnes(before);
			const over = now.filter(({ status }) => !['new', 'running', 'waiting'].includes(status));
			if (over.length === count && now.length === count) {
				expect(over.map(({ status }) => status)).toEqual(over.map(() => how));
				return;
			}
			await pause(200);
		}
	}

	/** One deployment, to the end of its audit. */
	async function deploy(body: object = {}, how = 'success'): Promise<ResultData> {
		const before = await executions();
		expect(await deployed({ wait_seconds: 0, ...body })).toBe(200);
		await ended(before, 1, how);
		const [{ id } = { id: '' }] = await newOnes(before);
		return await examples.editor.resultOf(id);
	}

	const posts = () =>
		examples.github.requests.filter(({ call }) => call.startsWith('POST')).map(({ call }) => call);

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
		expect(sorted(examples.issues)).toEqual([
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
		expect(examples.issues).toHaveLength(2);
	});

	it('opens nothing when nothing got worse, or nothing is known to compare with', async () => {
		examples.store('https://example.com/pricing', { result: 'bad' });
		for (const result of [null, undefined, '85']) {
			examples.store('https://example.com/about', { result: result as Report['result'] });
			await deploy();
			expect(examples.reports().at(-1)?.result).toBe('bad');
		}
		expect(analysed()).toHaveLength(6);
		expect(posts()).toEqual([]);
	});

	it('analyses nothing as long as GitHub is down, and all of it after a Retry', async () => {
		examples.store('https://example.com/about', { result: 'good' });
		examples.github.isDown = () => true;
		await deploy({}, 'error');
		expect(analysed()).toEqual([]);

		examples.github.isDown = () => false;
		await examples.retry('afterDeploy');
		expect(examples.issues.map(({ title }) => title)).toEqual([
			'Page got worse: https://example.com/about',
		]);
	});

	it('opens each issue once when GitHub fails in between, after a Retry', async () => {
		const pages = ['about', 'products', 'gone'].map((page) => `https://example.com/${page}`);
		const [, , gone] = pages.map((url) => examples.store(url, { result: 'good' }));
		examples.sandbox.conditions.push({
			method: 'PUT',
			path: `/reports/${String(gone?.id)}`,
			status: 422,
		});
		examples.github.isDown = () => posts().length > 1;
		const { lastNodeExecuted } = await deploy({}, 'error');
		expect(lastNodeExecuted).toBe('Open an Issue');
		expect(examples.issues).toHaveLength(1);

		examples.github.isDown = () => false;
		examples.sandbox.requests.length = 0;
		await examples.retry('afterDeploy');
		expect(examples.issues.map(({ title }) => title).sort()).toEqual([
			'Page got worse: https://example.com/about',
			'Page got worse: https://example.com/products',
			'Pages of example.com could not be analysed',
		]);
		expect(analysed()).toEqual([]);
	});

	it('cuts what is too long for GitHub, and knows it again', async () => {
		const url = `https://example.com/products?${'x'.repeat(300)}`;
		const report = examples.store(url, { result: 'good' });
		await deploy();
		report.result = 'good';
		await deploy();
		expect(analysed()).toHaveLength(2);
		expect(examples.issues).toHaveLength(1);
		expect(examples.issues[0]?.title).toHaveLength(250);
		expect(examples.issues[0]?.body).toContain(url);
	});

	it('says so when there is no such project', async () => {
		const { error } = await deploy({}, 'error');
		expect(error?.message).toContain('There is no report in the project "example.com".');
	});

	it('waits two minutes instead of what is no number, and an hour at most', async () => {
		const before = await executions();
		for (const [wait_seconds, expected] of [
			['abc', 120],
			[1e12, 3600],
		]) {
			const others = await executions();
			const start = Date.now();
			expect(await deployed({ wait_seconds })).toBe(200);
			let one: Execution | undefined;
			while (one?.status !== 'waiting') {
				await pause(200);
				[one] = await newOnes(others);
			}
			const seconds = (Date.parse(one.waitTill ?? '') - start) / 1000;
			expect(Math.abs(seconds - Number(expected))).toBeLessThan(60);
		}
		for (const { id } of await newOnes(before)) {
			await examples.editor.rest('POST', `/executions/${id}/stop`);
		}
		// Right away
		examples.store('https://example.com/about', { result: 'good' });
		await deploy({ wait_seconds: -1 });
		expect(examples.issues).toHaveLength(1);
	});

	it('opens one issue for all that could not be analysed', async () => {
		examples.store('https://example.com/gone', { result: 'good' });
		examples.store('https://example.com/away', { result: 'good' });
		examples.sandbox.conditions.push({ method: 'PUT', status: 422, body: { message: 'Away.' } });
		await deploy();

		expect(examples.issues).toHaveLength(1);
		expect(examples.issues[0]?.title).toBe('Pages of example.com could not be analysed');
		expect(examples.issues[0]?.body.split('\n').sort()).toEqual([
			'',
			'- https://example.com/away: The service rejected the input (422): Away.',
			'- https://example.com/gone: The service rejected the input (422): Away.',
			'After the last deployment, these pages could not be analysed:',
		]);

		await deploy();
		expect(examples.issues).toHaveLength(1);
		examples.store('https://example.com/away/too', { result: 'good' });
		await deploy();
		expect(examples.issues.map(({ body }) => body).slice(1)).toEqual([
			'After the last deployment, these pages could not be analysed:\n\n- https://example.com/away/too: The service rejected the input (422): Away.',
		]);
	});

	it('names 50 of those and says how many more there are', async () => {
		for (let at = 0; at < 60; at++) {
			examples.store(`https://example.com/${String(at)}/${'x'.repeat(1500)}`, { result: 'good' });
		}
		const message = 'Away. '.repeat(200);
		examples.sandbox.conditions.push({ method: 'PUT', status: 422, body: { message } });
		await deploy();
		expect(examples.issues).toHaveLength(1);
		expect(examples.issues[0]?.body).toMatch(/\n\n… and 10 more$/);
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
		expect(examples.issues).toEqual([
			expect.objectContaining({
				body: expect.stringContaining(`(version ${String(now.at(-1)?.version)})`) as string,
			}),
		]);
	});
});

function sorted<Thing extends { title: string }>(things: Thing[]): Thing[] {
	return [...things].sort((one, other) => (one.title < other.title ? -1 : 1));
}
