import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';

import { Data, type Report } from '../../../sandbox/service/data';
import {
	Counterpart,
	type MailServer,
	type ScriptedModel,
	startInternet,
	startMailServer,
	startScriptedModel,
} from '../counterparts';
import { readExample, type Stage, useStage } from '../stage';
import { GoogleSheet } from './googleSheet';

const TOKEN = 'token-of-slack-and-github';

/** Login for the forms, the dashboard and the audit. */
export const LOGIN = { username: 'colleague', password: 'password-of-the-form' };

/** Header that authenticates a deployment. */
export const DEPLOY_KEY = { name: 'X-Deploy-Key', value: 'key-of-the-deployment' };

export const NAMES = readdirSync(resolve(__dirname, '../../../examples')).flatMap((file) =>
	file.endsWith('.json') ? [file.replace('.json', '')] : [],
);

/** A report that a row stores in the service. Its project is the host of `url`. */
export type GivenReport = Partial<Omit<Report, 'result' | 'generated_at'>> & {
	id: number;
	url: string;
	result?: string | null;
	/** Age of its results, in days; null if the service returns no date. */
	age?: number | null;
};

/**
 * The reports of another project, which no example may touch. A search for `example.com` finds them too, and they fill
 * the first page of the list because they are the newest.
 */
export const OTHERS: GivenReport[] = Array.from({ length: 101 }, (_, at) => ({
	id: 1000 + at,
	url: `https://shop.example.com/${String(1000 + at)}`,
	result: 'bad',
	age: 0,
}));

/** An issue on GitHub. */
interface Issue {
	title: string;
	body: string;
	labels: string[];
}

/** Sets up an n8n with a browser, all examples unchanged, and the services that they use. */
export function useExamples(): ExamplesStage {
	const examples = new ExamplesStage();
	const { slack, github, site, sheet } = examples;
	const credential = (id: string, type: string, data: object) => ({ id, name: id, type, data });
	examples.stage = useStage('examples', async () => {
		const [internet, mail, model] = await Promise.all([
			startInternet({
				'slack.com': slack.listener,
				'api.github.com': github.listener,
				'oauth2.googleapis.com': sheet.api.listener,
				'sheets.googleapis.com': sheet.api.listener,
				'example.com': ({ url = '' }, response) => {
					const page = site.get(url);
					response.statusCode = page === undefined ? 404 : 200;
					response.end(page ?? `${url} is not here. `.repeat(20));
				},
			}),
			startMailServer(() => examples.down === 'mail'),
			startScriptedModel(),
		]);
		Object.assign(examples, { mail, model });
		const login = { user: LOGIN.username, password: LOGIN.password };
		const account = { server: 'https://api.github.com', user: 'somebody', accessToken: TOKEN };
		return {
			settings: internet.settings,
			credentials: [
				credential('webPageReportSmtp', 'smtp', mail.credential),
				credential('webPageReportSlack', 'slackApi', { accessToken: TOKEN }),
				credential('webPageReportForm', 'httpBasicAuth', login),
				credential('webPageReportDashboard', 'httpBasicAuth', login),
				credential('webPageReportAudit', 'httpBasicAuth', login),
				credential('webPageReportDeploy', 'httpHeaderAuth', DEPLOY_KEY),
				credential('webPageReportGitHub', 'githubApi', account),
				credential('webPageReportGoogle', 'googleApi', sheet.credential),
				credential('webPageReportModel', 'openAiApi', model.credential),
				credential('webPageReportMcp', 'httpBearerAuth', { token: TOKEN }),
			],
			workflows: await Promise.all(NAMES.map(readExample)),
			published: ['afterDeploy', 'auditOnRequest', 'dashboard', 'deleteFinished', 'reportForm'],
			servers: [internet.server, mail.server, model.server],
			withBrowser: true,
		};
	});
	beforeEach(async () => {
		await examples.reset();
	});
	return examples;
}

/** An n8n with all examples, and the services that they use. */
export class ExamplesStage {
	stage!: Stage;
	mail!: MailServer;
	model!: ScriptedModel;
	/** The service that is down; GitHub only after opening an issue, Google only for writes. */
	down?: 'slack' | 'github' | 'google' | 'mail';
	/** Contents of `https://example.com`, by path; everything else is not found. */
	readonly site = new Map<string, string | Buffer>();
	/** The open issues on GitHub, oldest first. */
	readonly issues: Issue[] = [];
	readonly sheet = new GoogleSheet(() => this.down === 'google');

	/** Accepts messages to the examples' channel with the right token. */
	readonly slack = new Counterpart<{ channel: string; text: string }>(
		({ call, authorization, body }) => {
			if (this.down === 'slack') return { status: 503 };
			const isRight = call === 'POST /api/chat.postMessage' && body.channel === '#web-pages';
			if (!isRight || authorization !== `Bearer ${TOKEN}`) return { status: 400 };
			return { body: { ok: true, channel: 'C1', ts: '1.0', message: {} } };
		},
	);

	/** Lists and opens issues of the example's repository with the right token. */
	readonly github = new Counterpart<Issue>(({ call, authorization, body }) => {
		const path = '/repos/your-company/website/issues';
		if (this.down === 'github' && this.issues.length > 0) return { status: 503 };
		if (authorization !== `token ${TOKEN}`) return { status: 401 };
		if (call.startsWith(`GET ${path}?labels=web-page&state=open&`)) return { body: this.issues };
		if (call !== `POST ${path}` || body.labels.join() !== 'web-page') return { status: 404 };
		this.issues.push(body);
		return { status: 201, body: { number: this.issues.length, ...body } };
	});

	/** Restores the initial state: the reports of another project, and no data table. */
	async reset(): Promise<void> {
		Object.assign(this.stage.sandbox.data, new Data({ reports: 0 }));
		for (const report of OTHERS) this.store(report);
		this.site.clear();
		this.issues.length = 0;
		this.sheet.lines = [];
		for (const table of await this.tables()) await this.stage.editor.rest('DELETE', table);
		this.forget();
	}

	/** Clears the recorded requests, and ends all faults. */
	forget(): void {
		const { conditions, requests } = this.stage.sandbox;
		const { model, mail, slack, sheet } = this;
		for (const list of [conditions, requests, model.requests, model.script, mail.mails])
			list.length = 0;
		slack.requests.length = 0;
		sheet.api.requests.length = 0;
		this.down = undefined;
	}

	/** Stores a report in the service. */
	store({ id, url, age = 1, ...fields }: GivenReport): void {
		const { data } = this.stage.sandbox;
		const report = data.create(url, 1, null);
		data.reports.delete(report.id);
		const time = new Date(Date.now() - Number(age) * 24 * 60 * 60 * 1000).toISOString();
		const generated_at = age === null ? null : time;
		data.reports.set(id, Object.assign(report, { id, generated_at }, fields));
	}

	/** The rows of the data table, oldest first. */
	async rows(): Promise<Array<Record<string, unknown>>> {
		const [table] = await this.tables();
		return table ? await this.listOf(`${table}/rows?take=200&sortBy=id:asc`) : [];
	}

	/** The paths of all data tables. */
	private async tables(): Promise<string[]> {
		const { id } = await this.stage.editor.rest<{ id: string }>('GET', '/projects/personal');
		const path = `/projects/${id}/data-tables`;
		const tables = await this.listOf<{ id: string }>(path);
		return tables.map((table) => `${path}/${table.id}`);
	}

	private async listOf<Entry>(path: string): Promise<Entry[]> {
		return (await this.stage.editor.rest<{ data: Entry[] }>('GET', path)).data;
	}
}
