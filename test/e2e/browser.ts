import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import {
	type Browser,
	type BrowserContextOptions,
	chromium,
	expect as assertion,
	type Locator,
	type Page,
	selectors,
} from '@playwright/test';

import { OUTPUT } from './setup';

/** Time limit for one step on a page, generous for a busy machine, in ms. */
const STEP_TIMEOUT = 90_000;

/** Playwright's assertions, which wait until a page shows what is expected. */
export const see = assertion.configure({ timeout: STEP_TIMEOUT });

/** Starts a headless Chromium. */
export async function openBrowser(): Promise<Browser> {
	// n8n's attribute for test IDs
	selectors.setTestIdAttribute('data-test-id');
	return await chromium.launch({
		executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
		args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
	});
}

/** A new page of the browser. */
export async function newPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
	const page = await browser.newPage(options);
	page.setDefaultTimeout(STEP_TIMEOUT);
	return page;
}

/** A page with n8n's list of workflows. The options say where n8n is, and hold the cookies of somebody who has signed in. */
export async function openEditor(browser: Browser, options: BrowserContextOptions): Promise<Page> {
	const page = await newPage(browser, { viewport: { width: 1280, height: 800 }, ...options });
	// n8n's hints for beginners cover elements that tests click
	await page.addLocatorHandler(page.getByRole('button', { name: 'Got it' }), async (button) => {
		await button.click();
	});
	await page.goto('/home/workflows');
	return page;
}

/** Takes a screenshot. With `UPDATE_PICTURES=1`, it also replaces the one of that name in `docs/images`. */
export async function picture(shown: Locator | Page, name: string): Promise<void> {
	// The notices in the corner cover it
	const style = '.el-notification { display: none }';
	const png = await shown.screenshot({ style, animations: 'disabled' });
	const folders = [join(OUTPUT, 'screenshots')];
	if (process.env.UPDATE_PICTURES) folders.push(resolve(__dirname, '../../docs/images'));
	for (const folder of folders) {
		await mkdir(folder, { recursive: true });
		await writeFile(join(folder, `${name}.png`), png);
	}
}

/** Replaces the text of a field, as if pasted: n8n takes over typed letters after an unobservable delay. */
export async function enter(field: Locator, text: string): Promise<void> {
	await field.click();
	await field.press('ControlOrMeta+a');
	await field.page().keyboard.insertText(text);
}

/** Chooses an option of a dropdown, by the name of its parameter. */
export async function choose(page: Page, parameter: string, option: string): Promise<void> {
	await page.getByTestId(`parameter-input-${parameter}`).click();
	await pick(page, option);
}

/** Chooses an entry of the open dropdown, and waits until it has closed. */
export async function pick(page: Page, option: string): Promise<void> {
	const text = page.getByText(option, { exact: true });
	const entry = page.getByRole('option').filter({ visible: true, has: text });
	await entry.click();
	await entry.waitFor({ state: 'hidden' });
}

/** Executes the open node, and closes n8n's notice that it has ended: n8n accepts no other step until then. */
export async function execute(page: Page): Promise<void> {
	await page.getByTestId('node-execute-button').click();
	const notice = page
		.getByRole('alert')
		.filter({ hasText: /executed successfully|Node was not executed|Problem in node/ });
	await notice.waitFor();
	// A click while it slides in can be lost
	await see(async () => {
		if (await notice.isVisible())
			await notice.locator('.el-notification__closeBtn').click({ timeout: 5000 });
		await see(notice).toBeHidden({ timeout: 1000 });
	}).toPass();
}
