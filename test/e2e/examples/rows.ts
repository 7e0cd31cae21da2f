import type { Trouble } from '../../../sandbox/service/conditions';
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
/** Unescaped, this address would notify a whole Slack channel, and vanish in HTML. */
const GONE = 'https://example.com/gone?a&b=<!channel>';

/** The project of the examples; one page has two reports. */
const REPORTS: GivenReport[] = [
	{ id: 1, url: HOME, result: 'bad' },
	{ id: 2, url: ABOUT, result: 'good' },
	{ id: 3, url: ABOUT, result: 'good', age: 30 },
	{ id: 4, url: PRICING, result: 'bad' },
	{ id: 5, url: GONE, result: 'good', age: 2 },
];
/** The project with one failing analysis, and the analyses expected: one per page, of its newest report. */
const ANALYSED = {
	reports: REPORTS,
	trouble: [{ method: 'PUT', path: '/reports/5', status: 500 }],
	sent: analyses(1, 2, 4, 5),
};
const TOO_BIG: GivenReport['results'] = { page_size: { passed: false, importance: 'high' } };
const NOT_UPDATED = 'The service could not update report 5 (500): Something went wrong.';
const REJECTED = 'The service rejected the input (422): Quota 5 < 6.';
const UNAVAILABLE = some('Service unavailable');
const NO_SUCH_PROJECT = some('There is no report in the project "example.com".');

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

/** Refuses these pages, with a message that HTML and Slack need escaped. */
function refuse(...urls: string[]): Trouble {
	const answer = { status: 422, body: { message: 'Quota 5 < 6.' } };
	return ({ method, body }) =>
		method === 'POST' && urls.includes(body.url ?? '') ? answer : undefined;
}

/** Creates every report with the result *good*, except for these pages. */
function rate(results: Record<string, string> = {}): Trouble {
	return ({ body: { url = '' } }) => ({
		shows: (record) => ({ ...record, result: results[url] ?? 'good' }),
	});
}

const sitemap = (...urls: string[]) =>
	`<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;
const twoSitemaps =
	'<sitemapindex><sitemap><loc>https://example.com/a.xml</loc></sitemap><sitemap><loc>https://example.com/none.xml</loc></sitemap></sitemapindex>';

/** This many creates, for any pages. */
const someCreates = (count: number, of = '') =>
	Array.from({ length: count }, () => some(`POST /reports url=https://example.com/${of}`));
const pagesOf = (folder: string, count: number) =>
	Array.from({ length: count }, (_, at) => `https://example.com/${folder}/${String(at)}`);

/** The history's row for each page. */
const history = (results: Record<string, string> = {}) =>
	PAGES.map((page) => `${page} ${results[page] ?? 'good'}`);

/** Another spelling of the same page. */
const ABOUT_US = 'http://www.EXAMPLE.com/about/#us';
/** The Google sheet's first row; without an age, a page was never checked. */
const COLUMNS = 'Owner | Page | Result | Checked | Report | Problem';
const line = (page: string, age?: number) =>
	`Ann | ${page}${age === undefined ? '' : ` | good | ${checkedAgo(age)} | 7`}`;
const neverChecked = (...pages: string[]) => [COLUMNS, ...pages.map((page) => line(page))];
const done = (page: string, result = 'good', of = page) =>
	`Ann | ${page} | ${result} | now | ${of}`;
const wrong = (page: string, why: string) =>
	some(`Ann | ${page} |  |  |  | URL is ${why}. Enter the `);
const [OLD, NEW, RECENT] = [pagesOf('old', 10), pagesOf('new', 15), pagesOf('recent', 974)];

/** First step of the delete form: the project entered, and the heading that follows. */
const ASKED: [string, string, string] = ['Project', 'example.com', 'Delete example.com?'];
const DELETES = REPORTS.map(({ id }) => `DELETE /reports/${String(id)}`);

// n8n's default time zone
const MONTH = new Date(Date.now() - 24 * 60 * 60 * 1000).toLocaleString('en', {
	month: 'long',
	year: 'numeric',
	timeZone: 'America/New_York',
});
const TO_CLIENT = `client@example.com\nWeb pages of Example Ltd: report for ${MONTH}\n`;

/** Test cases by example. Each is one run, or several in a row. */
export const ROWS: Record<string, Record<string, Run | Run[]>> = {
	'create-reports-and-list-bad-ones': {
		'analyses each page of the list, and lists all bad reports': {
			sent: creates(...PAGES),
			output: [{ url: ABOUT }, { url: PRODUCTS }, ...OTHERS].map(
				({ url }) => expect.objectContaining({ url, result: 'bad' }) as object,
			),
		},
		'ends with an error if a page cannot be analysed': {
			trouble: [refuse(...PAGES)],
			error: some(REJECTED),
			sent: creates(...PAGES),
		},
	},
	'report-for-an-address-form': {
		'shows the result, with a link to the report': {
			form: [['Address', ABOUT, 'The result is bad', 'https://reports.example.com/reports/102']],
			sent: creates(ABOUT),
		},
		'shows what happened and what to do if it fails': {
			form: [['Address', 'example', 'URL is not a web address', 'Enter the full address']],
		},
	},
	'weekly-digest-of-bad-reports': {
		'mails the bad pages, and those that could not be analysed, with the reason': {
			trouble: [refuse(CONTACT)],
			sent: creates(...PAGES),
			mails: [
				some(
					`you@example.com\nWeb page report: 2 of 5 pages are bad, 1 could not be analysed\nBad:\n- ${ABOUT}\n- ${PRODUCTS}\n\nCould not be analysed:\n- ${CONTACT}\n  ${REJECTED}`,
				),
			],
		},
		'mails even if nothing is bad': {
			trouble: [rate()],
			sent: creates(...PAGES),
			mails: [
				'you@example.com\nWeb page report: 0 of 5 pages are bad\nBad:\nNone.\n\nCould not be analysed:\nNone.\n\nThe other pages are good or decent.',
			],
		},
	},
	'daily-check-to-slack': {
		'analyses the newest report of each page, and posts what got worse or failed': {
			...ANALYSED,
			slack: [
				[
					'These pages of example.com got worse:',
					`• ${ABOUT}: good → bad`,
					`• https://example.com/gone?a&amp;b=&lt;!channel&gt;: good → could not be analysed: ${NOT_UPDATED}`,
				].join('\n'),
			],
		},
		'posts nothing if there is no result to compare with': {
			reports: [{ id: 1, url: PRODUCTS, result: null }],
			sent: analyses(1),
		},
		'on Retry, posts what Slack did not accept, without another analysis': [
			{
				reports: [{ id: 1, url: ABOUT, result: 'good' }],
				down: 'slack',
				error: UNAVAILABLE,
				sent: analyses(1),
			},
			{ retry: true, slack: [some(`\n• ${ABOUT}: good → bad`)] },
		],
		'ends with an error if there is no such project': { error: NO_SUCH_PROJECT },
	},
	'history-and-trend': {
		'compares each result with the last one, and stores it before posting, whatever fails': [
			{ trouble: [rate()], sent: creates(...PAGES), stored: history() },
			{
				trouble: [refuse(ABOUT), rate({ [HOME]: 'bad' })],
				down: 'slack',
				error: UNAVAILABLE,
				sent: creates(...PAGES),
				stored: history({ [HOME]: 'bad', [ABOUT]: `failed ${REJECTED}` }),
			},
			{
				retry: true,
				slack: [
					[
						`*Got worse*\n• ${HOME}: good → bad 🟢🔴`,
						`*Could not be analysed*\n• ${ABOUT}: ${REJECTED.replace('<', '&lt;')} 🟢⚪`,
					].join('\n\n'),
				],
			},
			{
				trouble: [rate({ [ABOUT]: 'bad' })],
				sent: creates(...PAGES),
				stored: history({ [ABOUT]: 'bad' }),
				slack: [
					[
						`*Got worse*\n• ${ABOUT}: good → bad 🟢⚪🔴`,
						`*Got better*\n• ${HOME}: bad → good 🟢🔴🟢`,
					].join('\n\n'),
				],
			},
		],
	},
	'audit-of-a-sitemap': {
		'analyses the pages without a new report, and posts what is bad and what failed': [
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
				slack: [
					expect.stringMatching(
						/^\*https:\/\/example\.com\/sitemap\.xml\*: 1 pages analysed, 1 wait for the next runs\.\n• bad: https:\/\/example\.com\/about\n• could not be analysed \(1\): The service rejected the input \(422\): Quota 5 &lt; 6\. .*\nhttps:\/\/example\.com\/contact$/,
					) as string,
				],
			},
			{ sent: creates(CONTACT), slack: [some('1 pages analysed, 0 wait')] },
			{},
		],
		'analyses at most 20 pages per run, preferring those without a report': {
			reports: pagesOf('old', 400).map((url, at) => ({ id: 2000 + at, url, age: 31 })),
			site: { '/sitemap.xml': sitemap(...pagesOf('old', 400), ...pagesOf('new', 20)) },
			// Each of the 20 is a new page with a probability of at least 3/4
			sent: [...someCreates(6, 'new/'), ...someCreates(14)],
			slack: [some('20 pages analysed, 400 wait')],
		},
		'reads the sitemaps of an index, and names those it cannot read': {
			site: { '/sitemap.xml': twoSitemaps, '/a.xml': sitemap(ABOUT) },
			sent: creates(ABOUT),
			slack: [
				expect.stringMatching(
					/• could not be read \(1\): It could not be loaded: .*\nhttps:\/\/example\.com\/none\.xml$/,
				) as string,
			],
		},
		'ends with an error if the file is not a sitemap': {
			site: { '/sitemap.xml': '<!doctype html><p>Hello' },
			error: some('https://example.com/sitemap.xml is not a sitemap with pages.'),
		},
		'ends with an error if the sitemap is cut off': {
			site: { '/sitemap.xml': sitemap(ABOUT).replace('</urlset>', '') },
			error: some('XML is broken'),
		},
	},
	'pages-in-a-google-sheet': {
		'writes each result to its row, and a reason if there is none': [
			{
				sheet: [COLUMNS, line(ABOUT), line(PRICING, 8), line(GONE, 90), line(CONTACT)],
				trouble: [refuse(CONTACT), rate({ [ABOUT]: '=1+1', [GONE]: '' })],
				sent: creates(ABOUT, PRICING, GONE, CONTACT),
				written: [
					done(ABOUT, '=1+1'),
					done(PRICING),
					`Ann | ${GONE} |  | now | ${GONE} | The report has no result.`,
					some(`Ann | ${CONTACT} |  | now |  | ${REJECTED}`),
				],
			},
			{ trouble: [rate()], sent: creates(GONE, CONTACT), written: [done(GONE), done(CONTACT)] },
			{},
		],
		'names rows without an address or with a wrong one, which cost nothing': [
			{
				sheet: [COLUMNS, 'Ann', '', line('example.com/about', 3), 'FALSE', line('=A1')],
				written: [
					wrong('', 'empty'),
					wrong('example.com/about', 'not a web address'),
					wrong('=A1', 'not a web address'),
				],
			},
			{},
		],
		'analyses at most 20 pages per run: those never checked, then the oldest': {
			sheet: [
				COLUMNS,
				...OLD.map((page, at) => line(page, 7 + at)),
				...RECENT.map((page) => line(page, 6)),
				...NEW.map((page) => line(page)),
				`Ann | ${ABOUT} | bad | 36526.5 | 7`,
			],
			trouble: [rate()],
			sent: creates(...OLD.slice(6), ...NEW, ABOUT),
			written: [...OLD.slice(6), ...NEW, ABOUT].map((page) => done(page)),
		},
		'ends with an error if a column is missing': {
			sheet: ['Page | Address | Result | Report', ABOUT],
			error: some('The first row of the sheet has no column Checked, Problem. Add what is missing'),
		},
		'analyses a page in several rows once, and finds its rows even if people move them': {
			sheet: neverChecked(ABOUT, PRICING, ABOUT, ABOUT_US, CONTACT),
			meanwhile: neverChecked(PRODUCTS, ABOUT_US, PRICING, ABOUT, ABOUT),
			sent: creates(ABOUT, PRICING, CONTACT),
			written: [
				done(ABOUT_US, 'bad', ABOUT),
				done(PRICING, 'decent'),
				done(ABOUT, 'bad'),
				done(ABOUT, 'bad'),
			],
		},
		'on Retry, writes what Google did not take, to where the rows are then': [
			{
				sheet: neverChecked(ABOUT, PRICING),
				down: 'google',
				error: some('Google Sheets did not take the results (Service unavailable'),
				sent: creates(ABOUT, PRICING),
			},
			{ retry: true, down: 'google', error: some('Google Sheets did not take the results (') },
			{
				retry: true,
				sheet: neverChecked(CONTACT, PRICING, ABOUT),
				written: [done(PRICING, 'decent'), done(ABOUT, 'bad')],
			},
		],
	},
	'monthly-report-for-a-client': {
		'mails the figures, the ten worst pages with the checks that failed, and a summary': {
			reports: [
				{ id: 1, url: HOME, result: 'good', age: 34 },
				{ id: 2, url: ABOUT, result: 'good' },
				{ id: 3, url: ABOUT, result: 'bad', age: 3 },
				{ id: 4, url: PRICING, result: 'bad', age: 36 },
				{ id: 5, url: GONE, result: 'bad', results: TOO_BIG },
				...pagesOf('decent', 11).map((url, at) => ({ id: 10 + at, url, result: 'decent' })),
			],
			summary: 'Mend <b>pricing</b> first.',
			asked: [some('Good: 2, decent: 11, bad: 1')],
			mails: [
				expect.stringMatching(
					TO_CLIENT +
						String.raw`[^]*2 good\s+11 decent\s+1 bad\s+Mend <b>pricing</b> first\.[^]*/gone\?a&b=<!channel>bad\s*page\s+size(\s*https://\S+/decent/\d+decent((?!https://)[^])*){9}$`,
				) as string,
			],
		},
		'mails without a summary if the model fails': {
			reports: [{ id: 1, url: ABOUT, result: 'good' }],
			asked: [some('Good: 1, decent: 0, bad: 0')],
			mails: [expect.stringMatching(`${TO_CLIENT}[^]*All pages are good.`) as string],
		},
		'ends with an error, and mails nothing, if no report is new': {
			reports: [{ id: 1, url: ABOUT, age: 36 }],
			error: some('There is no report of the project example.com that is newer than 35 days'),
		},
		'ends with an error, and mails nothing, if a result is unknown': {
			reports: [{ id: 1, url: ABOUT, result: null }],
			error: some('1 of 1 reports have a result that is not good, decent or bad'),
		},
	},
	'audit-after-a-deployment': {
		'opens one issue per page that got worse and one for all failures, even after Retry': [
			{
				...ANALYSED,
				deployments: [{ wait_seconds: 0, version: '1.2.3' }],
				down: 'github',
				error: UNAVAILABLE,
				stored: ['example.com 1.2.3'],
				issues: [
					`Page got worse: ${ABOUT}\nThe result of ${ABOUT} was good and is bad since the last deployment (version 1.2.3).`,
				],
			},
			{
				retry: true,
				issues: [
					`Pages of example.com could not be analysed\nAfter the last deployment (version 1.2.3), these pages could not be analysed:\n\n- ${GONE}: ${NOT_UPDATED}`,
				],
			},
			{ ...ANALYSED, deployments: [{ wait_seconds: 0 }], stored: ['example.com'] },
		],
		'audits once after several deployments in a row': {
			reports: [{ id: 1, url: ABOUT, result: 'good' }],
			deployments: [{ wait_seconds: 15 }, { wait_seconds: 15 }, { wait_seconds: 15 }],
			sent: analyses(1),
			stored: Array.from({ length: 3 }, () => 'example.com'),
			issues: [some(`Page got worse: ${ABOUT}\n`)],
		},
		'waits two minutes for the site': { deployments: [{}], minutes: 2, stored: ['example.com'] },
		'ends with an error if there is no such project': {
			deployments: [{ wait_seconds: 0 }],
			error: NO_SUCH_PROJECT,
			stored: ['example.com'],
		},
		'refuses a call with another key': {
			reports: [{ id: 1, url: ABOUT, result: 'good' }],
			deployments: [{ key: 'another', wait_seconds: 0 }],
			error: 'The webhook answers 403',
		},
	},
	'rerun-results-of-a-project': {
		'analyses the newest report of each page, and outputs a summary': {
			...ANALYSED,
			output: [
				{
					project: 'example.com',
					renewed: 3,
					failed: 1,
					good: 1,
					decent: 1,
					bad: 1,
					problems: [some(NOT_UPDATED)],
				},
			],
		},
		'ends with an error if there is no such project': { error: NO_SUCH_PROJECT },
	},
	'make-old-public-reports-private': {
		'makes public reports private that are older than 90 days, and no others': {
			reports: [
				{ id: 1, url: HOME, privacy: 0, age: 91 },
				{ id: 2, url: ABOUT, privacy: 0, age: 89 },
				{ id: 3, url: PRICING, privacy: 1, age: 91 },
				{ id: 4, url: PRODUCTS, privacy: 2, password: 'x', age: 91 },
				{ id: 5, url: CONTACT, privacy: 0, age: null },
			],
			sent: ['PUT /reports/1 privacy=1'],
		},
	},
	'delete-reports-of-finished-project': {
		'deletes the reports of this project and the project, after a Yes': {
			reports: REPORTS,
			form: [
				ASKED,
				['Delete it for good?', 'Yes, delete it', 'Deleted', 'and its reports (5) are deleted.'],
			],
			sent: ['DELETE /projects/example.com', ...DELETES],
		},
		'deletes nothing after a No': {
			reports: REPORTS,
			form: [
				ASKED,
				['Delete it for good?', 'No, keep everything', 'Nothing was deleted', 'all still there'],
			],
		},
		'says that there is no such project, even if one has a similar name': {
			reports: REPORTS,
			form: [['Project', 'example.co', 'There is no such project', 'Nothing was deleted.']],
		},
		'keeps the project if one of its reports could not be deleted': {
			reports: REPORTS,
			trouble: [{ method: 'DELETE', path: '/reports/1', status: 403 }],
			form: [
				ASKED,
				[
					'Delete it for good?',
					'Yes, delete it',
					'Not every report could be deleted',
					'The project stays, with 1 of its reports (5):',
					'The service does not allow you to delete report 1 (403)',
				],
			],
			sent: DELETES,
		},
	},
};
