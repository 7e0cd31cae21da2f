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
		expect(email(...words)).toMatchSnapshot();
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
	const message = run('pages-in-a-google-sheet', 'Message', [], {
		'At Most 20': { Page: ABOUT, Result: 'good' },
		'Create a Report': { result: 'bad' },
	});
	expect(message).toMatchSnapshot();
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
		expect(run('audit-of-a-sitemap', 'Message', [REFUSED], nodes)).toMatchSnapshot();
	});
});

it.each([
	{ id: 7, result: 'bad', results: { h_1: { passed: 0 } } },
	{ id: 7, result: null },
	REFUSED,
	{ Address: MARKUP },
])('Report for an address: what the form says after %j', (answer) => {
	const nodes = { 'Address of a Page': { Address: MARKUP } };
	expect(run('report-for-an-address-form', 'Write the Result', [answer], nodes)).toMatchSnapshot();
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
		expect(email({ text: ' **Mend** <b>\nit ' })).toMatchSnapshot();
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
		expect(run('advice-for-bad-pages', 'Sum Up', texts, nodes)).toMatchSnapshot();
	});
});

describe('Dashboard', () => {
	/** The page, and its text without tags: a line for each row, heading and paragraph. */
	const pageOf = (...input: object[]) => {
		const [{ status, html } = {}] = run('dashboard', 'Make the Page', input);
		const text = (String(html).split('<body>')[1] ?? '')
			.replace(/\s*<(tr|h\d|p)\b/g, '\n$&')
			.replace(/(<[^>]*>|[ \t])+/g, ' ')
			.replace(/\s*\n\s*/g, '\n');
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
		expect(text).toMatchSnapshot();
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
