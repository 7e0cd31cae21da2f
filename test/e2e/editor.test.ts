import type { Page } from '@playwright/test';

import { choose, enter, execute, pick, picture, see } from './browser';
import { useStage } from './stage';

const KEY = 'key-of-the-editor';

const PAGES = [
	'https://www.example.com/',
	'https://www.example.com/pricing',
	'https://shop.example.org/',
];

const stage = useStage('editor', () => ({
	sandbox: { keys: [KEY], reports: 0 },
	withCredential: false,
	withBrowser: true,
}));

let page: Page;

beforeAll(() => {
	({ page } = stage);
	for (const [day, url] of PAGES.entries()) {
		stage.sandbox.data.create(url, 1, null, new Date(Date.UTC(2026, 0, day + 1, 8)));
	}
});

const details = () => page.getByTestId('ndv');
const parameters = () => page.getByTestId('node-parameters');
const output = () => page.getByTestId('output-panel');
const save = () => page.getByTestId('credential-save-button').getByRole('button');
const credential = () => page.getByRole('dialog').filter({ has: save() });
const input = (name: string) => page.getByTestId(`parameter-input-${name}`).locator('input');

/** Texts that start with these words, each followed by switches or a description, if by anything. */
const starting = (words: string[]) => words.map((each) => new RegExp(`^\\s*${each}(?![a-z])`));

/** Expects the labels of all fields, from top to bottom. */
async function expectFields(...labels: string[]): Promise<void> {
	const shown = parameters().locator('label').filter({ visible: true });
	await see(shown).toHaveText(starting(['Credential', 'Resource', 'Operation', ...labels]));
}

// A person's steps with mouse and keyboard: each depends on the ones before
describe('in the editor', () => {
	it('is found by what it does, and offers its operations', async () => {
		await page.getByTestId('new-workflow-card').click();
		await page.getByTestId('canvas-plus-button').click();
		await enter(page.getByTestId('node-creator-search-bar'), 'report');
		const found = page.getByTestId('node-creator-item-name');
		await found.getByText('Web Page Report', { exact: true }).click();
		await page.getByTestId('node-creator').getByText('Create a report').click();
		await details().waitFor();
		await expectFields('URL', 'Privacy', 'Simplify');
	});

	it('says in the credential that a key is wrong, and what to do', async () => {
		await page.getByRole('button', { name: 'Connect to Web Page Report' }).click();
		await enter(input('baseUrl'), stage.sandbox.baseUrl);
		await enter(input('apiKey'), 'wrong-key');
		await save().click();
		await credential().getByText('More details').click();
		await see(credential()).toContainText(
			'The service rejected the API key (401): Unauthenticated. Check API Key in the credential: copy it again from your report service.',
		);
	});

	it('confirms in the credential that a key is right', async () => {
		await enter(input('apiKey'), KEY);
		await save().click();
		await page.getByText('Credential saved').waitFor();
		await page.getByTestId('credential-edit-button').click();
		await credential().getByText('Connection tested successfully').waitFor();
		await picture(credential().locator('.el-dialog'), 'credential');
		await credential().getByRole('button', { name: 'Close this dialog' }).click();
		await credential().waitFor({ state: 'hidden' });
	});

	it.each([
		['Project', 'Get Many', ['Return All', 'Limit', 'Filters', 'Options']],
		['Project', 'Delete', ['Project']],
		['Report', 'Delete', ['Report']],
		['Report', 'Get', ['Report', 'Simplify']],
		['Report', 'Get Many', ['Return All', 'Limit', 'Filters', 'Options', 'Simplify']],
		['Report', 'Update', ['Report', 'Update Fields', 'Simplify']],
		['Report', 'Create', ['URL', 'Privacy', 'Simplify']],
	])('shows the fields of %s, %s', async (resource, operation, expected) => {
		await choose(page, 'resource', resource);
		await choose(page, 'operation', operation);
		await expectFields(...expected);
	});

	it('asks for a password only if Privacy is Password', async () => {
		await page.getByTestId('parameter-input-privacy').click();
		const offered = page.getByRole('option').filter({ visible: true });
		await see(offered).toHaveText(starting(['Password', 'Private', 'Public']));
		await pick(page, 'Password');
		await expectFields('URL', 'Privacy', 'Password', 'Simplify');
		await choose(page, 'privacy', 'Private');
		await expectFields('URL', 'Privacy', 'Simplify');
	});

	it('creates a report', async () => {
		await enter(input('url'), 'https://www.example.com/contact');
		await execute(page);
		await see(output().locator('tr')).toHaveCount(2);
		await see(output().locator('tr').nth(1)).toContainText(
			`${String(PAGES.length + 1)}https://www.example.com/contactexample.com`,
		);
		await picture(details(), 'create');
	});

	it('takes a report from a list that can be searched', async () => {
		await choose(page, 'operation', 'Get');
		await page.getByTestId('rlc-input').click();
		const entries = page.getByTestId('rlc-item');
		await see(entries).toHaveCount(PAGES.length + 1);
		await picture(parameters(), 'list');
		await enter(page.getByTestId('rlc-search'), 'pric');
		await see(entries).toHaveText([/^#2 · example\.com\/pricing · 2026-01-02 \d\d:\d\d · \w+$/]);
		await entries.click();
		await see(page.getByTestId('rlc-input')).toHaveValue(/pricing/);
		await execute(page);
		await see(output()).toContainText('https://www.example.com/pricing');
	});

	it('says what failed, and what to do, in the output and in a list', async () => {
		const message = 'The service could not list reports (500): The database is busy.';
		const advice = 'Try again later. If it keeps failing, contact your report service.';
		stage.sandbox.conditions.push({ status: 500, body: { message: 'The database is busy.' } });
		await choose(page, 'operation', 'Get Many');
		await execute(page);
		await see(output().getByTestId('node-error-message')).toHaveText(message);
		await see(output().getByTestId('node-error-description')).toHaveText(advice);
		await picture(details(), 'failure');

		await choose(page, 'operation', 'Get');
		await page.getByTestId('rlc-input').click();
		await see(page.getByTestId('rlc-error-container')).toContainText(message);
		await see(page.getByTestId('rlc-error-container')).toContainText(advice);
	});
});
