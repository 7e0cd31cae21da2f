import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';

import type { Report } from '../../../sandbox/service/data';
import { freePort, type RunningN8n } from '../../../sandbox/launcher/n8n';
import { type MailServer, startMailServer } from '../mail';
import { type Slack, startSlack } from '../slack';
import { Editor, readExample, setStage, type Stage } from '../stage';

export const TOKEN = 'token-of-the-slack-app';
export const LOGIN = { user: 'colleague', password: 'password-of-the-form' };

export const NAMES = readdirSync(resolve(__dirname, '../../../examples'))
	.filter((file) => file.endsWith('.json'))
	.map((file) => file.replace('.json', ''));

export const PAGES = ['', 'about', 'contact', 'pricing', 'products'].map(
	(page) => `https://example.com/${page}`,
);

/** An n8n that has all examples, with everything that they work with. */
export class ExamplesStage {
	private constructor(
		readonly stage: Stage,
		private readonly running: RunningN8n,
		readonly editor: Editor,
		readonly slack: Slack,
		readonly mail: MailServer,
	) {}

	/**
	 * Sets it up, and starts n8n.
	 *
	 * @param name tells the folder of this n8n from others
	 * @param published the IDs of the examples that others can reach
	 */
	static async set(name: string, published: string[] = []): Promise<ExamplesStage> {
		const [slack, mail] = await Promise.all([startSlack(), startMailServer()]);
		const stage = await setStage(name, { settings: slack.settings });
		const credential = (id: string, type: string, data: object) => ({ id, name: id, type, data });
		await stage.n8n.import('credentials', [
			credential('webPageReportSmtp', 'smtp', mail.credential),
			credential('webPageReportSlack', 'slackApi', { accessToken: TOKEN }),
			credential('webPageReportForm', 'httpBasicAuth', LOGIN),
			credential('webPageReportMcp', 'httpBearerAuth', { token: TOKEN }),
		]);
		await stage.n8n.import('workflow', await Promise.all(NAMES.map(readExample)));
		for (const id of published) {
			await stage.n8n.command('Publishing', 'publish:workflow', `--id=${id}`);
		}
		const running = await stage.n8n.start(await freePort());
		const editor = await Editor.open(stage.n8n, running.address);
		return new ExamplesStage(stage, running, editor, slack, mail);
	}

	async strike(): Promise<void> {
		await this.running.stop();
		await this.stage.strike();
		await Promise.all([this.slack.close(), this.mail.close()]);
	}

	/** Before another test. Some of the reports of the start stay, to see that nothing happens to them. */
	clear(): void {
		this.sandbox.data.deleteProject('example.com');
		this.sandbox.conditions.length = 0;
		this.sandbox.requests.length = 0;
		this.slack.requests.length = 0;
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

	/** Puts a report into the service that differs from what the service would make of it. */
	store(url: string, changes: Partial<Report>): Report {
		return Object.assign(this.sandbox.data.create(url, 1, null), changes);
	}
}
