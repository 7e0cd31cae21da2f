import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';

import type { Report } from '../../../sandbox/service/data';
import type { RunningN8n } from '../../../sandbox/launcher/n8n';
import { createGitHub, type GitHub } from '../github';
import { type Internet, startInternet } from '../internet';
import { type MailServer, startMailServer } from '../mail';
import { type ScriptedModel, startScriptedModel } from '../scriptedModel';
import { createSlack, type Slack } from '../slack';
import { Editor, readExample, setStage, type Stage } from '../stage';

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

/** An n8n that has all examples, with everything that they work with. */
export class ExamplesStage {
	private constructor(
		readonly stage: Stage,
		private readonly running: RunningN8n,
		readonly editor: Editor,
		private readonly internet: Internet,
		/** What `https://example.com` shows, by path; everything else is not found. */
		readonly site: Map<string, string>,
		readonly slack: Slack,
		readonly github: GitHub,
		readonly mail: MailServer,
		readonly model: ScriptedModel,
	) {}

	/**
	 * Sets it up, and starts n8n.
	 *
	 * @param name tells the folder of this n8n from others
	 * @param published the IDs of the examples that others can reach
	 */
	static async set(name: string, published: string[] = []): Promise<ExamplesStage> {
		const [slack, github, site] = [createSlack(), createGitHub(), new Map<string, string>()];
		const [internet, mail, model] = await Promise.all([
			startInternet({
				'slack.com': slack.host,
				'api.github.com': github.host,
				'example.com': ({ url = '' }, response) => {
					const page = site.get(url);
					response.statusCode = page === undefined ? 404 : 200;
					response.end(page);
				},
			}),
			startMailServer(),
			startScriptedModel(),
		]);
		const stage = await setStage(name, { settings: internet.settings });
		const credential = (id: string, type: string, data: object) => ({ id, name: id, type, data });
		await stage.n8n.import('credentials', [
			credential('webPageReportSmtp', 'smtp', mail.credential),
			credential('webPageReportSlack', 'slackApi', { accessToken: TOKEN }),
			credential('webPageReportForm', 'httpBasicAuth', LOGIN),
			credential('webPageReportDeploy', 'httpHeaderAuth', DEPLOY_KEY),
			credential('webPageReportGitHub', 'githubApi', {
				server: 'https://api.github.com',
				user: 'somebody',
				accessToken: TOKEN,
			}),
			credential('webPageReportModel', 'openAiApi', { apiKey: 'x', url: model.baseUrl }),
			credential('webPageReportMcp', 'httpBearerAuth', { token: TOKEN }),
		]);
		await stage.n8n.import('workflow', await Promise.all(NAMES.map(readExample)));
		for (const id of published) {
			await stage.n8n.command('Publishing', 'publish:workflow', `--id=${id}`);
		}
		const running = await stage.n8n.start();
		const editor = await Editor.open(stage.n8n, running.address);
		return new ExamplesStage(stage, running, editor, internet, site, slack, github, mail, model);
	}

	async strike(): Promise<void> {
		await this.running.stop();
		await this.stage.strike();
		await Promise.all([this.internet.close(), this.mail.close(), this.model.close()]);
	}

	/** Before another test. Some of the reports of the start stay, to see that nothing happens to them. */
	clear(): void {
		this.sandbox.data.deleteProject('example.com');
		this.sandbox.conditions.length = 0;
		this.sandbox.requests.length = 0;
		this.site.clear();
		this.slack.requests.length = 0;
		this.slack.down = false;
		this.github.requests.length = 0;
		this.github.issues.length = 0;
		this.github.isDown = () => false;
		this.model.requests.length = 0;
		this.model.script.length = 0;
		this.mail.mails.length = 0;
	}

	get sandbox() {
		return this.stage.sandbox;
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
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const { results } = await this.editor.rest<{ results: Array<{ id: string }> }>(
			'GET',
			`/executions?filter=${filter}&limit=1`,
		);
		const path = `/executions/${results[0]?.id ?? ''}/retry`;
		await this.editor.rest('POST', path, { loadWorkflow: false });
	}

	/** Puts a report into the service that differs from what the service would make of it. */
	store(url: string, changes: Partial<Report>): Report {
		return Object.assign(this.sandbox.data.create(url, 1, null), changes);
	}
}
