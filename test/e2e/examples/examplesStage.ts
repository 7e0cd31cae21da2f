import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';

import type { Report } from '../../../sandbox/service/data';
import {
	Counterpart,
	type MailServer,
	type ScriptedModel,
	startInternet,
	startMailServer,
	startScriptedModel,
} from '../counterparts';
import { type Editor, readExample, type Stage, useStage } from '../stage';

export const TOKEN = 'token-of-the-slack-app';
export const LOGIN = { user: 'colleague', password: 'password-of-the-form' };

/** What the credential of the deployment holds. */
export const DEPLOY_KEY = { name: 'X-Deploy-Key', value: 'key-of-the-deployment' };

export const NAMES = readdirSync(resolve(__dirname, '../../../examples')).flatMap((file) =>
	file.endsWith('.json') ? [file.replace('.json', '')] : [],
);

export const PAGES = ['', 'about', 'contact', 'pricing', 'products'].map(
	(page) => `https://example.com/${page}`,
);

/** What an Edit Fields node sets. */
interface EditFields {
	assignments: { assignments: Array<{ name: string; value: unknown }> };
}

/** An issue on GitHub. */
interface Issue {
	title: string;
	body: string;
	labels: string[];
}

/**
 * Sets up an n8n that has all examples, with everything that they work with, for the tests of a file.
 *
 * @param name tells the folder of this n8n from others
 * @param published the IDs of the examples that others can reach
 */
export function useExamples(
	name: string,
	{ published = [], withBrowser = false }: { published?: string[]; withBrowser?: boolean } = {},
): ExamplesStage {
	const examples = new ExamplesStage();
	const { slack, github, site } = examples;
	const credential = (id: string, type: string, data: object) => ({ id, name: id, type, data });
	examples.stage = useStage(name, async () => {
		const [internet, mail, model] = await Promise.all([
			startInternet({
				'slack.com': slack.listener,
				'api.github.com': github.listener,
				'example.com': ({ url = '' }, response) => {
					const page = site.get(url);
					response.statusCode = page === undefined ? 404 : 200;
					response.end(page);
				},
			}),
			startMailServer(),
			startScriptedModel(),
		]);
		Object.assign(examples, { mail, model });
		return {
			settings: internet.settings,
			credentials: [
				credential('webPageReportSmtp', 'smtp', mail.credential),
				credential('webPageReportSlack', 'slackApi', { accessToken: TOKEN }),
				credential('webPageReportForm', 'httpBasicAuth', LOGIN),
				credential('webPageReportDeploy', 'httpHeaderAuth', DEPLOY_KEY),
				credential('webPageReportGitHub', 'githubApi', {
					server: 'https://api.github.com',
					user: 'somebody',
					accessToken: TOKEN,
				}),
				credential('webPageReportModel', 'openAiApi', model.credential),
				credential('webPageReportMcp', 'httpBearerAuth', { token: TOKEN }),
			],
			workflows: await Promise.all(NAMES.map(readExample)),
			published,
			servers: [internet.server, mail.server, model.server],
			withBrowser,
		};
	});
	beforeEach(() => {
		examples.clear();
	});
	return examples;
}

/** An n8n that has all examples, with everything that they work with. */
class ExamplesStage {
	stage!: Stage;
	mail!: MailServer;
	model!: ScriptedModel;
	/** What `https://example.com` shows, by path; everything else is not found. */
	readonly site = new Map<string, string>();
	/** The open issues on GitHub, in the order in which they were made. */
	readonly issues: Issue[] = [];

	readonly slack = new Counterpart<{ text: string }>(() => ({
		body: { ok: true, channel: 'C1', ts: '1.0', message: {} },
	}));

	readonly github = new Counterpart<Issue>(({ call, body }) => {
		if (!/^\w+ \/repos\/your-company\/website\/issues/.test(call)) return { status: 404 };
		if (!call.startsWith('POST')) return { body: this.issues };
		if (body.title.length > 256 || body.body.length > 65_536) return { status: 422 };
		this.issues.push(body);
		return { status: 201, body: { number: this.issues.length, ...body } };
	});

	/** Before another test. Some of the reports of the start stay, to see that nothing happens to them. */
	clear(): void {
		this.sandbox.data.deleteProject('example.com');
		this.sandbox.conditions.length = 0;
		this.sandbox.requests.length = 0;
		this.site.clear();
		this.slack.clear();
		this.github.clear();
		this.issues.length = 0;
		this.model.requests.length = 0;
		this.model.script.length = 0;
		this.mail.mails.length = 0;
	}

	get editor(): Editor {
		return this.stage.editor;
	}

	get sandbox() {
		return this.stage.sandbox;
	}

	/** The messages in Slack so far. */
	texts(): string[] {
		return this.slack.requests.map(({ body }) => body.text);
	}

	reports(): Report[] {
		return [...this.sandbox.data.reports.values()];
	}

	/** The reports as they are now, whatever happens to them later. */
	snapshot(): Report[] {
		return structuredClone(this.reports());
	}

	projects(): string[] {
		return this.sandbox.data.projects().map(({ project }) => project);
	}

	addressesOf(name: string): string[] {
		return this.reports().flatMap(({ project, url }) => (project === name ? [url] : []));
	}

	/** Saves a copy of an example with other values in one of its Edit Fields nodes. Gives its ID. */
	async copy(name: string, node: string, values: Record<string, unknown>): Promise<string> {
		const example = await readExample(name);
		const { parameters } = example.nodes.find((one) => one.name === node) ?? {};
		for (const one of (parameters as EditFields).assignments.assignments) {
			if (one.name in values) one.value = values[one.name];
		}
		const { id } = await this.editor.rest<{ id: string }>('POST', '/workflows', {
			...example,
			id: undefined,
		});
		return id;
	}

	/** Executes again what has failed last of a workflow, as *Retry* in the list of executions does. */
	async retry(workflowId: string): Promise<void> {
		const [last] = await this.editor.executions(workflowId);
		const path = `/executions/${last?.id ?? ''}/retry`;
		await this.editor.rest('POST', path, { loadWorkflow: false });
	}

	/** Puts a report into the service that differs from what the service would make of it. */
	store(url: string, changes: Partial<Report>): Report {
		return Object.assign(this.sandbox.data.create(url, 1, null), changes);
	}
}
