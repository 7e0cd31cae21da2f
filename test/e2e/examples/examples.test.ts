import axe, { type AxeResults } from 'axe-core';

import { itemsOf, type ResultData } from '../../../sandbox/launcher/n8n';
import { areasAtRest, areasOf, eventually, picture } from '../browser';
import { readExample } from '../stage';
import { DEPLOY_KEY, LOGIN, NAMES, useExamples } from './examplesStage';
import { REFUSES_CONTACT, ROWS, type Run, type Step } from './rows';

const examples = useExamples();

/** The first example, one by schedule, one by webhook: CI runs these on every push. */
const ON_PUSH = [
	'create-reports-and-list-bad-ones',
	'weekly-digest-of-bad-reports',
	'audit-after-a-deployment',
];

/** The results of each page, oldest first and a day apart. */
const PAGES: Array<[url: string, results: string]> = [
	['https://example.com/', 'GGGGGGGGGGGG'],
	['https://example.com/contact', 'DDDDDDD'],
	['https://example.com/pricing', 'GGGGDGGGGB'],
	['https://shop.example.com/basket', 'GDDDBBBB'],
	// It would be markup if it were not escaped
	[`https://shop.example.com/?a="<img src=x onerror=alert(1)>'&lt;`, 'DDGG'],
	[`https://shop.example.com/${'long/'.repeat(395)}`, 'DDG?'],
];
const RESULTS: Record<string, string> = { G: 'good', D: 'decent', B: 'bad', '?': '' };

describe.each(Object.entries(ROWS))('%s', (name, run) => {
	it(`does what it says, with a page that fails${ON_PUSH.includes(name) ? ' @push' : ''}`, async () => {
		await expectRun(name, run);
	});
});

/** Runs an example as it is, and compares what comes of it. */
async function expectRun(name: string, run: Run): Promise<void> {
	const { sheet, slack, github, model, mails, stage } = examples;
	examples.reset(run.reports);
	stage.sandbox.conditions.push(REFUSES_CONTACT);
	examples.sitemap = run.sitemap ?? '';
	sheet.lines = run.sheet ?? [];
	if (run.modelAnswers !== undefined) model.script.push(run.modelAnswers);
	const result = await start(name, run);
	expect({
		error: result.error?.message,
		effects: [
			...stage.sandbox.requests
				.filter(({ method }) => method !== 'GET')
				.map(({ method, path, body }) => `${method} ${path} ${String(new URLSearchParams(body))}`)
				.map(decodeURIComponent)
				.sort(),
			...model.requests.map(({ body }) => `Prompt: ${JSON.stringify(body.messages)}`),
			...slack.requests.map(({ body }) => `Slack: ${body.text}`),
			...mails.map((text) => `Mail: ${text}`),
			...github.requests.map(({ body }) => `Issue: ${body.title}\n${body.body}`),
			...sheet.lines.map((line) => line.replace(/20\d\d-\d\d-\d\d \d\d:\d\d/, 'now')).slice(1),
		],
		output:
			run.lastNodeOutputs &&
			itemsOf(result, result.lastNodeExecuted ?? '')
				.map(({ url, error }) => [url, error].filter(Boolean).join(': '))
				.sort(),
	}).toEqual({ error: run.error, effects: run.effects, output: run.lastNodeOutputs });
}

/** Enters a page and an address in the form, and reads the answer. */
async function fillForm(path: string, [url, heading, text]: Step): Promise<void> {
	const page = await examples.stage.newPage({ httpCredentials: LOGIN });
	await page.goto(`${examples.stage.editor.address}/form/${path}`);
	await page.getByLabel('Address').fill(url);
	await page.getByLabel('Email').fill('me@example.com');
	await page.locator('#submit-btn').click();
	await page.getByRole('heading', { name: heading }).waitFor();
	expect(await page.locator('body').innerText()).toContain(text);
	await page.close();
}

/** Starts an example as a person or a program does, and waits for its end. */
async function start(name: string, { form, call }: Run): Promise<ResultData> {
	const { editor } = examples.stage;
	const { id, nodes } = await readExample(name);
	const [{ name: trigger, webhookId = '', parameters } = { name: '', parameters: {} }] =
		nodes.filter(({ type }) => /(Trigger|\.webhook)$/.test(type));
	if (form) {
		for (const step of form) await fillForm(webhookId, step);
		return { runData: {} };
	}
	if (!call) return await editor.execute(id, trigger);
	const { path } = parameters as { path: string };
	for (const [key, status] of [['another', 403] as const, [DEPLOY_KEY.value, 200] as const]) {
		const headers = { 'Content-Type': 'application/json', [DEPLOY_KEY.name]: key };
		const request = { method: 'POST', headers, body: JSON.stringify(call) };
		expect((await fetch(`${editor.address}/webhook/${path}`, request)).status).toBe(status);
	}
	return await editor.lastResultOf(id);
}

it('has a run for every example except those with tests of their own', () => {
	expect([...Object.keys(ROWS), 'dashboard', 'mcp-server'].sort()).toEqual(NAMES);
});

/** On a screen, a phone and paper. */
it.each(['light', 'dark'] as const)('shows the dashboard in a %s browser', async (colorScheme) => {
	examples.reset(
		PAGES.flatMap(([url, results], page) =>
			Array.from(results).map((letter, at) => {
				const age = results.length - 1 - at + 0.01;
				return { id: 100 * page + at, url, result: RESULTS[letter] as never, age };
			}),
		),
	);
	const address = `${examples.stage.editor.address}/webhook/web-page-dashboard`;
	expect((await fetch(address)).status).toBe(401);
	for (const width of [1100, 360]) {
		const viewport = { width, height: 1000 };
		const page = await examples.stage.newPage({ httpCredentials: LOGIN, viewport, colorScheme });
		const requested: string[] = [];
		page.on('request', (request) => requested.push(request.url()));
		expect((await page.goto(address))?.status()).toBe(200);
		if (width > 1000)
			await picture(page, `dashboard-${colorScheme}`, { x: 0, y: 0, width, height: 960 });
		for (const day of (await page.locator('summary').all()).slice(1)) await day.click();
		await page.evaluate(axe.source);
		expect((await page.evaluate<AxeResults>('axe.run()')).violations).toEqual([]);
		expect(requested.filter((url) => !url.startsWith('data:'))).toEqual([address]);
		expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
		await page.emulateMedia({ media: 'print' });
		await page.locator('details').last().getByRole('table').waitFor();
		await page.close();
	}
});

describe('the canvas', () => {
	/** Controls that float over the canvas. */
	const BUTTONS =
		'[data-test-id=canvas-controls], [class*=executionButtons], [class*=nodeButtonsWrapper]';

	it.each(NAMES)('shows %s legibly', async (name) => {
		const { page, editor } = examples.stage;
		await page.setViewportSize({ width: 1800, height: 900 });
		// A copy, because n8n covers a published workflow with a notice
		const copy = { ...(await readExample(name)), id: undefined };
		const { id } = await editor.rest<{ id: string }>('POST', '/workflows', copy);
		await page.goto(`${editor.address}/workflow/${id}`);
		await page.getByTestId('canvas-node').first().waitFor();
		await page.keyboard.press('1');
		await page.addStyleTag({ content: `${BUTTONS} { visibility: hidden }` });

		const boxes = await areasAtRest(page.locator('.vue-flow__node, .vue-flow__edge-path'));
		const left = Math.min(...boxes.map(({ x }) => x));
		const top = Math.min(...boxes.map(({ y }) => y));
		const right = Math.max(...boxes.map(({ x, width }) => x + width));
		const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
		// Leaves room for the trigger's icon, the names of the nodes, and the last plus
		const [canvas = { y: 0, height: 0 }] = await areasOf(page.locator('.vue-flow'));
		const end = Math.min(bottom + 56, canvas.y + canvas.height);
		const [width, height] = [right - left + 32, end - top + 16];
		await picture(page, `example-${name}`, { x: left - 16, y: top - 16, width, height });

		for (const note of await page.getByTestId('sticky').all()) {
			const [paper] = await areasOf(note);
			const texts = await areasOf(note.locator('p, li'));
			const end = Math.max(...texts.map(({ y, height }) => y + height));
			expect(end).toBeLessThan((paper?.y ?? 0) + (paper?.height ?? 0));
		}
		await eventually(async () => {
			expect(await page.getByTestId('node-issues').count()).toBe(0);
		});
	});
});
