import type { Trouble } from '../../../sandbox/service/conditions';
import { itemsOf, type ResultData } from '../../../sandbox/launcher/n8n';
import { eventually } from '../browser';
import { readExample } from '../stage';
import { DEPLOY_KEY, type ExamplesStage, type GivenReport, LOGIN } from './examplesStage';

/** Effects of one run of an example. Except for `output`, an effect left out must not happen. */
interface Outcome {
	/** Error message if it fails. */
	error: string;
	/** Requests to the report service other than reads, sorted. */
	sent: string[];
	/** Texts that Slack accepts. */
	slack: unknown[];
	/** Mails sent: recipient, subject and text, each on its own line. */
	mails: string[];
	/** Prompts for the model. */
	asked: string[];
	/** Issues opened on GitHub: title, then body. */
	issues: string[];
	/** Rows added to n8n's data table, sorted. */
	stored: string[];
	/** Changed rows of the Google sheet, with *now* for a time, and the page of the report instead of its ID. */
	written: string[];
	/** How long it waits before it continues, in minutes. */
	minutes: number;
	/** Output of its last node, sorted by address. Not compared if left out. */
	output: object[];
}

/** One page of a form: what is entered, by field, and heading and text of the page that follows. */
type Step = [entered: Record<string, string>, heading: string, ...text: string[]];

/** What a call sends, and the status and body of its answer. */
export type Ask = [sent: unknown, status: number, answer: unknown, key?: string];

/** The state before a run of an example, and how the run starts. */
interface Given {
	/** Reports to add to those of the previous run. */
	reports?: GivenReport[];
	/** Faults of the report service. */
	trouble?: Trouble[];
	/** The service that is down; GitHub only after opening an issue, Google only for writes. */
	down?: 'slack' | 'github' | 'google' | 'mail';
	/** Rows of the Google sheet. */
	sheet?: string[];
	/** Its rows from the first analysis on. */
	meanwhile?: string[];
	/** Contents of `https://example.com`, by path. */
	site?: Record<string, string | Buffer>;
	/** The model's answer. If left out, the model fails. */
	summary?: string;
	/** The values entered in place of the example's. */
	entered?: Record<string, string | number>;
	/** Nodes whose credential has been deleted. */
	without?: string[];
	/** Starts with *Retry* on the failed execution instead of the trigger. */
	retry?: true;
	/** Starts with a form. */
	form?: Step[];
	/** Calls the webhook that audits pages: groups one after the other, the calls of a group at once. */
	asks?: Ask[][];
	/** Starts with webhook calls, one after the other. */
	deployments?: Array<{ key?: string; wait_seconds?: number; version?: string }>;
}

export type Run = Given & Partial<Outcome>;

const NOTHING = { sent: [], slack: [], mails: [], asked: [], issues: [], stored: [], written: [] };

/** Runs an example once, and compares its effects. */
export async function expectRun(examples: ExamplesStage, name: string, run: Run): Promise<void> {
	const { entered, without, retry, form, deployments, asks, ...more } = run;
	const { sheet: lines, meanwhile, reports = [], trouble = [], down, site = {}, ...rest } = more;
	const { summary, ...expected } = rest;
	const { slack, github, issues, model, mail, sheet } = examples;
	const { sandbox } = examples.stage;
	examples.forget();
	sheet.lines = lines ?? sheet.lines;
	const before = meanwhile ?? sheet.lines;
	const opened = issues.length;
	slack.isDown = () => down === 'slack';
	mail.state.isDown = down === 'mail';
	github.isDown = () => down === 'github' && issues.length > opened;
	sheet.api.isDown = (call) => down === 'google' && call.endsWith(':batchUpdate');
	sandbox.conditions.push(...trouble, () => void (sheet.lines = meanwhile ?? sheet.lines));
	for (const report of reports) examples.store(report);
	for (const [path, text] of Object.entries(site)) examples.site.set(path, text);
	if (summary !== undefined) model.script.push(summary);
	const rows = await examples.rows();

	const { error, minutes, result } = await changed(examples, name, { entered, without }, async () =>
		start(examples, name, { retry, form, deployments, asks }),
	);
	const writes = sandbox.requests.filter(({ method }) => method !== 'GET');
	const added = (await examples.rows()).slice(rows.length);
	const pageOf = (id: string) => sandbox.data.reports.get(Number(id))?.url ?? id;
	const output = itemsOf(result ?? { runData: {} }, result?.lastNodeExecuted ?? '');
	output.sort((one, other) => (String(one.url) < String(other.url) ? -1 : 1));
	expect({
		error: error ?? result?.error?.message,
		sent: writes
			.map(({ method, path, body }) => [method, path, ...fieldsOf(body)].join(' '))
			.sort(),
		slack: down === 'slack' ? [] : slack.requests.map(({ body }) => body.text),
		mails: mail.mails.map(({ recipients, subject, text }) =>
			[...recipients, subject, text?.trim()].join('\n'),
		),
		asked: model.requests.map(({ body }) => JSON.stringify(body.messages)),
		issues: issues.slice(opened).map(({ title, body }) => `${title}\n${body}`),
		stored: added
			.map(({ page, result, problem, project, version }) =>
				[page, result, problem, project, version].filter(Boolean).join(' '),
			)
			.sort(),
		written: sheet.lines
			.filter((line) => !before.includes(line))
			.map((line) =>
				line.replace(/\d{4}-\d\d-\d\d \d\d:\d\d/, 'now').replace(/(?<=now \| )\d+/, pageOf),
			),
		output: run.output && output,
		minutes,
	}).toEqual({ ...NOTHING, ...expected });
	// Google allows 60 a minute; if there is nothing to write, two are enough
	const calls = sheet.api.requests.filter(({ call }) => call !== 'POST /token');
	expect(calls.length).toBeLessThan(run.written || down ? 20 : 3);
}

/** Does something while other values are entered in an example, or while credentials of its nodes are deleted. */
export async function changed<Result>(
	{ stage: { editor } }: ExamplesStage,
	name: string,
	{ entered = {}, without = [] }: Given,
	work: () => Promise<Result>,
): Promise<Result> {
	const { id, nodes } = await readExample(name);
	const gone = { id: 'gone', name: 'gone' };
	const credentials = { webPageReportApi: gone, openAiApi: gone };
	let text = JSON.stringify(
		nodes.map((node) => (without.includes(node.name) ? { ...node, credentials } : node)),
	);
	for (const [given, value] of Object.entries(entered)) {
		text = text.replace(RegExp(`"value":("?)${given}\\1(?=,)`), `"value":${JSON.stringify(value)}`);
	}
	const isChanged = text !== JSON.stringify(nodes);
	if (isChanged) await editor.replaceNodes(id, JSON.parse(text) as object[]);
	try {
		return await work();
	} finally {
		if (isChanged) await editor.replaceNodes(id, nodes);
	}
}

function fieldsOf(body: object): string[] {
	return Object.entries(body).map(([name, value]) => `${name}=${String(value)}`);
}

/** What is known after a run. */
interface Ended {
	result?: ResultData;
	error?: string;
	minutes?: number;
}

async function start(
	examples: ExamplesStage,
	name: string,
	{ retry, form, deployments, asks }: Given,
): Promise<Ended> {
	const { editor } = examples.stage;
	const { id, nodes } = await readExample(name);
	if (deployments) return await deploy(examples, id, deployments);
	if (asks) {
		for (const calls of asks) await Promise.all(calls.map(async (call) => ask(examples, call)));
		await ended(examples, id);
	}
	if (form) await fillForm(examples, name, form);
	if (asks || form) return {};
	if (retry) {
		const [failed] = await editor.executions(id);
		const path = `/executions/${failed?.id ?? ''}/retry`;
		await editor.rest('POST', path, { loadWorkflow: false });
		return { result: await editor.lastResultOf(id) };
	}
	const trigger = nodes.find(({ type }) => /\.(manual|schedule)Trigger$/.test(type));
	return { result: await editor.execute(id, trigger?.name ?? '') };
}

/** The address of the form of an example. */
export async function addressOfForm({ stage }: ExamplesStage, name: string): Promise<string> {
	const { nodes } = await readExample(name);
	const trigger = nodes.find(({ type }) => type === 'n8n-nodes-base.formTrigger');
	return `${stage.editor.address}/form/${trigger?.webhookId ?? ''}`;
}

/** Fills in a form, page by page, with its login. */
async function fillForm(examples: ExamplesStage, name: string, steps: Step[]) {
	const { user: username, password } = LOGIN;
	const page = await examples.stage.newPage({ httpCredentials: { username, password } });
	await page.goto(await addressOfForm(examples, name));
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

/** Asks for an audit of pages, and compares the answer. */
async function ask({ stage }: ExamplesStage, [sent, status, answer, key = LOGIN.password]: Ask) {
	const begin = Date.now();
	const response = await fetch(`${stage.editor.address}/webhook/audit-pages`, {
		method: 'POST',
		headers: {
			'Content-Type': 'application/json',
			Authorization: `Basic ${btoa(`${LOGIN.user}:${key}`)}`,
		},
		body: JSON.stringify(sent),
	});
	const text = await response.text();
	expect({
		status: response.status,
		answer: text.startsWith('{') ? (JSON.parse(text) as unknown) : text,
	}).toEqual({ status, answer });
	expect(Date.now() - begin).toBeLessThan(60_000);
}

/** Waits until every execution of a workflow has ended. */
async function ended({ stage }: ExamplesStage, id: string) {
	await eventually(async () => {
		const all = await stage.editor.executions(id);
		expect(all.filter(({ status }) => ['new', 'running', 'waiting'].includes(status))).toEqual([]);
	});
}

/** Calls the webhook of an example, and waits until every execution has ended or is waiting. */
async function deploy(
	examples: ExamplesStage,
	id: string,
	calls: NonNullable<Given['deployments']>,
): Promise<Ended> {
	const { editor } = examples.stage;
	const before = await editor.executions(id);
	const rows = await examples.rows();
	const newOnes = async () =>
		(await editor.executions(id)).filter((one) => before.every((other) => other.id !== one.id));
	const begin = Date.now();
	for (const [index, { key = DEPLOY_KEY.value, ...body }] of calls.entries()) {
		const { status } = await fetch(`${editor.address}/webhook/after-deployment`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', [DEPLOY_KEY.name]: key },
			body: JSON.stringify(body),
		});
		if (status !== 200) return { error: `The webhook answers ${String(status)}` };
		// n8n fails if two executions create the table at the same moment
		await eventually(async () => {
			expect(await examples.rows()).toHaveLength(rows.length + index + 1);
		});
	}

	await eventually(async () => {
		const over = (await newOnes()).filter(({ status }) => !['new', 'running'].includes(status));
		expect(over).toHaveLength(calls.length);
	});
	const [{ id: last, waitTill } = { id: '' }] = await newOnes();
	if (!waitTill) return { result: await editor.resultOf(last) };
	await editor.rest('POST', `/executions/${last}/stop`);
	return { minutes: Math.round((Date.parse(waitTill) - begin) / 60_000) };
}
