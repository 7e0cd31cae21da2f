import type { Browser, Page } from 'playwright-core';

import type { RunningN8n } from '../../sandbox/launcher/n8n';
import { eventually, openBrowser, picture, screenshots, signedIn } from './browser';
import { enter, firstLines, iconIn, nodeDetails, placeholderOf } from './nodeDetails';
import { setStage, type Stage } from './stage';

const KEY = 'key-of-the-editor';

const PAGES = [
	'https://www.example.com/',
	'https://www.example.com/pricing',
	'https://www.example.com/about-us',
	'https://shop.example.org/',
	'https://shop.example.org/checkout',
];

// What a person does with mouse and keyboard, one step after the other: each needs those before it
describe('in the editor', () => {
	let stage: Stage;
	let running: RunningN8n;
	let browser: Browser;
	let page: Page;
	let screenshot: (name: string) => Promise<void>;
	let workflowAddress: string;

	beforeAll(async () => {
		stage = await setStage('editor', {
			sandbox: { keys: [KEY], reports: 0 },
			withoutCredential: true,
		});
		for (const [day, url] of PAGES.entries()) {
			stage.sandbox.data.create(url, 1, null, new Date(Date.UTC(2026, 0, day + 1, 8)));
		}
		running = await stage.n8n.start();
		const owner = await stage.n8n.ensureOwner(running.address);
		browser = await openBrowser();
		page = await signedIn(browser, running.address, owner);
		screenshot = screenshots(page);
	});

	afterAll(async () => {
		await browser.close();
		await running.stop();
		await stage.strike();
	});

	const {
		details,
		parameters,
		output,
		save,
		credential,
		expectFields,
		expectOffered,
		click,
		open,
		choose,
		add,
		execute,
		table,
		expectFailure,
	} = nodeDetails(() => page);

	it('opens a new workflow', async () => {
		await page.getByTestId('new-workflow-card').click();
		await page.getByText('Add first step').waitFor();
		await screenshot('new-workflow');
		await page.getByTestId('canvas-plus-button').click();
	});

	it.each(['SEO', 'SEO audit', 'report', 'Web Page Report'])(
		'finds the node by %s',
		async (words) => {
			const search = page.getByTestId('node-creator-search-bar');
			const found = page.getByTestId('node-creator-item-name');
			// Away with what the last search has found
			await enter(search, 'no node has this name');
			await found.first().waitFor({ state: 'hidden' });
			await enter(search, words);
			await eventually(async () => {
				expect((await firstLines(found)).slice(0, 2)).toContain('Web Page Report');
			});
			const entry = page.getByTestId('item-iterator-item').filter({ hasText: 'Web Page Report' });
			expect(await entry.innerText()).toContain(
				'List, create, update and delete reports on web pages, and the projects they belong to',
			);
			expect(await iconIn(entry)).toBe('webPageReport.svg');
			await screenshot(`node-panel-${words.replaceAll(' ', '-').toLowerCase()}`);
		},
	);

	it('offers an action for every operation', async () => {
		await page.getByTestId('node-creator-item-name').getByText('Web Page Report').click();
		const entries = page.getByTestId('node-creator').getByTestId('node-creator-item-name');
		await eventually(async () => {
			expect((await firstLines(entries)).filter((name) => !name.startsWith('On '))).toEqual([
				'Delete a project',
				'Get many projects',
				'Create a report',
				'Delete a report',
				'Get a report',
				'Get many reports',
				'Update a report',
			]);
		});
		await screenshot('actions');
		await entries.getByText('Create a report').click();
		await details().waitFor();
		await expectFields('URL', 'Privacy', 'Simplify');
		await screenshot('added');
	});

	it('says in the credential that a key is wrong', async () => {
		await page.getByRole('button', { name: 'Connect to Web Page Report' }).click();
		const baseUrl = page.getByTestId('parameter-input-baseUrl').locator('input');
		await baseUrl.waitFor();
		await eventually(async () => {
			expect(await firstLines(credential().locator('label'))).toEqual([
				'Base URL *',
				'API Key *',
				'Ignore SSL Issues (Insecure)',
				'Requests at Once',
				// Added by n8n
				'Allowed HTTP Request Domains',
			]);
		});
		expect(await baseUrl.getAttribute('placeholder')).toBe(
			'e.g. https://reports.example.com/api/v1',
		);
		expect(await credential().innerText()).toContain(
			'Ends in the version of the API, usually /api/v1',
		);
		await screenshot('credential-empty');

		await enter(baseUrl, stage.sandbox.baseUrl);
		await enter(page.getByTestId('parameter-input-apiKey').locator('input'), 'wrong-key');
		await save().click();
		await credential().getByText('More details').click();
		await credential()
			.getByText(
				'The service rejected the API key (401): Unauthenticated. Check API Key: copy it again from your report service.',
			)
			.waitFor();
		await screenshot('credential-wrong-key');
	});

	it('says in the credential that the connection works', async () => {
		await enter(page.getByTestId('parameter-input-apiKey').locator('input'), KEY);
		await save().click();
		await page.getByText('Credential saved').waitFor();
		await credential().waitFor({ state: 'hidden' });
		await page.getByTestId('credential-edit-button').click();
		await credential().getByText('Connection tested successfully').waitFor();
		await screenshot('credential-tested');
		await picture(page, 'credential', credential().locator('.el-dialog'));
		await credential().getByRole('button', { name: 'Close this dialog' }).click();
		await credential().waitFor({ state: 'hidden' });
	});

	it('offers the operations of each resource', async () => {
		await open('operation');
		await expectOffered('Create', 'Delete', 'Get', 'Get Many', 'Update');
		await screenshot('operations-of-report');
		await click('Create');
		await choose('resource', 'Project');
		await open('operation');
		await expectOffered('Delete', 'Get Many');
		await screenshot('operations-of-project');
		await click('Get Many');
	});

	it.each([
		['Project', 'Get Many', ['Return All', 'Limit', 'Filters', 'Options']],
		['Project', 'Delete', ['Project']],
		['Report', 'Create', ['URL', 'Privacy', 'Simplify']],
		['Report', 'Delete', ['Report']],
		['Report', 'Get', ['Report', 'Simplify']],
		['Report', 'Get Many', ['Return All', 'Limit', 'Filters', 'Options', 'Simplify']],
		['Report', 'Update', ['Report', 'Update Fields', 'Simplify']],
	])('shows the fields of %s, %s', async (resource, operation, expected) => {
		await choose('resource', resource);
		await choose('operation', operation);
		await expectFields(...expected);
		await screenshot(`fields-${resource}-${operation.replace(' ', '-')}`.toLowerCase());
	});

	it('adds the fields to update one by one', async () => {
		for (const [field, left] of [
			['New Results', ['New Results', 'Password', 'Privacy']],
			['Privacy', ['Password', 'Privacy']],
			['Password', ['Password']],
		] as const) {
			await add('Add Field').click();
			await expectOffered(...left);
			await click(field);
		}
		await expectFields('Report', 'Update Fields', 'New Results', 'Password', 'Privacy', 'Simplify');
		await screenshot('update-fields');
		await open('results');
		await expectOffered('Analyse the Page Again', 'Keep Current Results');
		await page.getByText('Does nothing, and costs nothing').waitFor();
		await screenshot('new-results');
		await click('Keep Current Results');
	});

	it('offers filters and options for a list, and no limit with Return All', async () => {
		await choose('operation', 'Get Many');
		await add('Add Filter').click();
		await expectOffered('Result', 'Search', 'Search By');
		await click('Result');
		await open('result');
		await expectOffered('Bad', 'Decent', 'Good');
		await screenshot('filter');
		await click('Good');
		await add('Add Option').click();
		await expectOffered('Page Size', 'Sort By', 'Sort Order');
		await click('Sort By');
		await open('sortBy');
		await expectOffered('Date Created', 'Date Generated', 'Result', 'URL');
		await screenshot('option');
		await click('URL');
		await page.getByTestId('parameter-input-returnAll').click();
		await expectFields('Return All', 'Filters', 'Result', 'Options', 'Sort By', 'Simplify');
		await screenshot('return-all');
	});

	it('asks for a password only where Privacy is Password', async () => {
		await choose('operation', 'Create');
		await open('privacy');
		await expectOffered('Password', 'Private', 'Public');
		await screenshot('privacy');
		await click('Password');
		await expectFields('URL', 'Privacy', 'Password', 'Simplify');
		// n8n says that it is required when the field is left
		await page.getByTestId('parameter-input-password').locator('input').click();
		await page.keyboard.press('Tab');
		await parameters().getByTestId('parameter-issues').first().waitFor();
		await screenshot('privacy-password');
		for (const level of ['Public', 'Private']) {
			await choose('privacy', level);
			await expectFields('URL', 'Privacy', 'Simplify');
		}
	});

	it('creates a report', async () => {
		const url = page.getByTestId('parameter-input-url').locator('input');
		expect(await url.getAttribute('placeholder')).toBe('e.g. https://example.com/about');
		await enter(url, 'https://www.example.com/contact');
		await execute();
		const [names = [], values = []] = await table(1);
		expect(names.slice(0, 5)).toEqual(['id', 'url', 'project', 'result', 'privacy']);
		expect(values.slice(0, 5)).toEqual([
			String(PAGES.length + 1),
			'https://www.example.com/contact',
			'example.com',
			'bad',
			'1',
		]);
		expect([...stage.sandbox.data.reports.values()].at(-1)?.url).toBe(
			'https://www.example.com/contact',
		);
		await screenshot('created');
		await picture(page, 'create', details());
	});

	it('takes a report from a list, by ID or by URL', async () => {
		await choose('operation', 'Get');
		const mode = page.getByTestId('rlc-mode-selector');
		const input = page.getByTestId('rlc-input').filter({ visible: true });
		for (const [name, placeholder, hint] of [
			['By ID', 'e.g. 42', 'The ID in the output of Create and Get Many'],
			[
				'By URL',
				'e.g. https://example.com/reports/42',
				'The address of the report on your report service, not of the analysed page',
			],
		] as const) {
			await mode.click();
			await expectOffered('From list', 'By ID', 'By URL');
			await click(name);
			await parameters().getByText(hint).waitFor();
			expect(await placeholderOf(input)).toBe(placeholder);
			await screenshot(`report-${name.replace(' ', '-').toLowerCase()}`);
		}
		await input.locator('input').or(input).last().fill('');
		await mode.click();
		await click('From list');
		await eventually(async () => {
			expect(await placeholderOf(input)).toBe('Select a report...');
		});
	});

	it('searches the list of reports', async () => {
		const entries = page.getByTestId('rlc-item');
		await page.getByTestId('rlc-input').click();
		await eventually(async () => {
			expect(await entries.count()).toBe(stage.sandbox.data.reports.size);
		});
		await screenshot('list');
		await picture(page, 'list', parameters());
		await enter(page.getByTestId('rlc-search'), 'pric');
		await eventually(async () => {
			expect(await entries.allInnerTexts()).toEqual([
				expect.stringMatching(/^example\.com\/pricing · \w+ · 2026-01-02 08:00 · ID 2$/),
			]);
		});
		await screenshot('list-searched');
		await enter(page.getByTestId('rlc-search'), '2');
		await eventually(async () => {
			expect((await entries.allInnerTexts()).map((text) => text.split(' · ').at(-1))).toEqual([
				'ID 2',
			]);
		});
		await screenshot('list-searched-by-id');
		await entries.click();
		await eventually(async () => {
			expect(await page.getByTestId('rlc-input').inputValue()).toContain('/pricing');
		});
		await parameters().getByTestId('parameter-issues').waitFor({ state: 'hidden' });
		await execute();
		await output().getByText('https://www.example.com/pricing').waitFor();
		expect((await table(1))[1]?.slice(0, 2)).toEqual(['2', 'https://www.example.com/pricing']);
		await screenshot('report');
	});

	it('shows the items of a list', async () => {
		await choose('operation', 'Get Many');
		await expectFields('Return All', 'Limit', 'Filters', 'Options', 'Simplify');
		await execute();
		await eventually(async () => {
			const [, ...items] = await table(stage.sandbox.data.reports.size);
			expect(items.map(([, url]) => url)).toEqual([
				'https://www.example.com/contact',
				...[...PAGES].reverse(),
			]);
		});
		await screenshot('items');
	});

	it('says what has failed, and what to do', async () => {
		stage.sandbox.conditions.push({ status: 500, body: { message: 'The database is busy.' } });
		await execute();
		await expectFailure(
			'The service could not list reports (500): The database is busy.',
			'Try again later. If it keeps failing, contact your report service.',
		);
		await screenshot('failure');

		await choose('operation', 'Get');
		await page.getByTestId('rlc-input').click();
		const list = page.getByTestId('rlc-error-container');
		await list
			.getByText('The service could not list reports (500): The database is busy.')
			.waitFor();
		await list
			.getByText('Try again later. If it keeps failing, contact your report service.')
			.waitFor();
		await screenshot('failure-of-list');
		stage.sandbox.conditions.length = 0;
	});

	it('shows the report of a create whose answer was lost', async () => {
		stage.sandbox.conditions.push({ method: 'POST', done: true, drop: true, times: 1 });
		await choose('operation', 'Create');
		await enter(
			page.getByTestId('parameter-input-url').locator('input'),
			'https://www.example.com/contact',
		);
		await execute();
		const newest = [...stage.sandbox.data.reports.keys()].at(-1);
		await eventually(async () => {
			expect((await table(1))[1]?.slice(0, 2)).toEqual([
				String(newest),
				'https://www.example.com/contact',
			]);
		});
		await screenshot('found');
	});

	it('says when a report was looked for and is not there', async () => {
		stage.sandbox.conditions.push({ method: 'POST', drop: true });
		await enter(
			page.getByTestId('parameter-input-url').locator('input'),
			'https://www.example.org/press',
		);
		await execute(180_000);
		await expectFailure(
			'The connection was lost before the service answered',
			'The report for https://www.example.org/press may have been created: none that is surely its own has shown up within 60 seconds, and it may still come. Check with Get Many before you run this item again.',
		);
		await screenshot('failure-of-create');
		await picture(page, 'failure', details());
		stage.sandbox.conditions.length = 0;
		await page.getByTestId('ndv-close-button').click();
		await details().waitFor({ state: 'hidden' });
		workflowAddress = page.url();
	});

	it.each([
		['Dark', 'webPageReport.dark.svg'],
		['Light', 'webPageReport.svg'],
	])('has an icon for the %s theme', async (theme, icon) => {
		await page.getByTestId('main-sidebar-settings').click();
		await page.getByTestId('settings-personal').click();
		await page.getByTestId('theme-select').click();
		await click(`${theme} theme`);
		await page.getByTestId('save-settings-button').click();
		await page.getByText('Personal details updated').waitFor();
		await screenshot(`theme-${theme.toLowerCase()}`);

		await page.goto(workflowAddress);
		const node = page.getByTestId('canvas-node').filter({ hasText: 'Create a report' });
		await node.waitFor();
		await eventually(async () => {
			expect(await iconIn(node)).toBe(icon);
		});
		await page.getByTestId('node-creator-plus-button').click();
		await enter(page.getByTestId('node-creator-search-bar'), 'Web Page Report');
		const entry = page.getByTestId('item-iterator-item').filter({ hasText: 'Web Page Report' });
		expect(await iconIn(entry)).toBe(icon);
		await screenshot(`icons-${theme.toLowerCase()}`);
	});
});
