import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import {
	type Browser,
	type BrowserContextOptions,
	chromium,
	type Locator,
	type Page,
	selectors,
} from 'playwright-core';

import type { Owner } from '../../sandbox/launcher/n8n';

/** Artifacts of the end-to-end tests: screenshots and the tarball. Recreated by every run. */
export const OUTPUT = resolve(__dirname, 'output');

/** The pictures of the README. */
export const IMAGES = resolve(__dirname, '../../docs/images');

/** Part of a page, in pixels. */
export interface Area {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** Starts a headless Chromium. */
export async function openBrowser(): Promise<Browser> {
	// n8n's attribute for test IDs
	selectors.setTestIdAttribute('data-test-id');
	return await chromium.launch({
		executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-quic',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
		],
	});
}

/** Time limit for one step on a page, generous for a busy machine, in ms. */
const STEP_TIMEOUT = 90_000;

/** A new page of the browser. */
export async function newPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
	const page = await browser.newPage(options);
	page.setDefaultTimeout(STEP_TIMEOUT);
	return page;
}

/** A page of the browser that is signed in to n8n. */
export async function signedIn(browser: Browser, address: string, owner: Owner): Promise<Page> {
	const page = await newPage(browser, { viewport: { width: 1280, height: 800 } });
	// n8n's hints for beginners cover elements that tests click
	await page.addLocatorHandler(page.getByRole('button', { name: 'Got it' }), async (button) => {
		await button.click();
	});
	await page.goto(`${address}/signin`);
	await page.getByTestId('emailOrLdapLoginId').locator('input').fill(owner.email);
	await page.getByTestId('password').locator('input').fill(owner.password);
	await page.keyboard.press('Enter');
	await page.waitForURL((url) => !url.pathname.includes('signin'));
	return page;
}

/**
 * Takes a screenshot. With `UPDATE_PICTURES=1`, it also replaces the picture in the README.
 *
 * @param name file name in `docs/images`, without extension
 * @param shown the part of the page that is in the picture
 */
export async function picture(page: Page, name: string, shown: Area | Locator): Promise<void> {
	// The notices in the corner cover it
	const style = '.el-notification { display: none }';
	const how = { style, animations: 'disabled' } as const;
	const png = await ('x' in shown
		? page.screenshot({ ...how, clip: shown })
		: shown.screenshot(how));
	const folders = [join(OUTPUT, 'screenshots')];
	if (process.env.UPDATE_PICTURES) folders.push(IMAGES);
	for (const folder of folders) {
		await mkdir(folder, { recursive: true });
		await writeFile(join(folder, `${name}.png`), png);
	}
}

/** Retries an assertion while a page updates; fails with the last error. */
export async function eventually(assertion: () => Promise<void>): Promise<void> {
	const end = Date.now() + STEP_TIMEOUT;
	for (;;) {
		try {
			await assertion();
			return;
		} catch (error) {
			if (Date.now() > end) throw error;
		}
		await pause(100);
	}
}

/** Positions on a page once its animations have ended. */
export async function areasAtRest(things: Locator): Promise<Area[]> {
	let areas: Area[] = [];
	await eventually(async () => {
		const before = areas;
		await pause(500);
		areas = await areasOf(things);
		expect(areas).not.toEqual([]);
		expect(areas).toEqual(before);
	});
	return areas;
}

/** Positions on a page. */
export async function areasOf(things: Locator): Promise<Area[]> {
	const areas = await Promise.all((await things.all()).map((thing) => thing.boundingBox()));
	return areas.filter((area) => area !== null);
}
