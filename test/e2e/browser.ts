import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { type Browser, chromium, type Page, selectors } from 'playwright-core';

import type { Owner } from '../../sandbox/start/n8n';
import { installDebianPackage } from '../debian';
import { OUTPUT } from './stage';

/** Where Debian's package installs it. */
const CHROMIUM = '/usr/bin/chromium';

/** The pictures of the README. */
const IMAGES = resolve(__dirname, '../../docs/images');

/** A part of a page, in pixels. */
export interface Area {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** Starts a headless Chromium, which is installed first where there is none. */
export async function openBrowser(): Promise<Browser> {
	await installDebianPackage('chromium', CHROMIUM);
	// What n8n marks its elements with
	selectors.setTestIdAttribute('data-test-id');
	return await chromium.launch({
		executablePath: CHROMIUM,
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

/** A page of that browser in which a person has signed in to n8n. */
export async function signedIn(browser: Browser, address: string, owner: Owner): Promise<Page> {
	const page = await browser.newPage({ viewport: { width: 1500, height: 950 } });
	await page.goto(`${address}/signin`);
	await page.getByTestId('emailOrLdapLoginId').locator('input').fill(owner.email);
	await page.getByTestId('password').locator('input').fill(owner.password);
	await page.keyboard.press('Enter');
	await page.waitForURL((url) => !url.pathname.includes('signin'));
	return page;
}

/** Takes a picture that is also one for the README, where `UPDATE_PICTURES=1` replaces it. */
export async function picture(page: Page, name: string, clip?: Area): Promise<void> {
	const png = await page.screenshot({ clip });
	const folders = [join(OUTPUT, 'screenshots')];
	if (process.env.UPDATE_PICTURES) folders.push(IMAGES);
	for (const folder of folders) {
		await mkdir(folder, { recursive: true });
		await writeFile(join(folder, `${name}.png`), png);
	}
}
