import axe, { type AxeResults } from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';

import { picture } from '../browser';
import { type ExamplesStage, type GivenReport, LOGIN } from './examplesStage';
import { changed } from './run';

const RESULTS: Record<string, string | null> = { G: 'good', D: 'decent', B: 'bad', '?': null };
/** It would be markup if it were not escaped. */
const MARKUP = `https://shop.example.com/?a="<img src=x onerror=alert(1)>'&lt;`;
const LONG = `https://shop.example.com/${'long/'.repeat(395)}`;

/** The results of each page, oldest first and a day apart, and the age of the newest in days. */
const PAGES: Array<[url: string, results: string, age: number | null]> = [
	['https://example.com/', 'GGGGGGGGGGGG', 0.01],
	['https://example.com/about', 'GGGGGG', 0.01],
	['https://example.com/contact', 'DDDDDDD', 0.01],
	['https://example.com/pricing', 'GGGGDGGGGB', 0.01],
	['https://example.com/products', 'DDDDGGGGGG', 0.01],
	['https://shop.example.com/', 'DDGGGGGGDD', 1.01],
	['https://shop.example.com/basket', 'GDDDBBBB', 1.01],
	['https://shop.example.com/sale', 'B', 1.01],
	[MARKUP, 'DDGG', 1.01],
	[LONG, 'DDGG', 1.01],
	['https://blog.example.org/', 'GGGGGGGG', 1.01],
	['https://blog.example.org/new', 'G', 7],
	['https://blog.example.org/old', '?', null],
];

/** Their reports; only the newest of a page has its address in this spelling. */
const REPORTS: GivenReport[] = PAGES.flatMap(([url, results, age], page) =>
	Array.from(results, (letter, at) => ({
		id: 100 * page + at,
		url: at < results.length - 1 ? url.replace('https://', 'HTTP://www.') + '#top' : url,
		result: RESULTS[letter],
		age: age === null ? null : age + results.length - 1 - at,
		// In seconds, as some services send it
		...(age === 7 && { generated_at: Math.floor(Date.now() / 1000) - 7 * 86_400 }),
	})),
);

/** The lightness of the colours of good, decent and bad: it tells them apart without colour vision. */
const LIGHTNESS = `['good', 'decent', 'bad'].map((group) => getComputedStyle(document.querySelector('.legend .' + group)).backgroundColor.match(/\\d+/g).reduce((sum, part, at) => sum + [0.21, 0.72, 0.07][at] * (part / 255) ** 2.2, 0.05))`;

/** The tests of the dashboard, in the n8n of all examples. */
export function describeDashboard(examples: ExamplesStage): void {
	const address = () => `${examples.stage.editor.address}/webhook/web-page-dashboard`;

	function have(reports: GivenReport[]): void {
		examples.stage.sandbox.data.reports.clear();
		for (const report of reports) examples.store(report);
	}

	/** Opens the dashboard, expects this status, and checks what must hold whatever the page shows. */
	async function open(status: number, options: BrowserContextOptions = {}): Promise<Page> {
		const httpCredentials = { username: LOGIN.user, password: LOGIN.password };
		const viewport = { width: 1100, height: 1000 };
		const page = await examples.stage.newPage({ httpCredentials, viewport, ...options });
		const requested: string[] = [];
		page.on('request', (request) => requested.push(request.url()));
		expect((await page.goto(address()))?.status()).toBe(status);
		for (const day of (await page.locator('summary').all()).slice(1)) await day.click();
		await page.evaluate(axe.source);
		expect((await page.evaluate<AxeResults>('axe.run()')).violations).toEqual([]);
		expect(requested.filter((url) => !url.startsWith('data:'))).toEqual([address()]);
		const writes = examples.stage.sandbox.requests.filter(({ method }) => method !== 'GET');
		expect(writes).toEqual([]);
		const { width } = page.viewportSize() ?? {};
		expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
		return page;
	}

	it.each(['light', 'dark'] as const)('shows everything, in a %s browser', async (colorScheme) => {
		have(REPORTS);
		const page = await open(200, { colorScheme });
		expect(await page.title()).toBe('3 of 13 pages are bad · Web pages');
		expect(await rowsOf(page, 'Bad now')).toEqual([
			'https://example.com/pricing example.com · analysed DATE, TIME | G good on DATE | GGGGDGGGGB',
			'https://shop.example.com/basket shop.example.com · analysed DATE, TIME | D decent on DATE | GDDDBBBB',
			'https://shop.example.com/sale shop.example.com · analysed DATE, TIME | no earlier report | B',
		]);
		expect(await rowsOf(page, 'Projects')).toEqual([
			'shop.example.com 5 pages | G 2 good D 1 decent B 2 bad',
			'example.com 5 pages | G 3 good D 1 decent B 1 bad',
			'blog.example.org 3 pages | G 2 good D 0 decent B 0 bad ? 1 other',
		]);
		const days = await page.locator('summary small').allInnerTexts();
		expect(days).toEqual(['5 pages, 1 bad', '6 pages, 2 bad', '1 page', '1 page']);
		expect(await rowsOf(page, 'All pages')).toEqual(
			expect.arrayContaining([
				`${MARKUP} shop.example.com · TIME | G good | DDGG`,
				`${LONG} shop.example.com · TIME | G good | DDGG`,
				'https://blog.example.org/old blog.example.org | ? no result | ?',
			]),
		);
		const links = await page.locator('a').evaluateAll((all) => all.map(String));
		expect(links).toEqual(expect.arrayContaining([new URL(MARKUP).href, LONG]));
		const [good = 0, decent = 0, bad = 0] = await page.evaluate<number[]>(LIGHTNESS);
		expect(decent / good).toBeGreaterThan(1.4);
		expect(good / bad).toBeGreaterThan(1.4);

		await page.reload();
		await picture(page, `dashboard-${colorScheme}`, { x: 0, y: 0, width: 1100, height: 960 });
		await page.emulateMedia({ media: 'print' });
		await page.locator('details').last().getByRole('table').waitFor();
	});

	it('fits on a phone', async () => {
		have(REPORTS);
		await open(200, { viewport: { width: 360, height: 740 } });
	});

	it.each([
		['names a result that is not good, decent or bad', '87', /No page is bad, but 1 of 1 page is/],
		['says that all is good', 'good', /The only page is good/],
		['says what to do if there are no reports', '', /no reports yet[^]*Create reports and list/],
	])('%s', async (_, result, text) => {
		have(result ? [{ id: 1, url: 'https://example.com/', result }] : []);
		expect(await (await open(200)).locator('main').innerText()).toMatch(text);
	});

	it('repeats the message of the node, with status 502, if the reports cannot be read', async () => {
		examples.stage.sandbox.conditions.push({
			status: 503,
			body: { message: 'Load 6 > 5 & <b>up' },
		});
		const text = await (await open(502)).locator('main').innerText();
		expect(text).toMatch(/could not be read\s+.*\(503\): Load 6 > 5 & .*up\s+\w+/);
	});

	it('says so if its credential is missing', async () => {
		const main = await changed(examples, 'dashboard', { without: ['List All Reports'] }, async () =>
			(await open(502)).locator('main'),
		);
		expect(await main.innerText()).toContain('n8n could not run List All Reports');
	});

	it('shows 1,500 reports within seconds, but only after a login', async () => {
		const pages = Array.from(
			{ length: 1500 },
			(_, at) => `https://example.com/${String(at % 750)}`,
		);
		have(pages.map((url, id) => ({ id, url, result: 'good', age: id / 100 })));
		expect((await fetch(address())).status).toBe(401);
		const login = Buffer.from(`${LOGIN.user}:${LOGIN.password}`).toString('base64');
		const begin = Date.now();
		const page = await fetch(address(), { headers: { Authorization: `Basic ${login}` } });
		expect(await page.text()).toContain('All 750 pages are good');
		// Two seconds on a busy machine
		expect(Date.now() - begin).toBeLessThan(30_000);
	});
}

/** The rows of the tables below a heading, without dates and times. */
async function rowsOf(page: Page, heading: string): Promise<string[]> {
	const section = page.locator('section', { has: page.getByRole('heading', { name: heading }) });
	const rows = await section.locator('tbody tr').all();
	const cells = rows.map(async (row) => await row.locator('th, td').allInnerTexts());
	return (await Promise.all(cells)).map((texts) =>
		texts
			.map((text) => text.replace(/\s+/g, /^(\S\s)+\S$/.test(text) ? '' : ' '))
			.join(' | ')
			.replace(/\d+ \w+ \d{4}/g, 'DATE')
			.replace(/\d\d:\d\d/g, 'TIME'),
	);
}
