import type { INodeProperties } from 'n8n-workflow';
import type { Page } from 'playwright-core';

import { NODE_TYPE, report } from '../support/node';
import { webPageReport, workflow } from '../support/workflow';
import { eventually, picture } from './browser';
import { enter, firstLines, iconIn, NodeDetails } from './nodeDetails';
import { useStage } from './stage';

const KEY = 'key-of-the-editor';

const PAGES = [
	'https://www.example.com/',
	'https://www.example.com/pricing',
	'https://www.example.com/about-us',
	'https://shop.example.org/',
	'https://shop.example.org/checkout',
];

const stage = useStage('editor', () => ({
	sandbox: { keys: [KEY], reports: 0 },
	credential: false,
	withBrowser: true,
}));

const node = new NodeDetails(() => stage.page);

let page: Page;

beforeAll(() => {
	({ page } = stage);
	for (const [day, url] of PAGES.entries()) {
		stage.sandbox.data.create(url, 1, null, new Date(Date.UTC(2026, 0, day + 1, 8)));
	}
});

/** The labels in a collection of Get Many, in their order. */
const namesIn = async (collection: string) => {
	const { properties } = await stage.editor.nodeType(NODE_TYPE);
	return properties
		.filter(({ name, displayOptions: { show } = {} }) => {
			const isListing = show?.operation?.includes('getAll') && show.resource?.includes('report');
			return name === collection && isListing;
		})
		.flatMap(({ options = [] }) => options as INodeProperties[])
		.map(({ displayName }) => displayName);
};

// A person's steps with mouse and keyboard: each depends on the ones before
describe('in the editor @push', () => {
	let workflowAddress: string;

	it('opens a new workflow', async () => {
		await page.getByTestId('new-workflow-card').click();
		await page.getByText('Add first step').waitFor();
		await page.getByTestId('canvas-plus-button').click();
	});

	it.each(['SEO', 'report'])('finds the node by %s', async (words) => {
		const search = page.getByTestId('node-creator-search-bar');
		const found = page.getByTestId('node-creator-item-name');
		// Clear the results of the last search
		await enter(search, 'no node has this name');
		await found.first().waitFor({ state: 'hidden' });
		await enter(search, words);
		await eventually(async () => {
			expect((await firstLines(found)).slice(0, 2)).toContain('Web Page Report');
		});
		const entry = page.getByTestId('item-iterator-item').filter({ hasText: 'Web Page Report' });
		expect(await entry.innerText()).toContain(
			'Create, list, update and delete reports on web pages; list and delete their projects',
		);
		expect(await iconIn(entry)).toBe('webPageReport.svg');
	});

	it('offers an action for every operation', async () => {
		await page.getByTestId('node-creator-item-name').getByText('Web Page Report').click();
		const entries = page.getByTestId('node-creator').getByTestId('node-creator-item-name');
		await eventually(async () => {
			expect((await firstLines(entries)).filter((name) => !name.startsWith('On '))).toEqual([
				'Create a report',
				'Delete a report',
				'Get a report',
				'Get many reports',
				'Update a report',
				'Delete a project',
				'Get many projects',
			]);
		});
		await entries.getByText('Create a report').click();
		await node.details().waitFor();
		await node.expectFields('URL', 'Privacy', 'Simplify');
	});

	it('reports a wrong key in the credential', async () => {
		await page.getByRole('button', { name: 'Connect to Web Page Report' }).click();
		const baseUrl = page.getByTestId('parameter-input-baseUrl').locator('input');
		await baseUrl.waitFor();
		await eventually(async () => {
			expect(await firstLines(node.credential().locator('label'))).toEqual([
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
		expect(await node.credential().innerText()).toContain(
			'Ends in the version of the API, usually /api/v1',
		);

		await enter(baseUrl, stage.sandbox.baseUrl);
		await enter(page.getByTestId('parameter-input-apiKey').locator('input'), 'wrong-key');
		await node.save().click();
		await node.credential().getByText('More details').click();
		await node
			.credential()
			.getByText(
				'The service rejected the API key (401): Unauthenticated. Check API Key in the credential: copy it again from your report service.',
			)
			.waitFor();
	});

	it('confirms the connection in the credential', async () => {
		await enter(page.getByTestId('parameter-input-apiKey').locator('input'), KEY);
		await node.save().click();
		await page.getByText('Credential saved').waitFor();
		await node.credential().waitFor({ state: 'hidden' });
		await page.getByTestId('credential-edit-button').click();
		await node.credential().getByText('Connection tested successfully').waitFor();
		await picture(page, 'credential', node.credential().locator('.el-dialog'));
		await node.credential().getByRole('button', { name: 'Close this dialog' }).click();
		await node.credential().waitFor({ state: 'hidden' });
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
		await node.choose('resource', resource);
		await node.choose('operation', operation);
		await node.expectFields(...expected);
	});

	it('adds the fields to update, and says what costs nothing', async () => {
		await node.add('Add Field').click();
		await node.expectOffered('New Results', 'Password', 'Privacy');
		await node.click('New Results');
		await node.expectFields('Report', 'Update Fields', 'New Results', 'Simplify');
		await node.open('results');
		await node.expectOffered('Analyse the Page Again', 'Keep Current Results');
		await page.getByText('Does nothing, and costs nothing').waitFor();
		await node.click('Keep Current Results');
	});

	it('offers filters and options for a list, and no Limit with Return All', async () => {
		await node.choose('operation', 'Get Many');
		await node.add('Add Filter').click();
		await node.expectOffered(...(await namesIn('filters')));
		await node.click('Result');
		await node.open('result');
		await node.expectOffered('Bad', 'Decent', 'Good');
		await node.click('Good');
		await node.add('Add Option').click();
		await node.expectOffered(...(await namesIn('options')));
		await node.click('Sort By');
		await node.open('sortBy');
		await node.expectOffered('Date Created', 'Date Generated', 'Result', 'URL');
		await node.click('URL');
		await page.getByTestId('parameter-input-returnAll').click();
		await node.expectFields('Return All', 'Filters', 'Result', 'Options', 'Sort By', 'Simplify');
	});

	it('asks for a password only if Privacy is Password', async () => {
		await node.choose('operation', 'Create');
		await node.open('privacy');
		await node.expectOffered('Password', 'Private', 'Public');
		await node.click('Password');
		await node.expectFields('URL', 'Privacy', 'Password', 'Simplify');
		// n8n marks it as required once the field loses focus
		await page.getByTestId('parameter-input-password').locator('input').click();
		await page.keyboard.press('Tab');
		await node.parameters().getByTestId('parameter-issues').first().waitFor();
		for (const level of ['Public', 'Private']) {
			await node.choose('privacy', level);
			await node.expectFields('URL', 'Privacy', 'Simplify');
		}
	});

	it('creates a report', async () => {
		const url = page.getByTestId('parameter-input-url').locator('input');
		expect(await url.getAttribute('placeholder')).toBe('e.g. https://example.com/about');
		await enter(url, 'https://www.example.com/contact');
		await node.execute();
		const [names = [], values = []] = await node.table(1);
		expect(names.slice(0, 5)).toEqual(['id', 'url', 'project', 'result', 'privacy']);
		expect(values.slice(0, 5)).toEqual([
			String(PAGES.length + 1),
			'https://www.example.com/contact',
			'example.com',
			'bad',
			'1',
		]);
		await picture(page, 'create', node.details());
	});

	it('takes a report by ID, by URL or from a list that can be searched', async () => {
		await node.choose('operation', 'Get');
		const mode = page.getByTestId('rlc-mode-selector');
		for (const [name, placeholder, hint] of [
			['By ID', 'e.g. 42', 'The ID in the output of Create and Get Many'],
			['By URL', 'e.g. https://example.com/reports/42', 'not of the analysed page'],
		] as const) {
			await mode.click();
			await node.expectOffered('From list', 'By ID', 'By URL');
			await node.click(name);
			await node.parameters().getByText(hint).waitFor();
			await node.parameters().getByPlaceholder(placeholder).last().waitFor();
		}
		await mode.click();
		await node.click('From list');
		const entries = page.getByTestId('rlc-item');
		await page.getByTestId('rlc-input').click();
		await eventually(async () => {
			expect(await entries.count()).toBe(stage.sandbox.data.reports.size);
		});
		await picture(page, 'list', node.parameters());
		await enter(page.getByTestId('rlc-search'), 'pric');
		await eventually(async () => {
			expect(await entries.allInnerTexts()).toEqual([
				expect.stringMatching(/^#2 · example\.com\/pricing · 2026-01-02 \d\d:\d\d · \w+$/),
			]);
		});
		await entries.click();
		await eventually(async () => {
			expect(await page.getByTestId('rlc-input').inputValue()).toContain('/pricing');
		});
		await node.parameters().getByTestId('parameter-issues').waitFor({ state: 'hidden' });
		await node.execute();
		await node.output().getByText('https://www.example.com/pricing').waitFor();
		expect((await node.table(1))[1]?.slice(0, 2)).toEqual(['2', 'https://www.example.com/pricing']);
	});

	it('says what failed, and what to do', async () => {
		stage.sandbox.conditions.push({ status: 500, body: { message: 'The database is busy.' } });
		await node.choose('operation', 'Get Many');
		await node.execute();
		await node.expectFailure(
			'The service could not list reports (500): The database is busy.',
			'Try again later. If it keeps failing, contact your report service.',
		);

		await node.choose('operation', 'Get');
		await page.getByTestId('rlc-input').click();
		const list = page.getByTestId('rlc-error-container');
		await list
			.getByText('The service could not list reports (500): The database is busy.')
			.waitFor();
		await list
			.getByText('Try again later. If it keeps failing, contact your report service.')
			.waitFor();
		stage.sandbox.conditions.length = 0;
	});

	it('says if the report of a lost create was not found', async () => {
		stage.sandbox.conditions.push({ method: 'POST', drop: true });
		await node.choose('operation', 'Create');
		await enter(
			page.getByTestId('parameter-input-url').locator('input'),
			'https://www.example.org/press',
		);
		await node.execute(180_000);
		await node.expectFailure(
			'The connection was lost before the service responded',
			'The report for https://www.example.org/press may have been created. Check with Get Many before you run this item again.',
		);
		await picture(page, 'failure', node.details());
		stage.sandbox.conditions.length = 0;
		await page.getByTestId('ndv-close-button').click();
		await node.details().waitFor({ state: 'hidden' });
		workflowAddress = page.url();
	});

	it.each([
		['Dark', 'webPageReport.dark.svg'],
		['Light', 'webPageReport.svg'],
	])('has an icon for the %s theme', async (theme, icon) => {
		await page.getByTestId('main-sidebar-settings').click();
		await page.getByTestId('settings-personal').click();
		await page.getByTestId('theme-select').click();
		await node.click(`${theme} theme`);
		await page.getByTestId('save-settings-button').click();
		await page.getByText('Personal details updated').waitFor();

		await page.goto(workflowAddress);
		const shown = page.getByTestId('canvas-node').filter({ hasText: 'Create a report' });
		await shown.waitFor();
		await eventually(async () => {
			expect(await iconIn(shown)).toBe(icon);
		});
		await page.getByTestId('node-creator-plus-button').click();
		await enter(page.getByTestId('node-creator-search-bar'), 'Web Page Report');
		const entry = page.getByTestId('item-iterator-item').filter({ hasText: 'Web Page Report' });
		expect(await iconIn(entry)).toBe(icon);
	});
});

describe('before the first run', () => {
	/** Opens the details of a node, in a workflow with this many items that has not run yet. */
	async function openNode(name: string, randomDataCount = 1): Promise<void> {
		const source = {
			name: 'Items',
			type: 'n8n-nodes-base.debugHelper',
			typeVersion: 1,
			parameters: { category: 'randomData', randomDataCount },
		};
		// This n8n has a different credential
		const pages = { ...webPageReport('Pages', report('create')), credentials: {} };
		const next = { name: 'Next', type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters: {} };
		const row = workflow(`${name}${String(randomDataCount)}`, [source, pages, next]);
		const { id } = await stage.editor.rest<{ id: string }>('POST', '/workflows', row);
		await page.goto(`${stage.editor.address}/workflow/${id}`);
		await page.getByTestId('canvas-node').filter({ hasText: name }).first().dblclick();
		await node.details().waitFor();
	}

	it('the next node offers the fields of a report for dragging', async () => {
		await openNode('Next');
		// n8n marks them as a preview
		const pills = page.locator('.pill--preview');
		const fields = ['id', 'url', 'project', 'result', 'privacy', 'generated_at'];
		await eventually(async () => {
			expect(await pills.allInnerTexts()).toEqual(fields);
		});
		await page.keyboard.press('Escape');
		await page.getByTestId('canvas-node').filter({ hasText: 'Create: Report' }).waitFor();
	});

	it.each([
		[20, 0],
		[21, 1],
	])('explains for %d items how they are sent: %d hints', async (items, hints) => {
		await openNode('Pages', items);
		await page.getByText('Execute previous nodes').click();
		await node
			.details()
			.getByText(`${String(items)} items`)
			.first()
			.waitFor();
		await eventually(async () => {
			const hint = node.output().getByTestId('run-data-hints').getByText('1,000 about 17');
			expect(await hint.count()).toBe(hints);
		});
	});
});
