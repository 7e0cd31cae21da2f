import { type Browser, chromium, type Page, selectors } from 'playwright-core';

import type { Owner } from '../../sandbox/start/n8n';
import { installDebianPackage } from '../debian';

/** Where Debian's package installs it. */
const CHROMIUM = '/usr/bin/chromium';

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
