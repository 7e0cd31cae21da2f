import { NOW, run } from './n8n';

const HOME = 'https://example.com/';
const ABOUT = 'https://example.com/about';
const CONTACT = 'https://example.com/contact';
/** It would be markup if it were not escaped. */
const MARKUP = 'https://example.com/?a&b=<img>';
/** What the node returns with Continue, if the service refuses. */
const REFUSED = { error: 'The service rejected the input (422)', message: 'Wait.' };

/** The time this many days ago. */
const ago = (days: number) => NOW.minus({ days }).toISO() ?? '';
/** Pages with an earlier result, in words such as `good bad`, and the answers to a new analysis. */
const changes = (...words: string[]) => {
	const both = words.map((word) => word.split(' '));
	const pages = both.map(([before], at) => ({ url: HOME + String(at), before }));
	return { pages, answers: both.map(([, result]) => (result === '!' ? REFUSED : { result })) };
};

describe('Weekly digest', () => {
	const email = (...words: string[]) => {
		const { pages, answers } = changes(...words);
		return run('weekly-digest-of-bad-reports', 'Sum Up', answers, { 'Split Out': pages })[0];
	};

	it('sums up: it lists what changed, is bad or failed, and says why', () => {
		const words = ['good bad', 'bad decent', 'good !', 'good 87', 'x', 'bad bad', ' bad', 'x good'];
		const sent = email(...words);
		expect(sent?.text).toBe(`🟢 1 good, 🟡 1 decent, 🔴 3 bad, ⚪ 3 without a result

Got worse (1):
- ${HOME}0: good → bad

No result (3):
- ${HOME}2: The service rejected the input (422). Wait.
- ${HOME}3: The result is 87.
- ${HOME}4: The result is missing: open the report later, or check the credential.

Bad (2):
- ${HOME}5: bad
- ${HOME}6: bad

Got better (1):
- ${HOME}1: bad → decent`);
		expect(sent?.subject).toMatch(/^Web pages: 🟢 1 good, .* result$/);
	});

	it('names at most 50 pages of a kind, and says how many more there are', () => {
		const { text } = email(...Array.from({ length: 53 }, () => 'good bad')) ?? {};
		expect(text).toMatch(/Got worse \(53\):\n(- .*\n){50}… and 3 more$/);
	});
});

it.each([
	['good bad', true, true],
	['good !', true, true],
	['bad good', true, false],
	['bad bad', false, false],
	['', true, true],
])('after %j, the daily check posts again: %s, and a deployment opens an issue: %s', (...row) => {
	const [words, isPosted, isOpened] = row;
	const memory = {};
	const textOf = (example: string, node: string, word: string) => {
		const { pages, answers } = changes(word);
		const found = word === '' ? { url: '' } : pages;
		const settings = { project: 'example.com', version: '1.2.3' };
		const nodes = { Project: settings, Settings: settings, 'Newest per Page': found };
		return run(example, node, answers, nodes, memory)[0];
	};
	const first = textOf('daily-check-to-slack', 'Message', 'bad bad');
	expect(first?.text).toMatch(/^Pages of example\.com: 🟢 0[^]*Bad \(1\):/);
	const later = textOf('daily-check-to-slack', 'Message', words);
	const issue = textOf('audit-after-a-deployment', 'Issue', words);
	expect([later !== undefined, issue !== undefined]).toEqual([isPosted, isOpened]);
	if (issue) expect(issue.title).toBe('Pages of example.com after deployment 1.2.3');
	if (words === '') expect([later?.text, issue?.text].join()).toMatch(/(There are no r[^]*){2}/);
});

it('Pages in a Google Sheet: the message compares with the sheet', () => {
	const [message] = run('pages-in-a-google-sheet', 'Message', [], {
		'At Most 20': { Page: ABOUT, Result: 'good' },
		'Create a Report': { result: 'bad' },
	});
	expect(message?.text).toContain(`Got worse (1):\n- ${ABOUT}: good → bad`);
});

describe('Audit of a sitemap', () => {
	const due = (data: string, reports: object[] = [{}]) => {
		const nodes = { Settings: { days: 30 }, 'Get the Sitemap': { data } };
		const pages = run('audit-of-a-sitemap', 'Pages That Are Due', reports, nodes);
		return pages.map(({ url }) => url);
	};

	it('chooses pages without a recent report: those never analysed, then the oldest', () => {
		const pages = ['about', '', 'old', 'unknown', 'contact', 'contact', '?a&amp;b'];
		const tags = pages.map((page) => `<url><loc>\n${HOME}${page} </loc></url>`);
		const chosen = due(`<urlset>${tags.join('')}</urlset>`, [
			{ url: 'http://www.example.com/about/', generated_at: ago(29) },
			{ url: ABOUT, generated_at: ago(99) },
			{ url: HOME, generated_at: ago(31) },
			{ url: `${HOME}old`, generated_at: ago(32) },
			{ url: `${HOME}unknown`, generated_at: null },
		]);
		expect(chosen.slice(0, 2).sort()).toEqual([`${HOME}?a&b`, CONTACT]);
		expect(chosen.slice(2)).toEqual([`${HOME}old`, HOME]);
	});

	it('refuses anything else', () => {
		expect(() => due('<sitemapindex><loc>x</loc></sitemapindex>')).toThrow('an index of sitemaps');
		expect(() => due('<html></html>')).toThrow('not a sitemap');
		expect(() => due(`<urlset><url><loc>${HOME}</loc></url>`)).toThrow('not a sitemap');
	});

	it('says how many pages are waiting', () => {
		const pages = [{ url: ABOUT }, { url: HOME }];
		const Settings = { sitemap: `${HOME}sitemap.xml` };
		const nodes = { Settings, 'Only Some': pages.slice(1), 'Pages That Are Due': pages };
		const [message] = run('audit-of-a-sitemap', 'Message', [REFUSED], nodes);
		expect(message?.text).toMatch(/^\S+xml: 🟢 0[^]*The service[^]*Waiting for later runs: 1$/);
	});
});

it.each([
	[{ id: 7, result: 'bad', results: { h_1: { passed: 0 } } }, 'The result is bad', 'checks: h 1'],
	[{ id: 7, result: null }, 'There is no result yet', 'The report was created.'],
	[REFUSED, REFUSED.error, 'Wait.'],
	[{ Address: MARKUP }, 'Nothing was analysed', 'Check the credential'],
])('Report for an address: after %j, the form says %s', (answer, title, part) => {
	const nodes = { 'Address of a Page': { Address: MARKUP } };
	const [result] = run('report-for-an-address-form', 'Write the Result', [answer], nodes);
	expect(result).toMatchObject({ title, subject: `Report on ${MARKUP}: ${title}` });
	expect(result?.text).toContain(part);
	expect(result?.html).toContain('https://example.com/?a&amp;b=&lt;img&gt;<br><br>');
	const link = '<a href="https://reports.example.com/reports/7">Open it</a>';
	expect(String(result?.html).endsWith(link)).toBe('id' in answer);
});

describe('Monthly report', () => {
	const Client = { client: 'A & <b>', project: 'example.com', days: 35 };
	const figures = (...reports: object[]) =>
		run('monthly-report-for-a-client', 'Figures', reports, { Client })[0] ?? {};
	const bad = { result: 'bad', generated_at: ago(1), results: { page_title: { passed: 0 } } };
	const old = { ...bad, url: ABOUT, generated_at: ago(36) };

	it('counts recent results, and writes them as text and HTML, with the summary of the model', () => {
		const good = { url: HOME, result: 'good', generated_at: ago(34) };
		const Figures = figures(good, { ...good, result: 'decent' }, { ...bad, url: MARKUP }, old);
		const email = (answer: object) =>
			run('monthly-report-for-a-client', 'Email', [answer], { Client, Figures })[0];
		const sent = email({ text: ' **Mend** <b>\nit ' });
		expect(sent?.subject).toBe('Web pages of A & <b>: report for November 2026');
		expect(sent?.text).toBe(
			`1 good, 1 decent, 1 bad\n\nMend <b>\nit\n\n- ${MARKUP}: bad. page title\n- ${HOME}: decent. \n\nNot counted, without a result from the last 35 days: ${ABOUT}`,
		);
		expect(sent?.html).toMatch(/Mend &lt;b&gt;<br>it[^]*a&amp;b=&lt;img&gt;<\/td><td/);
		expect(email({ error: 'No model.' })?.text).toContain('1 bad\n\n- ');
	});

	it.each([{}, old, { ...bad, url: ABOUT, result: 12 }])('stops if all it has is %j', (report) => {
		expect(() => figures(report)).toThrow('No page of example.com has a result');
	});
});

describe('Advice for bad pages', () => {
	const Project = { project: 'example.com' };
	const page = { url: ABOUT, failed: ['page title'], bad: 6, unrated: 1 };

	it('passes on the failed checks of five bad pages, as data', () => {
		const chosen = (...reports: object[]) =>
			run('advice-for-bad-pages', 'Bad Pages', reports, { Project });
		const results = { page_title: { passed: false }, https: { passed: true } };
		const bad = Array.from({ length: 6 }, () => ({ url: ABOUT, result: 'bad', results }));
		const pages = chosen({ url: HOME, result: 'good' }, { url: CONTACT, result: null }, ...bad);
		expect(pages).toHaveLength(5);
		const data = JSON.stringify({ address: ABOUT, failed: ['page title'] });
		expect(pages[0]).toEqual({ ...page, data });
		expect(() => chosen({})).toThrow('There is no report in example.com');
	});

	it('sums up the advice without links, and says for which pages there is none', () => {
		const texts = [
			{ text: '**1.** See https://x.example/a.' },
			{ error: { message: 'Busy.' } },
			{},
		];
		const nodes = { Project, 'Bad Pages': [page, page, page] };
		const [email] = run('advice-for-bad-pages', 'Sum Up', texts, nodes);
		expect(email?.subject).toBe('Advice on 1 of 6 bad pages of example.com');
		expect(email?.text).toMatch(
			/^\S+about\n1\. See \(link left out\)\nFailed checks: page title\n\n\S+about\nNo advice\. The model says: Busy\.\n[^]*nothing\. Check its credential\.\n[^]*Bad pages: 6, with advice on 1\. Without a result: 1\./,
		);
	});
});

describe('Dashboard', () => {
	/** The page, and its text without tags. */
	const pageOf = (...input: object[]) => {
		const [{ status, html } = {}] = run('dashboard', 'Make the Page', input);
		const text = (String(html).split('<body>')[1] ?? '').replace(/(<[^>]*>|\s)+/g, ' ');
		return { status, html, text };
	};
	const report = (id: number, url: string, result: unknown, date?: unknown, project?: string) => ({
		...{ id, url, result, generated_at: date, project },
	});

	it('shows projects, what is bad now and was before, and the trend of each page', () => {
		const { html, text } = pageOf(
			report(1, ABOUT, 'good', '2026-11-24'),
			report(2, `${ABOUT}/`, 'bad', '2026-11-26 20:00:00'),
			report(3, ABOUT, 'bad', Date.UTC(2026, 10, 28, 16) / 1000),
			report(4, CONTACT, 'bad', '2026-11-27'),
			report(5, HOME, 'good', null, 'My <project>'),
			report(6, `${HOME}pricing`, 87, 'unknown'),
			report(7, '', null),
			report(8, `javascript:"<img src=x onerror=alert(1)>'`, 'decent', '2026-11-27 12:00'),
		);
		for (const part of [
			'2 of 6 pages are bad',
			`${ABOUT} example.com · analysed 28 Nov 2026 , 11:00 G good on 24 Nov 2026 G B B`,
			'no earlier report B',
			'My &#60;project&#62; 1 page G 1 good D 0 decent B 0 bad',
			'Today (Saturday, 28 November 2026)',
			'Yesterday (Friday, 27 November 2026) 2 pages, 1 bad',
			'Without a date',
			'87 87',
			'(no address)',
		])
			expect(text).toContain(part);
		expect(html).not.toMatch(/<img|href="(?!https?:|data:)/);
	});

	it.each<[object[], number, string]>([
		[[report(1, HOME, 87)], 200, 'No page is bad, but 1 of 1 page not rated'],
		[[report(1, HOME, 'good'), report(2, ABOUT, 'good')], 200, '2 pages and all good'],
		[[report(1, HOME, 'good'), report(2, ABOUT, 'decent')], 200, 'No page is bad'],
		[[{}], 200, 'There are no reports yet'],
		[[{ error: '6 > 5 & <b>', message: 'Wait.' }], 502, '6 &#62; 5 &#38; &#60;b&#62; Wait.'],
		[[{ headers: {} }], 502, 'n8n could not run List All Reports'],
	])('sums up %j, with status %d: %s', (input, status, words) => {
		const page = pageOf(...input);
		expect(page.status).toBe(status);
		expect(page.text).toContain(words);
	});
});
