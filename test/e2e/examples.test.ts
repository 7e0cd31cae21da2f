import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { Browser, Locator, Page } from 'playwright-core';

import { type Report } from '../../sandbox/service/data';
import { freePort, itemsOf, type RunningN8n } from '../../sandbox/launcher/n8n';
import { type Area, openBrowser, picture, signedIn } from './browser';
import { type MailServer, startMailServer } from './mail';
import { type Slack, startSlack } from './slack';
import { Editor, OUTPUT, readExample, setStage, type Stage } from './stage';

const TOKEN = 'token-of-the-slack-app';
const LOGIN = { user: 'colleague', password: 'password-of-the-form' };

const NAMES = readdirSync(resolve(__dirname, '../../examples')).map((file) =>
	file.replace('.json', ''),
);

let stage: Stage;
let running: RunningN8n;
let editor: Editor;
let slack: Slack;
let mail: MailServer;

beforeAll(async () => {
	[slack, mail] = await Promise.all([startSlack(), startMailServer()]);
	stage = await setStage('examples', { settings: slack.settings });
	const credential = (id: string, type: string, data: object) => ({ id, name: id, type, data });
	await stage.n8n.import('credentials', [
		credential('webPageReportSmtp', 'smtp', mail.credential),
		credential('webPageReportSlack', 'slackApi', { accessToken: TOKEN }),
		credential('webPageReportForm', 'httpBasicAuth', LOGIN),
	]);
	await stage.n8n.import('workflow', await Promise.all(NAMES.map(readExample)));
	for (const id of ['deleteFinished', 'reportForm']) {
		await stage.n8n.command('Publishing', 'publish:workflow', `--id=${id}`);
	}
	running = await stage.n8n.start(await freePort());
	editor = await Editor.open(stage.n8n, running.address);
});

afterAll(async () => {
	await running.stop();
	await stage.strike();
	await Promise.all([slack.close(), mail.close()]);
});

/** Some of the reports of the start stay, to see that nothing happens to them. */
beforeEach(() => {
	stage.sandbox.data.deleteProject('example.com');
	stage.sandbox.conditions.length = 0;
	stage.sandbox.requests.length = 0;
	slack.requests.length = 0;
	mail.mails.length = 0;
});

describe('by hand or by schedule', () => {
	it('creates reports and lists the bad ones', async () => {
		const result = await editor.execute('createAndListBad', 'When clicking ‘Execute workflow’');

		expect(result.error).toBeUndefined();
		expect(addressesOf('example.com').sort()).toEqual(PAGES);
		const bad = reports().filter(({ result }) => result === 'bad');
		const listed = itemsOf(result, 'List Bad Reports').map(({ id }) => id);
		expect(listed.sort()).toEqual(bad.map(({ id }) => id).sort());
	});

	describe('weekly-digest-of-bad-reports', () => {
		it('mails the bad ones, and the page that could not be analysed', async () => {
			const others = snapshot();
			stage.sandbox.conditions.push({
				method: 'POST',
				skip: 1,
				times: 1,
				status: 422,
				body: { message: { url: ['The page could not be reached.'] } },
			});
			const { error } = await editor.execute('weeklyDigest', 'Every Monday at 7');

			expect(error).toBeUndefined();
			const made = reports().filter(({ project }) => project === 'example.com');
			const [failed = '', ...more] = PAGES.filter((url) => !made.some((one) => one.url === url));
			expect(more).toEqual([]);
			const bad = PAGES.filter((url) => made.some((r) => r.url === url && r.result === 'bad'));
			expect(bad.length).toBeGreaterThan(0);
			expect(mail.mails).toEqual([
				expect.objectContaining({
					subject: `Web page report: ${String(bad.length)} of 5 pages are bad, 1 could not be analysed`,
					recipients: ['you@example.com'],
				}),
			]);
			expect(mail.mails[0]?.from?.text).toBe('reports@example.com');
			expect(mail.mails[0]?.text?.trim()).toBe(
				[
					'Bad:',
					...bad.map((url) => `- ${url}`),
					'',
					'Could not be analysed:',
					`- ${failed}`,
					`  The service did not accept the input for the report for ${failed} (422): The page could not be reached.`,
					'  Correct URL. The service also answers like this when a quota is used up.',
					'',
					'The other pages are good or decent.',
				].join('\n'),
			);
			expect(snapshot()).toEqual([...others, ...made]);
		});

		it('mails also when nothing is bad', async () => {
			const body = { data: { id: 1, url: 'https://example.com/', result: 'good' } };
			stage.sandbox.conditions.push({ method: 'POST', status: 201, body });
			await editor.execute('weeklyDigest', 'Every Monday at 7');

			expect(mail.mails.map(({ subject, text }) => [subject, text?.trim()])).toEqual([
				[
					'Web page report: 0 of 5 pages are bad',
					'Bad:\nNone.\n\nCould not be analysed:\nNone.\n\nThe other pages are good or decent.',
				],
			]);
		});

		it('mails also when every page fails', async () => {
			stage.sandbox.conditions.push({ method: 'POST', status: 500 });
			await editor.execute('weeklyDigest', 'Every Monday at 7');

			expect(mail.mails.map(({ subject }) => subject)).toEqual([
				'Web page report: 0 of 5 pages are bad, 5 could not be analysed',
			]);
			for (const url of PAGES) expect(mail.mails[0]?.text).toContain(`- ${url}\n`);
		});
	});

	describe('daily-check-to-slack', () => {
		it('posts what got worse, of this project only', async () => {
			const worse = store('https://example.com/about', { result: 'good' });
			const better = store('https://example.com/pricing', { result: 'bad' });
			const same = store('https://example.com/products', {});
			const gone = store('https://example.com/gone', { result: 'good' });
			store('https://shop.example.com/about', { result: 'good' });
			const others = snapshot().filter(({ project }) => project !== 'example.com');
			stage.sandbox.conditions.push({
				method: 'PUT',
				path: `/reports/${String(gone.id)}`,
				status: 500,
			});
			const { error } = await editor.execute('dailyCheck', 'Every Day at 6');

			expect(error).toBeUndefined();
			expect(slack.requests).toEqual([
				{
					call: 'POST /api/chat.postMessage',
					authorization: `Bearer ${TOKEN}`,
					body: expect.objectContaining({
						channel: '#web-pages',
						text: [
							'These pages of example.com got worse:',
							'• https://example.com/gone: good → could not be analysed',
							'• https://example.com/about: good → bad',
						].join('\n'),
					}) as object,
				},
			]);
			expect([worse, better, same, gone].map(({ result }) => result)).toEqual([
				'bad',
				'decent',
				'bad',
				'good',
			]);
			expect(snapshot().filter(({ project }) => project !== 'example.com')).toEqual(others);
		});

		it('posts nothing when nothing got worse', async () => {
			const better = store('https://example.com/pricing', { result: 'bad' });
			const { error } = await editor.execute('dailyCheck', 'Every Day at 6');

			expect(error).toBeUndefined();
			expect(better.result).toBe('decent');
			expect(slack.requests).toEqual([]);
		});
	});

	it('makes old public reports private', async () => {
		const DAY = 24 * 60 * 60 * 1000;
		const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString();
		// More than one page of the list
		const old = Array.from({ length: 101 }, (_, index) =>
			store(`https://example.com/${String(index)}`, { privacy: 0, generated_at: daysAgo(91) }),
		);
		store('https://example.com/new', { privacy: 0, generated_at: daysAgo(89) });
		store('https://example.com/private', { privacy: 1, generated_at: daysAgo(91) });
		store('https://example.com/password', { privacy: 2, password: 'x', generated_at: daysAgo(91) });
		const isOld = ({ id }: Report) => old.some((report) => report.id === id);
		const others = snapshot().filter((report) => !isOld(report));
		const { error } = await editor.execute('makePrivate', 'Every Night at 3');

		expect(error).toBeUndefined();
		expect(old.map(({ privacy }) => privacy)).toEqual(old.map(() => 1));
		expect(snapshot().filter((report) => !isOld(report))).toEqual(others);
	});

	it('re-runs the results of a project', async () => {
		const renewed = [
			store('https://example.com/', { result: 'bad' }),
			store('https://example.com/about', { result: 'good' }),
			store('https://example.com/pricing', { result: 'good' }),
			store('https://example.com/products', { result: 'good' }),
		];
		const failing = store('https://example.com/gone', { result: 'bad' });
		store('https://shop.example.com/about', { result: 'good' });
		const others = snapshot().filter(({ id }) => renewed.every((report) => report.id !== id));
		stage.sandbox.conditions.push({
			method: 'PUT',
			path: `/reports/${String(failing.id)}`,
			status: 500,
		});
		const result = await editor.execute('rerunResults', 'When clicking ‘Execute workflow’');

		expect(result.error).toBeUndefined();
		expect(itemsOf(result, 'Summary')).toEqual([
			{
				project: 'example.com',
				renewed: 4,
				failed: 1,
				good: 1,
				decent: 1,
				bad: 2,
				problems: [
					`The service failed on report ${String(failing.id)} (500): Something went wrong. – It may have happened all the same: check with Get Many before you run this item again.`,
				],
			},
		]);
		expect(renewed.map(({ result }) => result)).toEqual(['good', 'bad', 'decent', 'bad']);
		expect(snapshot().filter(({ id }) => renewed.every((report) => report.id !== id))).toEqual(
			others,
		);
	});
});

describe('in the browser', () => {
	let browser: Browser;

	beforeAll(async () => {
		browser = await openBrowser();
	});

	afterAll(async () => {
		await browser.close();
	});

	/** The form of an example, as somebody opens it who has the address and the login. */
	async function openForm(name: string): Promise<Page> {
		const { user: username, password } = LOGIN;
		const page = await browser.newPage({
			httpCredentials: { username, password },
			viewport: { width: 720, height: 480 },
		});
		await page.goto(await addressOfForm(name));
		return page;
	}

	async function addressOfForm(name: string): Promise<string> {
		const { nodes } = await readExample(name);
		const trigger = nodes.find(({ type }) => type === 'n8n-nodes-base.formTrigger');
		return `${running.address}/form/${trigger?.webhookId ?? ''}`;
	}

	/** Waits until a page has come, and gives what it says. */
	async function says(page: Page, title: string): Promise<string> {
		await page.getByRole('heading', { name: title, exact: true }).waitFor();
		const name = `form-${title.replace(/\W+/g, '-').toLowerCase()}`;
		await page.screenshot({ path: join(OUTPUT, 'screenshots', `${name}.png`) });
		return await page.locator('body').innerText();
	}

	describe('report-for-an-address-form', () => {
		it('shows the result, with a link', async () => {
			const others = snapshot();
			const page = await openForm('report-for-an-address-form');
			await says(page, 'Report on a web page');
			await page.getByLabel('Address').fill('https://example.com/about');
			await page.getByRole('button', { name: 'Analyse' }).click();

			expect(await says(page, 'The result is bad')).toContain('https://example.com/about');
			const [made, ...more] = reports().slice(others.length);
			expect(more).toEqual([]);
			expect(made).toEqual(
				expect.objectContaining({ url: 'https://example.com/about', privacy: 1 }),
			);
			const link = page.getByRole('link', { name: 'Open the report' });
			expect(await link.getAttribute('href')).toBe(
				`https://reports.example.com/reports/${String(made?.id)}`,
			);
			await page.close();
		});

		it('says what happened, and what to do', async () => {
			const others = snapshot();
			const page = await openForm('report-for-an-address-form');
			await page.getByLabel('Address').fill('example');
			await page.getByRole('button', { name: 'Analyse' }).click();

			expect(await says(page, 'URL is not a web address: "example"')).toContain(
				'Enter the full address of the page under URL',
			);
			expect(snapshot()).toEqual(others);
			await page.close();
		});
	});

	describe('delete-reports-of-finished-project', () => {
		const QUESTION = 'Delete example.com?';

		async function ask(project: string): Promise<Page> {
			const page = await openForm('delete-reports-of-finished-project');
			await says(page, 'Delete a finished project');
			await page.getByLabel('Project').fill(project);
			await page.getByRole('button', { name: 'Continue' }).click();
			return page;
		}

		async function answer(page: Page, option: string): Promise<void> {
			await page.getByLabel('Delete it for good?').selectOption(option);
			await page.getByRole('button', { name: 'Continue' }).click();
		}

		/** What has been asked of the service besides reading. */
		const writes = () => stage.sandbox.requests.filter(({ method }) => method !== 'GET');

		it('is not for everybody', async () => {
			const form = await addressOfForm('delete-reports-of-finished-project');
			expect((await fetch(form)).status).toBe(401);
		});

		it('deletes the reports of this project, and the project', async () => {
			store('https://shop.example.com/about', {});
			const others = snapshot();
			const ids = [store('https://example.com/', {}), store('https://example.com/about', {})].map(
				({ id }) => String(id),
			);
			const page = await ask(' example.com ');
			expect(await says(page, QUESTION)).toContain(
				'The project example.com and its reports (2) will be deleted. This cannot be undone.',
			);
			await answer(page, 'Yes, delete it');

			expect(await says(page, 'Deleted')).toContain(
				'The project example.com and its reports (2) are deleted.',
			);
			expect(
				writes()
					.map(({ method, path }) => `${method} ${path}`)
					.sort(),
			).toEqual(['DELETE /projects/example.com', ...ids.map((id) => `DELETE /reports/${id}`)]);
			expect(snapshot()).toEqual(others);
			expect(projects()).not.toContain('example.com');
			expect(projects()).toContain('shop.example.com');
			await page.close();
		});

		it('deletes a project without reports', async () => {
			const { id } = store('https://example.com/', {});
			stage.sandbox.data.reports.delete(id);
			const others = snapshot();
			const page = await ask('example.com');
			expect(await says(page, QUESTION)).toContain('its reports (0)');
			await answer(page, 'Yes, delete it');

			await says(page, 'Deleted');
			expect(projects()).not.toContain('example.com');
			expect(snapshot()).toEqual(others);
			await page.close();
		});

		it('deletes nothing after a No', async () => {
			store('https://example.com/', {});
			const before = snapshot();
			const page = await ask('example.com');
			await says(page, QUESTION);
			await answer(page, 'No, keep everything');

			expect(await says(page, 'Nothing was deleted')).toContain('all still there');
			expect(writes()).toEqual([]);
			expect(snapshot()).toEqual(before);
			await page.close();
		});

		it('deletes nothing of a project that only looks like it', async () => {
			store('https://example.com/', {});
			const page = await ask('example.co');

			expect(await says(page, 'There is no such project')).toContain(
				'There is no project with exactly the name example.co.',
			);
			expect(writes()).toEqual([]);
			await page.close();
		});

		it('keeps the project when a report could not be deleted', async () => {
			const kept = store('https://example.com/', {});
			store('https://example.com/about', {});
			const path = `/reports/${String(kept.id)}`;
			stage.sandbox.conditions.push({ method: 'DELETE', path, status: 403 });
			const page = await ask('example.com');
			await says(page, QUESTION);
			await answer(page, 'Yes, delete it');

			const said = await says(page, 'Not every report could be deleted');
			expect(said).toContain('The project stays, with 1 of its reports (2):');
			expect(said).toContain(`The service does not allow this for report ${String(kept.id)} (403)`);
			expect(addressesOf('example.com')).toEqual([kept.url]);
			expect(projects()).toContain('example.com');
			await page.close();
		});

		it('says so when the project itself could not be deleted', async () => {
			store('https://example.com/', {});
			stage.sandbox.conditions.push({
				method: 'DELETE',
				path: '/projects/example.com',
				status: 403,
			});
			const page = await ask('example.com');
			await says(page, QUESTION);
			await answer(page, 'Yes, delete it');

			expect(await says(page, 'The project could not be deleted')).toContain(
				'Its reports (1) are deleted, the project itself is not:',
			);
			expect(addressesOf('example.com')).toEqual([]);
			await page.close();
		});
	});

	describe('the canvas', () => {
		/** What floats over the canvas. */
		const BUTTONS =
			'[data-test-id=canvas-controls], [data-test-id=execute-workflow-button], [class*=nodeButtonsWrapper]';

		let page: Page;

		beforeAll(async () => {
			page = await signedIn(browser, running.address, await stage.n8n.ensureOwner(running.address));
			await page.setViewportSize({ width: 1500, height: 950 });
		});

		it.each(NAMES)('shows %s so that it can be read', async (name) => {
			// A copy, because n8n puts advice over one that is published
			const copy = { ...(await readExample(name)), id: undefined };
			const { id } = await editor.rest<{ id: string }>('POST', '/workflows', copy);
			await page.goto(`${running.address}/workflow/${id}`);
			await page.getByTestId('canvas-node').first().waitFor();
			await page.keyboard.press('1');
			await page.addStyleTag({ content: `${BUTTONS} { visibility: hidden }` });
			await page.waitForTimeout(1000); // the canvas glides into place

			const boxes = await areasOf(page.locator('.vue-flow__node'));
			const left = Math.min(...boxes.map(({ x }) => x));
			const top = Math.min(...boxes.map(({ y }) => y));
			const right = Math.max(...boxes.map(({ x, width }) => x + width));
			const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
			// Around them there are the sign of the trigger, the names of the nodes, and the last plus
			const [width, height] = [right - left + 120, bottom - top + 84];
			await picture(page, `example-${name}`, { x: left - 24, y: top - 24, width, height });

			for (const note of await page.getByTestId('sticky').all()) {
				const [paper] = await areasOf(note);
				const texts = await areasOf(note.locator('p, li'));
				const end = Math.max(...texts.map(({ y, height }) => y + height));
				expect(end).toBeLessThan((paper?.y ?? 0) + (paper?.height ?? 0));
			}
			expect(await page.getByTestId('node-issues').count()).toBe(0);
		});
	});
});

const PAGES = ['', 'about', 'contact', 'pricing', 'products'].map(
	(page) => `https://example.com/${page}`,
);

function reports(): Report[] {
	return [...stage.sandbox.data.reports.values()];
}

/** The reports as they are now, whatever happens to them later. */
function snapshot(): Report[] {
	return structuredClone(reports());
}

function projects(): string[] {
	return stage.sandbox.data.projects().map(({ project }) => project);
}

function addressesOf(name: string): string[] {
	return reports().flatMap(({ project, url }) => (project === name ? [url] : []));
}

/** Puts a report into the service that differs from what the service would make of it. */
function store(url: string, changes: Partial<Report>): Report {
	return Object.assign(stage.sandbox.data.create(url, 1, null), changes);
}

/** Where things are on a page. */
async function areasOf(things: Locator): Promise<Area[]> {
	const areas = await Promise.all((await things.all()).map((thing) => thing.boundingBox()));
	return areas.filter((area) => area !== null);
}
