import { ExamplesStage, PAGES } from './examplesStage';

let examples: ExamplesStage;

beforeAll(async () => {
	examples = await ExamplesStage.set('examples-of-sites');
});

afterAll(async () => {
	await examples.strike();
});

beforeEach(() => {
	examples.clear();
});

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();

describe('audit-of-a-sitemap', () => {
	const PATH = '/sitemap.xml';

	const locations = (tag: string, urls: string[]) =>
		urls
			.map((url) => `<${tag}>\n<loc> ${url} </loc><lastmod>2026-01-01</lastmod></${tag}>`)
			.join('\n');

	const pages = (...urls: string[]) =>
		`<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locations('url', urls)}</urlset>`;

	const index = (...urls: string[]) =>
		`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locations('sitemap', urls)}</sitemapindex>`;

	const run = async () => await examples.editor.execute('auditSitemap', 'Every Night at 2');

	/** The pages that it has had analysed. */
	const analysed = () =>
		examples.sandbox.requests.flatMap(({ method, body }) =>
			method === 'POST' ? [body.url ?? ''] : [],
		);

	it('leaves out the pages that have a new report', async () => {
		examples.site.set(PATH, pages(...PAGES, 'https://example.com/about/'));
		examples.store('https://example.com/', { generated_at: daysAgo(29) });
		examples.store('https://example.com/pricing/', { generated_at: daysAgo(29) });
		examples.store('https://example.com/about', { generated_at: daysAgo(31) });
		examples.store('https://example.com/products', { generated_at: daysAgo(90) });
		examples.store('https://example.com/products', { generated_at: daysAgo(2) });
		examples.store('https://shop.example.com/contact', { generated_at: daysAgo(1) });
		const { error } = await run();

		expect(error).toBeUndefined();
		expect(analysed().sort()).toEqual(['https://example.com/about', 'https://example.com/contact']);
		expect(examples.slack.texts()).toEqual([
			[
				'*https://example.com/sitemap.xml*: 2 pages analysed, 0 wait for the next runs.',
				'• bad: https://example.com/about',
			].join('\n'),
		]);
		examples.sandbox.requests.length = 0;
		examples.slack.requests.length = 0;

		expect((await run()).error).toBeUndefined();
		expect(analysed()).toEqual([]);
		expect(examples.slack.texts()).toEqual([]);
	});

	it('works where there is no report yet, and names what failed', async () => {
		examples.site.set(PATH, pages(...PAGES));
		examples.sandbox.conditions.push({
			method: 'POST',
			times: 1,
			status: 422,
			body: { message: 'No such page.' },
		});
		expect((await run()).error).toBeUndefined();

		expect(analysed()).toHaveLength(5);
		const made = examples.addressesOf('example.com');
		const [failed = '', ...rest] = PAGES.filter((url) => !made.includes(url));
		expect(rest).toEqual([]);
		const [text = '', ...more] = examples.slack.texts();
		expect(more).toEqual([]);
		expect(text).toMatch(/: 4 pages analysed, 0 wait for the next runs\.\n/);
		expect(text).toContain(
			`• could not be analysed: ${failed} (The service rejected the input (422): No such page.)`,
		);
	});

	it('analyses at most 20 a run, the rest in the next', async () => {
		const all = Array.from({ length: 45 }, (_, at) => `https://example.com/page/${String(at)}`);
		examples.site.set(PATH, pages(...all));
		const seen: string[] = [];
		for (const [count, waiting] of [
			[20, 25],
			[20, 5],
			[5, 0],
		] as const) {
			examples.sandbox.requests.length = 0;
			examples.slack.requests.length = 0;
			expect((await run()).error).toBeUndefined();
			expect(analysed()).toHaveLength(count);
			seen.push(...analysed());
			expect(examples.slack.texts()[0]).toContain(
				`${String(count)} pages analysed, ${String(waiting)} wait for the next runs.`,
			);
		}
		expect([...seen].sort()).toEqual([...all].sort());
		// Not in the order of the sitemap
		expect(seen.slice(0, 20)).not.toEqual(all.slice(0, 20));
	});

	it('follows an index of sitemaps', async () => {
		examples.site.set(PATH, index('https://example.com/a.xml', 'https://example.com/b.xml'));
		examples.site.set('/a.xml', pages('https://example.com/about'));
		examples.site.set('/b.xml', pages('https://example.com/pricing', 'https://example.com/'));
		expect((await run()).error).toBeUndefined();
		expect(analysed().sort()).toEqual([
			'https://example.com/',
			'https://example.com/about',
			'https://example.com/pricing',
		]);
	});

	it.each([
		['no XML', '<!doctype html><p>Hello<br>', '<!doctype html><p>Hello<br>'],
		[
			'a web page',
			'<html><body><p>Hello</p></body></html>',
			'<html><body><p>Hello</p></body></html>',
		],
		['a sitemap without pages', pages(), '<?xml version="1.0" encoding="UTF-8"?>'],
		['an empty answer', '', 'It begins with: (nothing)'],
	])('says so when it is %s', async (_, answer, says) => {
		examples.site.set(PATH, answer);
		const { error } = await run();
		expect(error?.message).toContain(
			'https://example.com/sitemap.xml is not a sitemap with pages. Open it in a browser:',
		);
		expect(error?.message).toContain(says);
		expect(analysed()).toEqual([]);
	});

	it('ends with an error when there is no sitemap', async () => {
		expect((await run()).error?.message).toMatch(/could not be found|404/);
		expect(analysed()).toEqual([]);
	});
});

describe('monthly-report-for-a-client', () => {
	const run = async () =>
		await examples.editor.execute('monthlyReport', 'On the First of the Month');

	/** What the subject of a mail says that leaves today. */
	const month = new Date(Date.now() - 24 * 60 * 60 * 1000).toLocaleString('en', {
		month: 'long',
		year: 'numeric',
	});

	const SUBJECT = `Web pages of Example Ltd: report for ${month}`;

	/** The rows of the table in the mail. */
	const rows = () =>
		[...String(examples.mail.mails[0]?.html).matchAll(/<tr>(<td.*?)<\/tr>/g)].map(
			([, cells = '']) => [...cells.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell]) => cell),
		);

	beforeEach(() => {
		const results = (...failed: string[]) =>
			Object.fromEntries(
				['title', 'page_size', 'https'].map((check) => [
					check,
					{ passed: !failed.includes(check), importance: 'high' as const },
				]),
			);
		examples.store('https://example.com/', { result: 'good', results: results() });
		examples.store('https://example.com/about', { result: 'bad', generated_at: daysAgo(3) });
		examples.store('https://example.com/about', { result: 'good', results: results() });
		examples.store('https://example.com/search?a=1&b=<b>', {
			result: 'decent',
			results: results('title'),
		});
		examples.store('https://example.com/pricing', {
			result: 'bad',
			results: results('title', 'page_size'),
		});
		examples.store('https://example.com/old', { result: 'bad', generated_at: daysAgo(36) });
		examples.store('https://shop.example.com/', { result: 'bad' });
	});

	it('mails the figures, the worst pages and a summary', async () => {
		examples.model.script.push('Two pages are fine.\nMend <b>pricing</b> first.');
		expect((await run()).error).toBeUndefined();

		const [mail, ...more] = examples.mail.mails;
		expect(more).toEqual([]);
		expect(mail).toEqual(
			expect.objectContaining({ subject: SUBJECT, recipients: ['client@example.com'] }),
		);
		const html = String(mail?.html);
		expect([...html.matchAll(/>(\d+ \w+)<\/b>/g)].map(([, figure]) => figure)).toEqual([
			'2 good',
			'1 decent',
			'1 bad',
		]);
		expect(html).toContain('<p>Two pages are fine.<br>Mend &lt;b>pricing&lt;/b> first.</p>');
		expect(rows()).toEqual([
			['https://example.com/pricing', 'bad', 'title, page size'],
			['https://example.com/search?a=1&amp;b=&lt;b>', 'decent', 'title'],
		]);

		expect(examples.model.requests).toHaveLength(1);
		const asked = JSON.stringify(examples.model.requests[0]?.messages);
		expect(asked).toContain('Good: 2, decent: 1, bad: 1');
		expect(asked).toContain('- https://example.com/pricing (bad): title, page size');
		expect(asked).not.toContain('https://example.com/old');
		// It only reads
		expect(new Set(examples.sandbox.requests.map(({ method }) => method))).toEqual(
			new Set(['GET']),
		);
	});

	it('mails without a summary when the model fails', async () => {
		expect((await run()).error).toBeUndefined();
		expect(examples.model.requests.length).toBeGreaterThan(0);
		expect(examples.mail.mails).toHaveLength(1);
		expect(rows()).toHaveLength(2);
		expect(String(examples.mail.mails[0]?.html)).not.toContain('<p></p>');
	});

	it('names the ten worst pages of many, and no page when all are good', async () => {
		for (let at = 0; at < 12; at++) {
			examples.store(`https://example.com/${String(at)}`, { result: 'bad' });
		}
		examples.model.script.push('Much to do.', 'Well done.');
		await run();
		expect(rows().map(([, result]) => result)).toEqual(Array.from({ length: 10 }, () => 'bad'));

		examples.mail.mails.length = 0;
		for (const report of examples.reports()) report.result = 'good';
		await run();
		expect(rows()).toEqual([]);
		expect(String(examples.mail.mails[0]?.html)).toContain('All pages are good.');
	});

	it('mails nothing when there is no new report', async () => {
		examples.clear();
		examples.store('https://example.com/old', { result: 'bad', generated_at: daysAgo(36) });
		const { error } = await run();
		expect(error?.message).toContain(
			'There is no report of the project example.com that is newer than 35 days, so no mail was sent.',
		);
		expect(examples.mail.mails).toEqual([]);
		expect(examples.model.requests).toEqual([]);
	});
});
