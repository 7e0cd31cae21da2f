import { generateKeyPairSync } from 'node:crypto';

import axe, { type AxeResults } from 'axe-core';
import { init } from 'smtp-tester';

import { itemsOf, type ResultData } from '../../../sandbox/launcher/n8n';
import { freePort } from '../../../sandbox/launcher/program';
import { Data } from '../../../sandbox/service/data';
import { newPage, picture, see } from '../browser';
import {
	Counterpart,
	type ScriptedModel,
	startInternet,
	startScriptedModel,
} from '../counterparts';
import { EXAMPLES, useStage } from '../stage';
import { DASHBOARD, type GivenReport, REFUSES_CONTACT, ROWS, type Run, type Step } from './rows';

/** Login for the form and the dashboard. */
const LOGIN = { username: 'colleague', password: 'password-of-the-form' };
/** Header that authenticates a deployment. */
const DEPLOY_KEY = { name: 'X-Deploy-Key', value: 'key-of-the-deployment' };

const slack = new Counterpart<{ channel: string; text: string }>(() => ({ body: { ok: true } }));
const github = new Counterpart<{ title: string; body: string }>(() => ({ body: { number: 1 } }));

/** One spreadsheet, whose rows are `run.sheet`; what is written to it is only recorded. */
const google = new Counterpart<{ valueInputOption?: string; data?: SheetUpdate[] }>((call) => {
	if (call === 'POST /token') return { body: { access_token: 'google', expires_in: 3599 } };
	const isAboutSheets = call.endsWith('?fields=sheets.properties');
	if (isAboutSheets) return { body: { sheets: [{ properties: { sheetId: 0, title: 'Pages' } }] } };
	return { body: call.startsWith('GET ') ? { values: run.sheet } : {} };
});
type SheetUpdate = { range: string; values: [[string]] };

const site = new Counterpart(() => ({ body: run.sitemap ?? '' }));

let model: ScriptedModel;
/** Recipient, subject and text of each mail. */
const mails: string[] = [];
/** The run of the test that runs. */
let run: Run;

const stage = useStage('examples', async () => {
	const internet = await startInternet({
		'slack.com': slack,
		'api.github.com': github,
		'oauth2.googleapis.com': google,
		'sheets.googleapis.com': google,
		'example.com': site,
	});
	model = await startScriptedModel();
	const port = await freePort();
	const mail = init(port);
	mail.bind((_, __, { receivers, headers, body }) => {
		const lines = [...Object.keys(receivers), headers.subject as string, body?.trim()];
		mails.push(lines.join('\n'));
	});
	const credential = (id: string, type: string, data: object) => ({ id, name: id, type, data });
	const login = { user: LOGIN.username, password: LOGIN.password };
	const account = { server: 'https://api.github.com', user: 'somebody', accessToken: 'token' };
	const { privateKey } = generateKeyPairSync('rsa', {
		modulusLength: 2048,
		privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
		publicKeyEncoding: { type: 'spki', format: 'pem' },
	});
	return {
		settings: internet.settings,
		credentials: [
			credential('webPageReportSmtp', 'smtp', { host: '127.0.0.1', port, secure: false }),
			credential('webPageReportSlack', 'slackApi', { accessToken: 'token' }),
			credential('webPageReportForm', 'httpBasicAuth', login),
			credential('webPageReportDashboard', 'httpBasicAuth', login),
			credential('webPageReportDeploy', 'httpHeaderAuth', DEPLOY_KEY),
			credential('webPageReportGitHub', 'githubApi', account),
			credential('webPageReportGoogle', 'googleApi', { email: 'me@example.com', privateKey }),
			credential('webPageReportModel', 'openAiApi', model.credential),
			credential('webPageReportMcp', 'httpBearerAuth', { token: 'token' }),
		],
		workflows: Object.values(EXAMPLES),
		published: ['afterDeploy', 'dashboard', 'reportForm'],
		servers: [internet.server, model.server, mail.smtpServer.server],
		withBrowser: true,
	};
});

/** Leaves nothing in the service but these reports. */
function resetTo(reports: GivenReport[]): void {
	const { data, conditions, requests } = stage.sandbox;
	Object.assign(data, new Data({ reports: 0 }));
	for (const { id, url, age = 1, ...fields } of reports) {
		const report = data.create(url, 1, null);
		data.reports.delete(report.id);
		const generated_at = new Date(Date.now() - age * 24 * 60 * 60 * 1000).toISOString();
		data.reports.set(id, Object.assign(report, { id, generated_at }, fields));
	}
	conditions.splice(0, Infinity, REFUSES_CONTACT);
	for (const { requests } of [slack, github, google, model]) requests.length = 0;
	requests.length = mails.length = 0;
}

it('has a run for every example except those with tests of their own', () => {
	const tested = { ...ROWS, dashboard: DASHBOARD, 'mcp-server': 'agent.test.ts' };
	expect(Object.keys(tested).sort()).toEqual(Object.keys(EXAMPLES).sort());
});

describe.each(Object.entries(ROWS))('%s', (name, wanted) => {
	it('does what it says, with a page that fails', async () => {
		run = wanted;
		resetTo(run.reports ?? []);
		if (run.modelAnswers !== undefined) model.script.push(run.modelAnswers);
		const result = await start(name, run);
		const updates = google.requests.flatMap(({ body }) =>
			(body.data ?? []).map(
				({ range, values }) => `${String(body.valueInputOption)} ${range}: ${values[0][0]}`,
			),
		);
		expect({
			error: result.error?.message,
			effects: [
				...stage.sandbox.requests
					.filter(({ method }) => method !== 'GET')
					.map(({ method, path, body }) => `${method} ${path} ${String(new URLSearchParams(body))}`)
					.map(decodeURIComponent)
					.sort(),
				...model.requests.map(({ body }) => `Prompt: ${JSON.stringify(body.messages)}`),
				...slack.requests.map(({ body }) => `Slack ${body.channel}: ${body.text}`),
				...mails.map((text) => `Mail: ${text}`),
				...github.requests.map(({ call, body }) => `${call}: ${body.title}\n${body.body}`),
				...updates.map((line) => line.replace(/20\d\d-\d\d-\d\d \d\d:\d\d$/, 'now')).sort(),
			],
			output:
				run.lastNodeOutputs &&
				itemsOf(result, result.lastNodeExecuted ?? '')
					.map(({ url, error }) => [url, error].filter(Boolean).join(': '))
					.sort(),
		}).toEqual({ error: run.error, effects: run.effects, output: run.lastNodeOutputs });
	});
});

/** Starts an example as a person or a program does, and waits for its end. */
async function start(name: string, { form, call }: Run): Promise<ResultData> {
	const { id = '', nodes = [] } = EXAMPLES[name] ?? {};
	const trigger = nodes.find(({ type }) => /(Trigger|\.webhook)$/.test(type));
	if (form) {
		for (const step of form) await fillForm(trigger?.webhookId ?? '', step);
		return { runData: {} };
	}
	if (!call) return await stage.editor.execute(id, trigger?.name);
	const { path } = (trigger?.parameters ?? {}) as { path?: string };
	const address = `${stage.editor.address}/webhook/${path ?? ''}`;
	for (const [key, status] of [['another', 403] as const, [DEPLOY_KEY.value, 200] as const]) {
		const headers = { 'Content-Type': 'application/json', [DEPLOY_KEY.name]: key };
		const request = { method: 'POST', headers, body: JSON.stringify(call) };
		expect((await fetch(address, request)).status).toBe(status);
	}
	return await stage.editor.lastResultOf(id);
}

/** Enters a page and an address in the form, and reads the answer. */
async function fillForm(path: string, [url, heading, text]: Step): Promise<void> {
	const page = await newPage(stage.browser, { httpCredentials: LOGIN });
	await page.goto(`${stage.editor.address}/form/${path}`);
	await page.getByLabel('Address').fill(url);
	await page.getByLabel('Email').fill('me@example.com');
	await page.locator('#submit-btn').click();
	await page.getByRole('heading', { name: heading }).waitFor();
	await see(page.locator('body')).toContainText(text);
	await page.close();
}

it.each(['light', 'dark'] as const)('shows the dashboard in a %s browser', async (colorScheme) => {
	resetTo(DASHBOARD);
	const address = `${stage.editor.address}/webhook/web-page-dashboard`;
	expect((await fetch(address)).status).toBe(401);
	// On a phone and on a screen
	for (const width of [360, 1100]) {
		const viewport = { width, height: 960 };
		const page = await newPage(stage.browser, { httpCredentials: LOGIN, viewport, colorScheme });
		const requested: string[] = [];
		page.on('request', (request) => requested.push(request.url()));
		await page.goto(address);
		await picture(page, `dashboard-${colorScheme}`);
		for (const day of (await page.locator('summary').all()).slice(1)) await day.click();
		await page.evaluate(axe.source);
		expect((await page.evaluate<AxeResults>('axe.run()')).violations).toEqual([]);
		expect(requested.filter((url) => !url.startsWith('data:'))).toEqual([address]);
		expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
		await page.close();
	}
});
