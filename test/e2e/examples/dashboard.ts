import axe, { type AxeResults } from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';

import { picture } from '../browser';
import { type ExamplesStage, LOGIN } from './examplesStage';

const RESULTS: Record<string, string | null> = { G: 'good', D: 'decent', B: 'bad', '?': null };
/** It would be markup if it were not escaped. */
const MARKUP = `https://shop.example.com/?a="<img src=x onerror=alert(1)>'&lt;`;

/** The results of each page, oldest first and a day apart. */
const PAGES: Array<[url: string, results: string]> = [
	['https://example.com/', 'GGGGGGGGGGGG'],
	['https://example.com/contact', 'DDDDDDD'],
	['https://example.com/pricing', 'GGGGDGGGGB'],
	['https://shop.example.com/basket', 'GDDDBBBB'],
	[MARKUP, 'DDGG'],
	[`https://shop.example.com/${'long/'.repeat(395)}`, 'DDG?'],
];

/** The lightness of the colours of good, decent and bad: it tells them apart without colour vision. */
const LIGHTNESS = `['good', 'decent', 'bad'].map((group) => getComputedStyle(document.querySelector('.legend .' + group)).backgroundColor.match(/\\d+/g).reduce((sum, part, at) => sum + [0.21, 0.72, 0.07][at] * (part / 255) ** 2.2, 0.05))`;

/** The tests of the dashboard, in the n8n of all examples. */
export function describeDashboard(examples: ExamplesStage): void {
	/** Opens the dashboard, and checks what must hold in any browser. */
	async function open(options: BrowserContextOptions): Promise<Page> {
		const address = `${examples.stage.editor.address}/webhook/web-page-dashboard`;
		expect((await fetch(address)).status).toBe(401);
		const viewport = { width: 1100, height: 1000 };
		const page = await examples.stage.newPage({ httpCredentials: LOGIN, viewport, ...options });
		const requested: string[] = [];
		page.on('request', (request) => requested.push(request.url()));
		expect((await page.goto(address))?.status()).toBe(200);
		for (const day of (await page.locator('summary').all()).slice(1)) await day.click();
		await page.evaluate(axe.source);
		expect((await page.evaluate<AxeResults>('axe.run()')).violations).toEqual([]);
		expect(requested.filter((url) => !url.startsWith('data:'))).toEqual([address]);
		const writes = examples.stage.sandbox.requests.filter(({ method }) => method !== 'GET');
		expect(writes).toEqual([]);
		const { width } = page.viewportSize() ?? {};
		expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
		return page;
	}

	it.each(['light', 'dark'] as const)(
		'fits a screen, a phone and paper, in a %s browser',
		async (colorScheme) => {
			examples.stage.sandbox.data.reports.clear();
			for (const [page, [url, results]] of PAGES.entries()) {
				for (const [at, letter] of Array.from(results).entries()) {
					const age = results.length - 1 - at + 0.01;
					examples.store({ id: 100 * page + at, url, result: RESULTS[letter], age });
				}
			}
			const page = await open({ colorScheme });
			const links = await page.locator('a').evaluateAll((all) => all.map(String));
			expect(links).toContain(new URL(MARKUP).href);
			const [good = 0, decent = 0, bad = 0] = await page.evaluate<number[]>(LIGHTNESS);
			expect(decent / good).toBeGreaterThan(1.4);
			expect(good / bad).toBeGreaterThan(1.4);

			await page.reload();
			await picture(page, `dashboard-${colorScheme}`, { x: 0, y: 0, width: 1100, height: 960 });
			await page.emulateMedia({ media: 'print' });
			await page.locator('details').last().getByRole('table').waitFor();
			await open({ colorScheme, viewport: { width: 360, height: 740 } });
		},
	);
}
