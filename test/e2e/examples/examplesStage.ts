import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';

import { Data, type Report } from '../../../sandbox/service/data';
import { Counterpart, startInternet, startMailServer, startScriptedModel } from '../counterparts';
import { readExample, type Stage, useStage } from '../stage';
import { GoogleSheet } from './googleSheet';

const TOKEN = 'token-of-slack-and-github';

/** Login for the form and the dashboard. */
export const LOGIN = { username: 'colleague', password: 'password-of-the-form' };

/** Header that authenticates a deployment. */
export const DEPLOY_KEY = { name: 'X-Deploy-Key', value: 'key-of-the-deployment' };

export const NAMES = readdirSync(resolve(__dirname, '../../../examples')).flatMap((file) =>
	file.endsWith('.json') ? [file.replace('.json', '')] : [],
);

/** A report in the service, with the age of its results in days. Its project is the host of `url`. */
export type GivenReport = Partial<Report> & { id: number; url: string; age?: number };

/** An n8n with all examples unchanged, a browser, and the services that they use. */
export class ExamplesStage {
	stage!: Stage;
	mails: string[] = [];
	model!: Awaited<ReturnType<typeof startScriptedModel>>;
	/** Text of `https://example.com/sitemap.xml`. */
	sitemap = '';
	readonly sheet = new GoogleSheet();

	/** Accepts messages to the examples' channel with the right token. */
	readonly slack = new Counterpart<{ channel: string; text: string }>((request) =>
		request.call === 'POST /api/chat.postMessage' &&
		request.body.channel === '#web-pages' &&
		request.authorization === `Bearer ${TOKEN}`
			? { body: { ok: true, channel: 'C1', ts: '1.0', message: {} } }
			: { status: 400 },
	);

	/** Opens issues in the example's repository with the right token. */
	readonly github = new Counterpart<{ title: string; body: string }>(({ call, authorization }) =>
		call === 'POST /repos/your-company/website/issues' && authorization === `token ${TOKEN}`
			? { status: 201, body: { number: 1 } }
			: { status: 404 },
	);

	/** Starts from nothing but these reports. */
	reset(reports: GivenReport[] = []): void {
		const { sandbox } = this.stage;
		Object.assign(sandbox.data, new Data({ reports: 0 }));
		for (const { id, url, age = 1, ...fields } of reports) {
			const report = sandbox.data.create(url, 1, null);
			sandbox.data.reports.delete(report.id);
			const generated_at = new Date(Date.now() - age * 24 * 60 * 60 * 1000).toISOString();
			sandbox.data.reports.set(id, Object.assign(report, { id, generated_at }, fields));
		}
		const { model, slack, github, mails } = this;
		for (const list of [sandbox.conditions, sandbox.requests, model.requests, model.script, mails])
			list.length = 0;
		slack.requests.length = github.requests.length = 0;
	}
}

export function useExamples(): ExamplesStage {
	const examples = new ExamplesStage();
	const { slack, github, sheet } = examples;
	const credential = (id: string, type: string, data: object) => ({ id, name: id, type, data });
	examples.stage = useStage('examples', async () => {
		const [internet, mail, model] = await Promise.all([
			startInternet({
				'slack.com': slack.listener,
				'api.github.com': github.listener,
				'oauth2.googleapis.com': sheet.api.listener,
				'sheets.googleapis.com': sheet.api.listener,
				'example.com': (_, response) => response.end(examples.sitemap),
			}),
			startMailServer(() => false),
			startScriptedModel(),
		]);
		Object.assign(examples, { mails: mail.mails, model });
		const login = { user: LOGIN.username, password: LOGIN.password };
		const account = { server: 'https://api.github.com', user: 'somebody', accessToken: TOKEN };
		return {
			settings: internet.settings,
			credentials: [
				credential('webPageReportSmtp', 'smtp', mail.credential),
				credential('webPageReportSlack', 'slackApi', { accessToken: TOKEN }),
				credential('webPageReportForm', 'httpBasicAuth', login),
				credential('webPageReportDashboard', 'httpBasicAuth', login),
				credential('webPageReportDeploy', 'httpHeaderAuth', DEPLOY_KEY),
				credential('webPageReportGitHub', 'githubApi', account),
				credential('webPageReportGoogle', 'googleApi', sheet.credential),
				credential('webPageReportModel', 'openAiApi', model.credential),
				credential('webPageReportMcp', 'httpBearerAuth', { token: TOKEN }),
			],
			workflows: await Promise.all(NAMES.map(readExample)),
			published: ['afterDeploy', 'dashboard', 'reportForm'],
			servers: [internet.server, mail.server, model.server],
			withBrowser: true,
		};
	});
	return examples;
}
