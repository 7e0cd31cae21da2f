import { gzipSync } from 'node:zlib';

import type { Condition, Trouble } from '../../../sandbox/service/conditions';
import { type GivenReport, OTHERS } from './examplesStage';
import { checkedAgo } from './googleSheet';
import type { Run } from './run';

// The pages in the examples. The sandbox rates Pricing and Contact decent, and About and Products bad.
const HOME = 'https://example.com/';
const ABOUT = 'https://example.com/about';
const PRICING = 'https://example.com/pricing';
const PRODUCTS = 'https://example.com/products';
const CONTACT = 'https://example.com/contact';
const PAGES = [HOME, ABOUT, PRICING, PRODUCTS, CONTACT];
/** Only for one row, because n8n keeps what the workflow remembers about a page. */
const MOVED = 'https://example.com/moved';
/** Unescaped, this address would notify a whole Slack channel, and vanish in HTML. */
const GONE = 'https://example.com/gone?a&b=<!channel>';

/** As HTML, it would look different. */
const MARKUP = '<b>bold</b> &lt;';

/** The project of the examples; one page has two reports. */
const REPORTS: GivenReport[] = [
	{ id: 1, url: HOME, result: 'bad' },
	{ id: 2, url: ABOUT, result: 'good' },
	{ id: 3, url: ABOUT, result: 'good', age: 30 },
	{ id: 4, url: PRICING, result: 'bad' },
	{ id: 5, url: GONE, result: 'good', age: 2 },
];
/** Too long for a title, so the node quotes it in the advice. */
const LIMIT = 'You have reached your reports limit for this month.';
const LIMIT_REACHED = `The service could not update the report (500). The service says: "${LIMIT}"`;
/** The project with one failing analysis, and the analyses expected: one per page, of its newest report. */
const ANALYSED = {
	reports: REPORTS,
	trouble: [{ method: 'PUT', path: '/reports/5', status: 500, body: { message: LIMIT } }],
	sent: analyses(1, 2, 4, 5),
};
/** Three pages, two of them under two spellings of their address. */
const SPELLINGS: GivenReport[] = [
	{ id: 1, url: ABOUT, result: 'good' },
	{ id: 2, url: 'http://www.example.com:80/about/#team', result: 'decent', age: 3 },
	{ id: 3, url: `${HOME}%C3%BCber`, result: 'bad', age: 2 },
	{ id: 4, url: 'https://EXAMPLE.com/über/', result: 'good', age: 1.1 },
	{ id: 5, url: CONTACT, result: 'bad', age: 1.2 },
];
/** Gives these three different outcomes: worse, a number, and no result. */
const OTHER_RESULTS: Trouble[] = [
	{ method: 'PUT', path: '/reports/4', shows: (record) => ({ ...record, result: 85 }) },
	{ method: 'PUT', path: '/reports/5', shows: (record) => ({ ...record, result: null }) },
];
const TOO_BIG: NonNullable<GivenReport['results']> = {
	page_size: { passed: false, importance: 'high' },
};
const WORST: GivenReport['results'] = {
	...TOO_BIG,
	title: { passed: false, importance: 'low' },
	// As a service without booleans sends it
	https: { passed: 0 as unknown as boolean, importance: 'low' },
};
const NOT_UPDATED = 'The service could not update report 5 (500): Something went wrong.';
const PAGE_NOT_UPDATED = NOT_UPDATED.replace('report 5', 'the report');
const GONE_IN_SLACK = 'https://example.com/gone?a&amp;b=&lt;!channel&gt;';
const REJECTED = 'The service rejected the input (422): Quota 5 < 6.';
const LIMITED = `The service rejected the input (422). The service says: "${LIMIT}"`;
const UNAVAILABLE = some('Service unavailable');
const YESTERDAY = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
/** A node that cannot run passes on its input, so a missing credential looks like success. */
const WITHOUT = 'does not count pages as analysed if a credential is missing';
const NOT_RUN = 'n8n could not run Create a Report. Check its credential.';
const NOT_UPDATING = NOT_RUN.replace('Create a Report', 'Analyse Again');
const NO_SUCH_PROJECT = some('There is no report in the project "example.com".');
/** Nor is there one without a name, although some services do not say which project a report belongs to. */
const NO_NAME: Run = {
	entered: { 'example.com': '' },
	reports: [{ id: 1, url: ABOUT, project: '' }],
	error: some('There is no report in the project "".'),
};
const ONE: Run = { reports: [{ id: 1, url: ABOUT, result: 'good' }] };

function creates(...urls: string[]): string[] {
	return urls.map((url) => `POST /reports url=${url} privacy=1`).sort();
}

function analyses(...ids: number[]): string[] {
	return ids.map((id) => `PUT /reports/${String(id)} results=1`);
}

/** Matches any text that contains this one. */
function some(text: string): string {
	return expect.stringContaining(text) as string;
}

/** Matches items with at least these fields. */
function having(items: object[]): object[] {
	return items.map((item) => expect.objectContaining(item) as object);
}

/** Refuses these pages, with a message that HTML and Slack need escaped. */
const refuse = (...urls: string[]) => refuseWith('Quota 5 < 6.', ...urls);

function refuseWith(message: string, ...urls: string[]): Trouble {
	const answer = { status: 422, body: { message } };
	return ({ method, body }) =>
		method === 'POST' && urls.includes(body.url ?? '') ? answer : undefined;
}

/** Creates every report with the result *good*, except for these pages. */
function rate(results: Record<string, unknown> = {}): Trouble {
	return ({ method, body: { url = '' } }) =>
		method === 'POST' ? shows({ result: url in results ? results[url] : 'good' }) : undefined;
}

/** Creates the report of this page, but answers without it. */
function withoutRecord(page: string): Trouble {
	const answer = { body: { success: true }, done: true };
	return ({ method, body }) => (method === 'POST' && body.url === page ? answer : undefined);
}

/** Answers with these fields in every record. */
function shows(fields: object): Condition {
	return { shows: (record) => ({ ...record, ...fields }) };
}

/** Makes every analysis take a few seconds, and refuses any that starts in the meantime. */
function oneAtATime(seconds: number): Trouble {
	let end = 0;
	return ({ method }) => {
		if (method !== 'PUT') return undefined;
		if (Date.now() < end) return { status: 409 };
		end = Date.now() + seconds * 1000;
		return { delay: seconds * 1000 };
	};
}

/** Another spelling of About. The sandbox rates both bad. */
const SPELLED = 'http://www.EXAMPLE.com/about/#us';
const TWICE: Run = {
	pages: `# https://example.com/old\n- ${ABOUT}\n\n \u200b${SPELLED}\r\nexample.com/contact\n2. ${CONTACT}, ${CONTACT}\n${HOME}`,
	sent: creates(ABOUT, CONTACT, HOME),
};
const NO_ADDRESS: Run = { pages: ' \n', error: some('There is no address in Page Addresses.') };

const sitemap = (...urls: string[]) =>
	`<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;
const index = (...urls: string[]) => sitemap(...urls).replaceAll('urlset', 'sitemapindex');
const twoSitemaps = index(`${HOME}a.xml`, `${HOME}none.xml`);

const pagesOf = (folder: string, count: number) =>
	Array.from({ length: count }, (_, at) => `https://example.com/${folder}/${String(at)}`);

/** The history's row for each page. */
const history = (results: Record<string, string> = {}) =>
	PAGES.map((page) => `${page} ${results[page] ?? 'good'}`);

const UNTIDY = 'https://example.com/über uns';
/** The Google sheet's first row. */
const COLUMNS = 'execution | Page | Result | Checked | Report | Problem';
/** A row for a page; without an age, it was never checked. */
const line = (page: string, age?: number) =>
	`Ann | ${page}${age === undefined ? '' : ` | good | ${checkedAgo(age)} | 7`}`;
const neverChecked = (...pages: string[]) => [COLUMNS, ...pages.map((page) => line(page))];
const done = (page: string, result = 'good', of = page) =>
	`Ann | ${page} | ${result} | now | ${of}`;
const wrong = (row: string, why: string) => some(`${row} | URL is ${why}. Enter the `);
const [OLD, NEW, RECENT] = [pagesOf('old', 10), pagesOf('new', 15), pagesOf('recent', 974)];

/** A call to the webhook. */
const DEPLOYED: Run = { deployments: [{ wait_seconds: 0 }], stored: ['example.com'] };

/** Enters an address in the form; heading and text of the page that follows. */
const submit = (heading: string, ...text: string[]): Run => ({
	form: [['Address', ABOUT, heading, ...text]],
});
/** Enters a project in the delete form. */
const enter = (heading: string, ...text: string[]): Run => ({
	reports: REPORTS,
	form: [['Project', 'example.com', heading, ...text]],
});
/** Enters it, and answers the question. */
const answer = (option: string, heading: string, ...text: string[]): Run => ({
	reports: REPORTS,
	form: [
		['Project', 'example.com', 'Delete example.com?', 'its reports (5) will be deleted'],
		['Delete it for good?', option, heading, ...text],
	],
});
const confirm = (heading: string, ...text: string[]) => answer('Yes, delete it', heading, ...text);
const GONE_ALREADY = { method: 'DELETE', status: 404, body: { message: 'Resource not found.' } };
const PROJECT_GONE = { ...GONE_ALREADY, path: '/projects/example.com' };
const NO_KEY = 'The service rejected the API key (401): Something went wrong.';
const DELETES = REPORTS.map(({ id }) => `DELETE /reports/${String(id)}`);
const DELETES_ALL = ['DELETE /projects/example.com', ...DELETES];

// n8n's default time zone
const MONTH = new Date(Date.now() - 24 * 60 * 60 * 1000).toLocaleString('en', {
	month: 'long',
	year: 'numeric',
	timeZone: 'America/New_York',
});
const TO_CLIENT = `client@example.com\nWeb pages of Example Ltd: report for ${MONTH}\n`;

/** Test cases by example. Each is one run, or several in a row. One for each kind of trigger runs on every push. */
export const ROWS: Record<string, Record<string, Run | Run[]>> = {
	'create-reports-and-list-bad-ones': {
		'analyses each page, and lists bad reports, failures, and results that it does not recognise @push':
			{
				trouble: [refuse(CONTACT), rate({ [HOME]: null, [PRICING]: 12 })],
				sent: creates(...PAGES),
				output: having([
					{ url: HOME, result: null },
					{ url: ABOUT, result: 'bad' },
					{ url: CONTACT, error: REJECTED },
					{ url: PRICING, result: 12 },
					...[PRODUCTS, ...OTHERS.map(({ url }) => url)].map((url) => ({ url })),
				]),
			},
		'lists the bad reports even if no page could be analysed': [
			{ error: REJECTED, trouble: [refuse(...PAGES)], sent: creates(...PAGES) },
			{ error: NOT_RUN, without: ['Create a Report'] },
		].map(({ error, ...run }) => ({
			...run,
			output: having([...PAGES.map(() => ({ error })), ...OTHERS.map(({ url }) => ({ url }))]),
		})),
		'analyses a page only once even if it is listed twice': TWICE,
		'ends with an error if the list is empty': NO_ADDRESS,
	},
	'report-for-an-address-form': {
		'shows the result, with a link to the report @push': {
			...submit('The result is bad', 'https://reports.example.com/reports/102'),
			sent: creates(ABOUT),
		},
		[WITHOUT]: [['Create a Report'], ['Create a Report', 'Get the Report']].map((without) => ({
			...submit('n8n could not run Create a Report', 'Nothing was analysed.'),
			without,
		})),
		'shows what happened and what to do if it fails': {
			form: [['Address', 'example', 'URL is not a web address', 'Enter the full address']],
		},
		'says that the report was created if it cannot be opened': {
			...submit(
				'The service does not allow you to get report 102 (403): Something went wrong.',
				'Report 102 was created, but it could not be retrieved.',
			),
			trouble: [{ method: 'GET', status: 403 }],
			sent: creates(ABOUT),
		},
		'says that the report may have been created if the response is lost': {
			...submit(
				'The service could not create the report (502): Something went wrong.',
				'Look for it on the website of your report service before you submit the form again.',
			),
			trouble: [
				{ method: 'POST', status: 502 },
				{ method: 'GET', status: 403 },
			],
			sent: creates(ABOUT),
		},
		'says that there is no result, and shows markup in an address as text': [
			{
				...submit('There is no result yet', MARKUP, 'do not submit the form again'),
				trouble: [({ method }) => (method === 'GET' ? shows({ result: null, url: MARKUP }) : {})],
				sent: creates(ABOUT),
			},
			{
				...submit('There is no result yet', 'do not submit the form again'),
				trouble: [withoutRecord(ABOUT)],
				sent: creates(ABOUT),
			},
		],
	},
	'weekly-digest-of-bad-reports': {
		'analyses each page once, and emails what is bad, not recognised or failed @push': {
			pages: `${TWICE.pages ?? ''}\n${PRICING}\n${PRODUCTS}`,
			trouble: [
				refuse(PRICING),
				rate({ [ABOUT]: 12, [CONTACT]: null, [HOME]: 'bad', [PRODUCTS]: 'bad' }),
			],
			sent: creates(ABOUT, CONTACT, HOME, PRICING, PRODUCTS),
			mails: `you@example.com\nWeb page report: 2 of 5 pages are bad, 2 not rated good, decent or bad, 1 could not be analysed\nBad:\n- ${HOME}\n- ${PRODUCTS}\n\nNot good, decent or bad:\n- ${ABOUT}: 12\n- ${CONTACT}: no result\n\nCould not be analysed:\n- ${PRICING}\n  ${REJECTED}\n  Check the parameters for ${PRICING}. This can also mean that your quota is used up.\n\nGood or decent: 0 of 5 pages.`,
		},
		'sends the email even if nothing is bad, and again on Retry': [
			{ trouble: [rate()], down: 'mail', error: some('Busy'), sent: creates(...PAGES) },
			{
				retry: true,
				mails:
					'you@example.com\nWeb page report: 0 of 5 pages are bad\nBad:\nNone.\n\nCould not be analysed:\nNone.\n\nGood or decent: 5 of 5 pages.',
			},
		],
		[WITHOUT]: {
			without: ['Create a Report'],
			mails: some(
				`5 could not be analysed\nBad:\nNone.\n\nCould not be analysed:\n- ${HOME}\n  n8n could not run Create a Report.\n  Check its credential.`,
			),
		},
		'ends with an error if the list is empty': NO_ADDRESS,
	},
	'daily-check-to-slack': {
		'analyses each page once, however spelled, and posts what got worse, then the rest in brief': {
			reports: [
				...SPELLINGS,
				...pagesOf('gone', 60).map((url, at) => ({ id: 2000 + at, url, age: at })),
			],
			trouble: [
				...OTHER_RESULTS,
				({ path }) => (/^\/reports\/20/.test(path) ? { status: 500 } : undefined),
			],
			sent: analyses(1, ...Array.from({ length: 60 }, (_, at) => 2000 + at), 4, 5),
			slack: [
				'*Pages of example.com*',
				'*Got worse*',
				`• ${ABOUT}: good → bad`,
				`*Could not be analysed* (60): ${PAGE_NOT_UPDATED}`,
				...pagesOf('gone', 5).map((url) => `• ${url}`),
				'… and 55 more',
				'*The result is not good, decent or bad* (2)',
				'• https://EXAMPLE.com/über/: 85',
				`• ${CONTACT}: none`,
			].join('\n'),
		},
		[WITHOUT]: {
			...ONE,
			without: ['Analyse Again'],
			slack: some(`*Could not be analysed* (1): ${NOT_UPDATING}\n• ${ABOUT}`),
		},
		'posts even if nothing got worse while it remembers nothing, so that Slack is tried': {
			reports: [{ id: 1, url: PRODUCTS, result: null }],
			sent: analyses(1),
			slack:
				'*Pages of example.com*\nNothing got worse. After its first scheduled run, this workflow posts only if there is something new.',
		},
		'on Retry, posts what Slack did not accept, and remembers what it saw': [
			{
				reports: ANALYSED.reports.filter(({ id }) => id === 2 || id === 5),
				trouble: [...ANALYSED.trouble, { method: 'PUT', ...shows({ result: 'good' }) }],
				down: 'slack',
				error: UNAVAILABLE,
				sent: analyses(2, 5),
			},
			{ retry: true, slack: some(`${LIMIT_REACHED}\n• ${GONE_IN_SLACK}`) },
			{
				trouble: [...ANALYSED.trouble, { method: 'PUT', ...shows({ result: 'good' }) }],
				sent: analyses(2, 5),
			},
			{
				trouble: ANALYSED.trouble,
				sent: analyses(2, 5),
				slack: `*Pages of example.com*\n*Got worse*\n• ${ABOUT}: good → bad\nAs before, 1 page has no usable result.`,
			},
			{
				trouble: [{ method: 'PUT', status: 500 }],
				sent: analyses(2, 5),
				slack: some('*Could not be analysed* (2)'),
			},
		],
		'ends with an error if there is no such project': [{ error: NO_SUCH_PROJECT }, NO_NAME],
	},
	'history-and-trend': {
		'compares each result with the last one, and stores it before posting, whatever fails': [
			{
				trouble: [rate()],
				sent: creates(...PAGES),
				stored: history(),
				slack: some('Stored the first results (5).'),
			},
			{ trouble: [rate()], sent: creates(...PAGES), stored: history() },
			{
				trouble: [refuseWith(LIMIT, ABOUT), rate({ [HOME]: 'bad' })],
				down: 'slack',
				error: UNAVAILABLE,
				sent: creates(...PAGES),
				stored: history({ [HOME]: 'bad', [ABOUT]: `failed ${LIMITED}` }),
			},
			{
				retry: true,
				slack: [
					`*Got worse*\n• ${HOME}: good → bad 🟢🟢🔴`,
					`*No usable result*\n• ${ABOUT}: ${LIMITED} 🟢🟢⚪`,
				].join('\n\n'),
			},
			{
				trouble: [rate({ [ABOUT]: 'bad' })],
				sent: creates(...PAGES),
				stored: history({ [ABOUT]: 'bad' }),
				slack: [
					`*Got worse*\n• ${ABOUT}: good → bad 🟢🟢⚪🔴`,
					`*Got better*\n• ${HOME}: bad → good 🟢🟢🔴🟢`,
				].join('\n\n'),
			},
		],
		[`${WITHOUT}, and posts every day while most fail`]: [1, 2].map(() => ({
			without: ['Create a Report'],
			stored: PAGES.map((page) => `${page} failed ${NOT_RUN}`),
			slack: some(`*No usable result*\n• ${HOME}: ${NOT_RUN} ⚪`),
		})),
		'names a page without a usable result again only if it fails in another way': [
			422, 200, 422, 403,
		].map((status, day) => ({
			trouble: [
				({ body }) => (body.url === HOME ? { status, body: { success: false } } : undefined),
				rate(),
			],
			sent: creates(...PAGES),
			stored: [some(`${HOME} failed The service`), ...history().slice(1)],
			slack: day % 3 > 0 ? [] : [some(`(${String(status)})`)],
		})),
		'analyses each page once, and names results that it does not recognise': {
			...TWICE,
			trouble: [rate({ [ABOUT]: 12, [CONTACT]: null })],
			stored: [
				`${ABOUT} failed Its result is 12.`,
				`${CONTACT} failed It has no result.`,
				`${HOME} good`,
			],
			slack: some(`\n• ${ABOUT}: Its result is 12. ⚪\n• ${CONTACT}: It has no result. ⚪`),
		},
		'ends with an error if the list is empty': NO_ADDRESS,
	},
	'audit-of-a-sitemap': {
		'analyses the pages without a recent report, and posts what is bad and what failed': [
			{
				reports: [
					{ id: 1, url: HOME, age: 29 },
					{ id: 2, url: ABOUT, age: 31 },
					{ id: 3, url: PRICING, age: 90 },
					{ id: 4, url: `${PRICING}/`, age: 2 },
				],
				site: { '/sitemap.xml': sitemap(HOME, ABOUT, PRICING, CONTACT) },
				trouble: [refuse(CONTACT)],
				sent: creates(ABOUT, CONTACT),
				slack:
					/^\*https:\/\/example\.com\/sitemap\.xml\*: 1 page analysed, 1 waiting for later runs\.\n• bad: https:\/\/example\.com\/about\n• could not be analysed \(1\): The service rejected the input \(422\): Quota 5 &lt; 6\. .*\nhttps:\/\/example\.com\/contact$/,
			},
			{ sent: creates(CONTACT), slack: some('1 page analysed, 0 waiting') },
			{},
		],
		[WITHOUT]: [
			{
				site: { '/sitemap.xml': sitemap(ABOUT) },
				without: ['Create a Report'],
				slack: some(
					`0 pages analysed, 1 waiting for later runs.\n• could not be analysed (1): ${NOT_RUN}`,
				),
			},
			{ sent: creates(ABOUT), slack: some('1 page analysed, 0 waiting') },
		],
		'analyses at most 20 pages per run, preferring those without a report': {
			reports: pagesOf('old', 400).map((url, at) => ({ id: 2000 + at, url, age: 31 })),
			site: { '/sitemap.xml': sitemap(...pagesOf('old', 400), ...pagesOf('new', 20)) },
			sent: creates(...pagesOf('new', 20)),
			slack: some('20 pages analysed, 400 waiting'),
		},
		'reads the sitemaps of an index, and names those it cannot read': {
			site: { '/sitemap.xml': twoSitemaps, '/a.xml': sitemap(ABOUT) },
			sent: creates(ABOUT),
			slack:
				/• could not be read \(1\): It could not be loaded: .*\nhttps:\/\/example\.com\/none\.xml$/,
		},
		'does not analyse a page that has a report under another spelling of its address': {
			reports: SPELLINGS.filter(({ id }) => [2, 3, 5].includes(id)),
			site: {
				'/sitemap.xml': sitemap('https://EXAMPLE.com/about', `${HOME}über`, `${CONTACT}/#form`),
			},
		},
		'remembers redirects and failing pages, so that they block no other and are named once': [
			{
				site: { '/sitemap.xml': sitemap(MOVED, ...pagesOf('dead', 19)) },
				trouble: [{ method: 'GET', status: 403 }],
				error: some('403'),
			},
			{
				retry: true,
				trouble: [
					refuse(...pagesOf('dead', 19)),
					{ method: 'POST', shows: (record) => ({ ...record, url: CONTACT, result: 85 }) },
				],
				sent: creates(MOVED, ...pagesOf('dead', 19)),
				slack:
					/1 page analysed, 19 waiting [^]*\(1\): .*\n\S+moved: 85\n.* redirect \(1\): .*\n\S+moved → \S+contact\n.*\(19\)[^]* 9 more$/,
			},
			{
				site: { '/sitemap.xml': sitemap(MOVED, ...pagesOf('dead', 19), ...pagesOf('new', 20)) },
				trouble: [rate()],
				sent: creates(...pagesOf('new', 20)),
				slack: some('20 pages analysed, 19 waiting'),
			},
			{ trouble: [refuse(...pagesOf('dead', 19))], sent: creates(...pagesOf('dead', 19)) },
		],
		'decodes addresses as XML, and names what it cannot read even if no page is due': [
			{
				site: {
					'/sitemap.xml': `<!-- Not a <urlset> -->${twoSitemaps.replace('none.xml', 'b.xml.gz')}`,
					'/a.xml': `<!-- Of the <sitemapindex> -->${sitemap(`${HOME}?a&#038;b&#x26;c&amp;d`, `<![CDATA[${HOME}?&amp;]]>`)}`,
					'/b.xml.gz': gzipSync(sitemap(...pagesOf('zip', 16))),
				},
				trouble: [rate()],
				sent: creates(`${HOME}?a&b&c&d`, `${HOME}?&amp;`),
				slack: some('2 pages analysed, 0 waiting'),
			},
			{
				slack: some(
					'0 pages analysed, 0 waiting for later runs.\n• could not be read (1): Compressed sitemaps (.gz) are not supported.\nhttps://example.com/b.xml.gz',
				),
			},
		],
		'posts no more than Slack accepts': {
			site: {
				'/sitemap.xml': index(`${HOME}a.xml`, ...pagesOf('none', 300)),
				'/a.xml': sitemap(ABOUT),
			},
			sent: creates(ABOUT),
			slack: /^(?=[^]{30000,40000}$)[^]*\n… and \d+ more lines/,
		},
		'ends with an error if the sitemap cannot be loaded, is none, or is incomplete': [
			[undefined, 'https://example.com/sitemap.xml could not be loaded. Open it in a browser.'],
			['<!doctype html><p>Hello', 'must show XML with urlset or sitemapindex tags.'],
			[sitemap(ABOUT).replace('</urlset>', ''), 'XML is broken'],
			[
				twoSitemaps.replace('</sitemapindex>', ''),
				'The XML of example.com/sitemap.xml is incomplete because its closing sitemapindex tag is missing.',
			],
		].map(([text, error = '']): Run => ({
			...(text && { site: { '/sitemap.xml': text } }),
			error: some(error),
		})),
	},
	'pages-in-a-google-sheet': {
		'writes results to their rows; after a failure, adds the reason and keeps the last result': [
			{
				sheet: [
					COLUMNS,
					...[ABOUT, UNTIDY, `\u200b${PRODUCTS}`, HOME].map((page) => line(page)),
					line(PRICING, 8),
					line(GONE, 90),
					line(CONTACT, 9),
				],
				trouble: [withoutRecord(HOME), refuse(CONTACT), rate({ [ABOUT]: '=1+1', [GONE]: '' })],
				sent: creates(ABOUT, UNTIDY, PRODUCTS, HOME, PRICING, GONE, CONTACT),
				written: [
					done(ABOUT, '=1+1'),
					done(UNTIDY),
					done(`\u200b${PRODUCTS}`, 'good', PRODUCTS),
					some(`Ann | ${HOME} |  | now | unknown ID | The report has no result yet.`),
					done(PRICING),
					some(`Ann | ${GONE} |  | now | ${GONE} | The report has no result yet.`),
					some(`${line(CONTACT, 9)} | ${REJECTED}`),
				],
			},
			{ trouble: [rate()], sent: creates(CONTACT), written: [done(CONTACT)] },
			{},
		],
		'names rows without an address or with a wrong one, which cost nothing': [
			{
				sheet: [
					COLUMNS,
					'Ann',
					'',
					line('example.com/about', 3),
					'FALSE',
					line('=A1'),
					`Ann |  | good | x | 7 | Check the parameters for ${ABOUT}.`,
					`Ann | ${HOME} ${ABOUT}`,
				],
				written: [
					wrong('Ann |  |  |  | ', 'empty'),
					wrong(line('example.com/about', 3), 'not a web address'),
					wrong('Ann | =A1 |  |  | ', 'not a web address'),
					wrong('Ann |  | good | x | 7', 'empty'),
					some(`Ann | ${HOME} ${ABOUT} |  |  |  | URL contains more than one address`),
				],
			},
			{},
		],
		'analyses 20 pages per run: never checked first, then the oldest, with room for failed ones': {
			sheet: [
				COLUMNS,
				...OLD.map((page, at) => line(page, 7 + at)),
				...RECENT.map((page) => line(page, 6)),
				...NEW.map((page) => line(page)),
				`Ann | ${ABOUT} | bad | 36526.5 | 7`,
				`Ann | ${PRICING} |  |  |  | Failed.`,
			],
			trouble: [rate()],
			sent: creates(...OLD.slice(7), ...NEW, ABOUT, PRICING),
			written: [...OLD.slice(7), ...NEW, ABOUT, PRICING].map((page) => done(page)),
		},
		[WITHOUT]: {
			sheet: neverChecked(ABOUT),
			without: ['Create a Report'],
			written: [`Ann | ${ABOUT} |  |  |  | ${NOT_RUN}`],
		},
		'ends with an error if a column is missing': {
			sheet: ['Page | Address | Result | Report', ABOUT],
			error: some('The first row of the sheet is missing Checked, Problem. Add each as a column'),
		},
		'analyses a page in several rows once, and finds its rows even if people move them': {
			sheet: neverChecked(ABOUT, PRICING, ABOUT, SPELLED, CONTACT),
			meanwhile: neverChecked(PRODUCTS, SPELLED, PRICING, ABOUT, ABOUT),
			sent: creates(ABOUT, PRICING, CONTACT),
			written: [
				done(SPELLED, 'bad', ABOUT),
				done(PRICING, 'decent'),
				done(ABOUT, 'bad'),
				done(ABOUT, 'bad'),
			],
		},
		'on Retry, writes what Google did not accept, but never over a newer result': [
			{
				sheet: neverChecked(ABOUT, PRICING),
				down: 'google',
				error: some('If the account is not an Editor of the sheet,'),
				sent: creates(ABOUT, PRICING),
			},
			{ retry: true, down: 'google', error: some('Google Sheets did not accept the results (') },
			{
				retry: true,
				// A later run has already checked one row
				sheet: [...neverChecked(CONTACT, PRICING), `Ann | ${ABOUT} |  | x`, line(ABOUT, -1)],
				written: [done(PRICING, 'decent'), done(ABOUT, 'bad')],
			},
		],
	},
	'monthly-report-for-a-client': {
		'emails the figures, the ten worst pages with the checks that failed, and a summary': {
			reports: [
				{ id: 1, url: HOME, result: 'good', age: 34 },
				{ id: 2, url: ABOUT, result: 'good' },
				{ id: 3, url: ABOUT, result: 'bad', age: 3 },
				{ id: 4, url: PRICING, result: 'bad', age: 36 },
				{ id: 5, url: GONE, result: 'bad', results: TOO_BIG },
				...pagesOf('decent', 11).map((url, at) => ({ id: 10 + at, url, result: 'decent' })),
				{ id: 30, url: CONTACT, result: 'decent', results: WORST, age: 9 },
			],
			summary: 'Mend <b>pricing</b> first.',
			asked: some('Good: 2, decent: 12, bad: 1'),
			mails: new RegExp(
				TO_CLIENT +
					String.raw`[^]*2 good\s+12 decent\s+1 bad\s+1 more page has no .* not counted\.\s+Mend <b>pricing</b> first\.[^]*/gone\?a&b=<!channel>bad\s*page\s+size\s*https://\S+/contactdecent\s*page\s+size,\s+title,\s+https(\s*https://\S+/decent/\d+decent((?!https://)[^])*){8}$`,
			),
		},
		'counts a page once, whatever its spellings, and says how many have no recent result': {
			reports: [
				...SPELLINGS.filter(({ id }) => id !== 5),
				...pagesOf('old', 47).map((url, at) => ({ id: 10 + at, url, result: 'bad', age: 36 })),
				{ id: 60, url: CONTACT, result: 'bad', age: null },
				{ id: 61, url: PRODUCTS, result: null },
				{ id: 62, url: ABOUT, result: null, age: 0 },
			],
			asked: some('Good: 2, decent: 0, bad: 0'),
			mails:
				/2 good\s+0 decent\s+0 bad\s+49 more pages have no result from the last 35 days and are not counted\.\s+All of these pages are good\.$/,
		},
		'emails a report without a summary if the model fails': {
			reports: [{ id: 1, url: ABOUT, result: 'good' }],
			asked: some('Good: 1, decent: 0, bad: 0'),
			mails: new RegExp(`${TO_CLIENT}[^]*All pages are good.`),
		},
		'ends with an error, and sends no email, if no report is recent or a result is unknown': [
			{
				reports: [{ id: 1, url: ABOUT, age: 36 }],
				error: some('The project example.com has no report with a result and a date from the last'),
			},
			{
				reports: [{ id: 2, url: ABOUT, result: '12' }],
				error: some(`decent or bad, so no email was sent: ${ABOUT}: 12`),
			},
		],
	},
	'audit-after-a-deployment': {
		'opens one issue per page that got worse and one for all failures, even after Retry @push': [
			{
				...ANALYSED,
				deployments: [{ wait_seconds: 0, version: '1.2.3' }],
				down: 'github',
				error: UNAVAILABLE,
				stored: ['example.com 1.2.3'],
				issues: `Page got worse: ${ABOUT}\nThe result of ${ABOUT} was good on ${YESTERDAY} and is bad after the latest deployment (version 1.2.3).`,
			},
			{
				retry: true,
				issues: `Pages of example.com could not be compared\nThese pages may have got worse after the latest deployment (version 1.2.3), but their results could not be compared:\n\n- ${GONE}: ${LIMIT_REACHED.replace('the report', 'report 5')}`,
			},
			{ ...ANALYSED, ...DEPLOYED },
		],
		[WITHOUT]: {
			...ONE,
			...DEPLOYED,
			without: ['Analyse Again'],
			issues: some(`\n- ${ABOUT}: ${NOT_UPDATING}`),
		},
		'audits once after several deployments in a row, when the earlier audit has ended': {
			...ONE,
			trouble: [oneAtATime(8)],
			deployments: [{ wait_seconds: 0 }, { wait_seconds: 4 }, { wait_seconds: 4 }],
			sent: analyses(1, 1),
			stored: ['example.com', 'example.com', 'example.com'],
			issues: some(`Page got worse: ${ABOUT}\n`),
		},
		'recognises a page by its address in any spelling, and names results that it cannot compare': [
			{
				...DEPLOYED,
				reports: [
					{ id: 1, url: ABOUT, result: 'good' },
					{ id: 2, url: SPELLED, result: 'good', age: 200 },
					{ id: 3, url: HOME, result: 'good' },
					{ id: 4, url: PRODUCTS, result: null },
					// Listed first, but its date is unknown
					{ id: 6, url: HOME, result: 'bad', generated_at: 'unknown' },
				],
				trouble: [{ path: '/reports/3', ...shows({ result: 12 }) }],
				sent: analyses(1, 3, 4),
				issues: [
					some(`Page got worse: ${ABOUT}\n`),
					new RegExp(
						`not be compared:[^]*\n- ${HOME}: Its result is 12, .*\n- ${PRODUCTS}: Its result is bad, `,
					),
				],
			},
			{
				...DEPLOYED,
				reports: [{ id: 5, url: SPELLED, result: 'good', age: -1 }],
				trouble: [{ path: '/reports/3', ...shows({ result: 12 }) }],
				sent: analyses(3, 4, 5),
			},
		],
		'analyses nothing if there is no such repository': {
			...ONE,
			...DEPLOYED,
			entered: { website: 'none' },
			error: some('could not be found'),
		},
		'waits two minutes for the site': { deployments: [{}], minutes: 2, stored: ['example.com'] },
		'ends with an error if there is no such project': { ...DEPLOYED, error: NO_SUCH_PROJECT },
		'refuses a call with another key': {
			...ONE,
			deployments: [{ key: 'another', wait_seconds: 0 }],
			error: 'The webhook answers 403',
		},
	},
	're-analyse-a-project': {
		'analyses each page once, however spelled, and outputs a summary': {
			entered: { 'example.com': ' example.com ' },
			reports: [...SPELLINGS, { id: 6, url: GONE }],
			trouble: [...OTHER_RESULTS, { method: 'PUT', path: '/reports/6', status: 500 }],
			sent: analyses(1, 4, 5, 6),
			output: [
				{
					project: 'example.com',
					reanalysed: 3,
					failed: 1,
					good: 0,
					decent: 0,
					bad: 1,
					other: 2,
					worse: [`${ABOUT}: good → bad`],
					otherResults: ['https://EXAMPLE.com/über/: 85', `${CONTACT}: none`],
					problems: [some(`${GONE}: ${NOT_UPDATED.replace('5', '6')}`)],
				},
			],
		},
		[WITHOUT]: {
			...ONE,
			without: ['Analyse Again'],
			error: some(`No page could be analysed (1):\n- ${ABOUT}: ${NOT_UPDATING}`),
		},
		'ends with an error if there is no such project': [{ error: NO_SUCH_PROJECT }, NO_NAME],
	},
	'make-old-public-reports-private': {
		'makes public reports older than 90 days private, and no others': {
			reports: [
				{ id: 1, url: HOME, privacy: 0, age: 91 },
				{ id: 2, url: ABOUT, privacy: 0, age: 89 },
				{ id: 3, url: PRICING, privacy: 1, age: 91 },
				{ id: 4, url: PRODUCTS, privacy: 2, password: 'x', age: 91 },
				{ id: 5, url: CONTACT, privacy: 0, age: null },
				...['', '0000-00-00', '0000-00-00 00:00:00', 0, '0', 'May 1', Date.now() / 1000].map(
					(generated_at, at) => ({ id: 6 + at, url: CONTACT, privacy: 0, generated_at }),
				),
				{ id: 20, url: CONTACT, privacy: 0, generated_at: Date.UTC(2020, 1) / 1000 },
				{ id: 21, url: CONTACT, privacy: 0, generated_at: '2020-02-01 12:00:00' },
				{ id: 22, url: CONTACT, privacy: 0, generated_at: '2020-02-01 12:00:00 UTC' },
				{ id: 23, url: CONTACT, privacy: 0, generated_at: 'Sat, 01 Feb 2020 12:00:00 GMT' },
			],
			sent: [1, 20, 21, 22, 23].map((id) => `PUT /reports/${String(id)} privacy=1`),
		},
		'makes all others private if one fails, and ends with an error that names it': {
			reports: pagesOf('old', 30).map((url, at) => ({ id: 10 + at, url, privacy: 0, age: 91 })),
			trouble: [{ method: 'PUT', path: '/reports/39', status: 403 }],
			sent: pagesOf('old', 30).map((_, at) => `PUT /reports/${String(10 + at)} privacy=1`),
			error: some(
				'1 of 30 reports could not be made private:\n- https://example.com/old/29 (39): The service does not',
			),
		},
		'does not count reports as private if a credential is missing': {
			reports: [{ id: 1, url: HOME, privacy: 0, age: 91 }],
			without: ['Make Private'],
			error: some(
				'(1): It is still public. Check the credential of Make Private, and whether your plan',
			),
		},
	},
	'delete-reports-of-finished-project': {
		'deletes the project and its reports after a Yes, and counts what is already gone': [
			[],
			// Here the project goes with its last report
			['/reports/1', '/projects/example.com'],
		].map((gone) => ({
			...confirm('Deleted', 'and its reports (5) were deleted.'),
			trouble: gone.map((path) => ({ ...GONE_ALREADY, path, done: true })),
			sent: DELETES_ALL,
		})),
		'does not count the project as deleted if it may still be listed': [
			{ trouble: [PROJECT_GONE], text: 'was not found (404)' },
			{
				trouble: [PROJECT_GONE, { path: '/projects', skip: 1, status: 401 }],
				text: `listed: ${NO_KEY}`,
			},
			{
				trouble: [{ method: 'DELETE', body: { success: true } }],
				text: 'still lists the project.',
			},
		].map(({ trouble, text }) => ({
			...confirm('The project could not be deleted', text),
			trouble,
			sent: DELETES_ALL,
		})),
		'does not count "not found" as deleted if no delete succeeded': {
			...confirm('Not every report could be deleted', 'Not deleted: 5 of 5 reports.'),
			trouble: [GONE_ALREADY],
			sent: DELETES,
		},
		'keeps the project if one of its reports could not be deleted': {
			...confirm(
				'Not every report could be deleted',
				'The project was kept. Not deleted: 1 of 5 reports.',
				'The service does not allow you to delete report 1 (403)',
			),
			trouble: [{ method: 'DELETE', path: '/reports/1', status: 403 }],
			sent: DELETES,
		},
		'counts nothing as listed or deleted if a credential is missing': [
			...['Look for the Project', 'List Its Reports'].map((node) => ({
				...enter('n8n could not query the service', 'Nothing was deleted.'),
				without: [node],
			})),
			{
				...confirm('Not every report could be deleted', 'Not deleted: 5 of 5 reports.'),
				without: ['Delete Each Report'],
			},
			{
				...confirm('The project could not be deleted', 'Check its credential.'),
				without: ['Delete the Project', 'Look Again'],
				sent: DELETES,
			},
			{ ...confirm('Deleted'), without: ['Look Again'], sent: DELETES_ALL },
		],
		'deletes nothing, and says why, if it is not certain what to delete': [
			{
				...enter('The numbers differ', 'counts 6 reports', 'found 5'),
				trouble: [{ path: '/projects', ...shows({ reports: 6 }) }],
			},
			{
				...enter('It is not clear which reports belong to the project', 'Nothing was deleted.'),
				trouble: [{ path: '/reports', ...shows({ project: { name: 'example.com' } }) }],
			},
			...['/projects', '/reports'].map((path) => ({
				...enter(NO_KEY, 'Nothing was deleted.'),
				trouble: [{ path, status: 401 }],
			})),
			answer('No, keep everything', 'Nothing was deleted', 'all still there'),
			// The name of another project contains it
			{ form: [['Project', 'example.co', 'There is no such project', 'Nothing was deleted.']] },
			{ form: [['Project', MARKUP, 'There is no such project', MARKUP]] },
		],
	},
};
