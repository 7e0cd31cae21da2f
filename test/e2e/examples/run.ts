import type { Trouble } from '../../../sandbox/service/conditions';
import { itemsOf, type ResultData } from '../../../sandbox/launcher/n8n';
import { eventually } from '../browser';
import { readExample } from '../stage';
import { DEPLOY_KEY, type ExamplesStage, type GivenReport, LOGIN } from './examplesStage';

/** One page of a form: what is entered, by field, and heading and text of the page that follows. */
type Step = [entered: Record<string, string>, heading: string, ...text: string[]];

/** A call of a webhook: what is sent, the status and body of the answer, and the key if it is another. */
export type Call = [sent: object, status: number, answer: unknown, key?: string];

/** The state before one run of an example, how it starts, and what must come of it. */
export interface Run {
	/** Reports to add to those of the previous run. */
	reports?: GivenReport[];
	/** Faults of the report service. */
	trouble?: Trouble[];
	/** The service that is down. */
	down?: ExamplesStage['down'];
	/** Rows of the Google sheet. */
	sheet?: string[];
	/** Contents of `https://example.com`, by path. */
	site?: Record<string, string | Buffer>;
	/** The model's answer. If left out, the model fails. */
	summary?: string;
	/** A node whose credential has been deleted. */
	without?: string;
	/** Starts with *Retry* on the failed execution instead of the trigger. */
	retry?: true;
	/** Starts with a form. */
	form?: Step[];
	/** Starts with calls of its webhook: groups one after the other, the calls of a group at once. */
	calls?: Call[][];
	/** Error message if it fails. */
	error?: unknown;
	/** All that it sends and stores, one kind after the other, equal rows once; nothing if left out. */
	effects?: unknown[];
	/** The address or the error in each item of its last node. Not compared if left out. */
	output?: unknown[];
}

/** Runs an example once, and compares what comes of it. */
export async function expectRun(examples: ExamplesStage, name: string, run: Run): Promise<void> {
	const { slack, issues, model, mail, sheet, stage } = examples;
	const { sandbox } = stage;
	examples.forget();
	examples.down = run.down;
	sheet.lines = run.sheet ?? sheet.lines;
	const [before, opened, rows] = [sheet.lines, issues.length, (await examples.rows()).length];
	sandbox.conditions.push(...(run.trouble ?? []), () => {
		sheet.move();
		return undefined;
	});
	for (const report of run.reports ?? []) examples.store(report);
	for (const [path, text] of Object.entries(run.site ?? {})) examples.site.set(path, text);
	if (run.summary !== undefined) model.script.push(run.summary);

	const result = await start(examples, name, run);
	const writes = sandbox.requests.filter(({ method }) => method !== 'GET');
	const added = (await examples.rows()).slice(rows);
	const pageOf = (id: string) => sandbox.data.reports.get(Number(id))?.url ?? id;
	const written = sheet.lines.filter((line) => !before.includes(line));
	const items = itemsOf(result ?? { runData: {} }, result?.lastNodeExecuted ?? '');
	expect({
		error: result?.error?.message,
		effects: [
			...writes.map(({ method, path, body }) => [method, path, ...fieldsOf(body)].join(' ')).sort(),
			...model.requests.map(({ body }) => `Prompt: ${JSON.stringify(body.messages)}`),
			...(run.down === 'slack' ? [] : slack.requests.map(({ body }) => `Slack: ${body.text}`)),
			...mail.mails.map((text) => `Mail: ${text}`),
			...issues.slice(opened).map(({ title, body }) => `Issue: ${title}\n${body}`),
			...new Set(
				added
					.map(({ page, result, problem, project, version }) =>
						['Row:', page, result, problem, project, version].filter(Boolean).join(' '),
					)
					.sort(),
			),
			...written
				.map((line) => line.replace(/\d{4}-\d\d-\d\d \d\d:\d\d/, 'now'))
				.map((line) => line.replace(/(?<=now \| )\d+/, pageOf))
				.sort(),
		],
		output: run.output && items.map(({ error, url }) => String(error ?? url)).sort(),
	}).toEqual({
		error: run.error,
		effects: run.effects ?? [],
		output: run.output,
	});
	// Google allows 60 a minute; if there is nothing to write, two are enough
	const calls = sheet.api.requests.filter(({ call }) => call !== 'POST /token');
	expect(calls.length).toBeLessThan(written.length > 0 || run.down ? 20 : 3);
}

function fieldsOf(body: object): string[] {
	return Object.entries(body).map(([name, value]) => `${name}=${String(value)}`);
}

/** Starts an example, and waits for its end. Returns the result of what was not started by a form. */
async function start(
	examples: ExamplesStage,
	name: string,
	{ without, retry, form, calls }: Run,
): Promise<ResultData | undefined> {
	const { editor } = examples.stage;
	const { id, nodes, ...rest } = await readExample(name);
	if (form) {
		await fillForm(examples, name, form);
		return undefined;
	}
	if (calls) return await callWebhook(examples, name, calls);
	if (retry) {
		const [failed] = await editor.executions(id);
		const path = `/executions/${failed?.id ?? ''}/retry`;
		await editor.rest('POST', path, { loadWorkflow: false });
		return await editor.lastResultOf(id);
	}
	const { name: trigger } =
		nodes.find(({ type }) => /\.(manual|schedule)Trigger$/.test(type)) ?? {};
	if (without === undefined) return await editor.execute(id, trigger ?? '');
	const gone = { id: 'gone', name: 'gone' };
	const credentials = { webPageReportApi: gone, openAiApi: gone };
	const changed = nodes.map((node) => (node.name === without ? { ...node, credentials } : node));
	return await editor.run({ ...rest, nodes: changed }, trigger);
}

/** Fills in the form of an example, page by page, with its login. */
async function fillForm({ stage }: ExamplesStage, name: string, steps: Step[]) {
	const { nodes } = await readExample(name);
	const trigger = nodes.find(({ type }) => type === 'n8n-nodes-base.formTrigger');
	const address = `${stage.editor.address}/form/${trigger?.webhookId ?? ''}`;
	expect((await fetch(address)).status).toBe(401);
	const page = await stage.newPage({ httpCredentials: LOGIN });
	await page.goto(address);
	for (const [fields, heading, ...text] of steps) {
		for (const [label, entered] of Object.entries(fields)) {
			const field = page.getByLabel(label);
			if ((await field.locator('option').count()) > 0) await field.selectOption(entered);
			else await field.fill(entered);
		}
		await page.locator('#submit-btn').click();
		await page.getByRole('heading', { name: heading, exact: true }).waitFor();
		const links = await page.locator('a').evaluateAll((all) => all.map(String));
		const shown = [await page.locator('body').innerText(), ...links].join('\n');
		for (const sentence of text) expect(shown).toContain(sentence);
	}
	await page.close();
}

/** Calls the webhook of an example, and waits until every execution has ended. */
async function callWebhook(examples: ExamplesStage, name: string, calls: Call[][]) {
	const { editor } = examples.stage;
	const { id, nodes } = await readExample(name);
	const webhook = nodes.find(({ type }) => type === 'n8n-nodes-base.webhook');
	const { path } = webhook?.parameters as { path: string };
	const [before, rows] = [(await editor.executions(id)).length, (await examples.rows()).length];
	for (const [index, group] of calls.entries()) {
		const asked = group.map(async ([sent, status, answer, key]) => {
			const response = await fetch(`${editor.address}/webhook/${path}`, {
				method: 'POST',
				headers: {
					'Content-Type': 'application/json',
					Authorization: `Basic ${btoa(`${LOGIN.username}:${key ?? LOGIN.password}`)}`,
					[DEPLOY_KEY.name]: key ?? DEPLOY_KEY.value,
				},
				body: JSON.stringify(sent),
			});
			const text = await response.text();
			expect(text.startsWith('{') ? JSON.parse(text) : text).toEqual(answer);
			expect(response.status).toBe(status);
		});
		await Promise.all(asked);
		// n8n fails if two executions create the table at the same moment
		if (index + 1 < calls.length) {
			await eventually(async () => {
				expect((await examples.rows()).length).toBeGreaterThan(rows);
			});
		}
	}

	await eventually(async () => {
		const all = await editor.executions(id);
		const active = all.filter(({ status }) => ['new', 'running', 'waiting'].includes(status));
		expect(active).toEqual([]);
	});
	const [last, ...others] = await editor.executions(id);
	return last && others.length >= before ? await editor.resultOf(last.id) : undefined;
}
