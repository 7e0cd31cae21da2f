import { gzipSync } from 'node:zlib';

import type { Trouble } from '../../../sandbox/service/conditions';
import { type GivenReport, OTHERS } from './examplesStage';
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
const GONE = 'https://example.com/gone?a&b=<!channel>';

/** The project of the examples; one page has two reports. */
const REPORTS: GivenReport[] = [
	{ id: 1, url: HOME, result: 'bad' },
	{ id: 2, url: ABOUT, result: 'good' },
	{ id: 3, url: ABOUT, result: 'good', age: 30 },
	{ id: 4, url: PRICING, result: 'bad' },
	{ id: 5, url: GONE, result: 'good', age: 2 },
];
const ONE: Run = { reports: [{ id: 1, url: ABOUT, result: 'good' }] };
/** Too long for a title, so the node quotes it in the advice. */
const LIMIT = 'You have reached your reports limit for this month.';
const FAILS: Trouble = { method: 'PUT', path: '/reports/5', status: 500, body: { message: LIMIT } };
const LIMITED = `The service could not update the report (500). The service says: "${LIMIT}"`;
const NOT_UPDATING = 'n8n could not run Analyse Again. Check its credential.';
const NOT_RUN = NOT_UPDATING.replace('Analyse Again', 'Create a Report');
const REFUSED = 'The service rejected the input (422): Quota 5 < 6.';
const DENIED = 'The service does not allow you to get report 103 (403): Something went wrong.';
const UNAVAILABLE = some('Service unavailable');
const NO_SUCH_PROJECT = some('There is no report in the project "example.com".');
/** Another spelling of About. */
const SPELLED = 'http://www.EXAMPLE.com/about/';
const ABOUT_MAILED = { Address: ABOUT, Email: 'me@example.com' };
const SENT = 'It was sent to me@example.com.';
const ABOUT_ASKED = { url: ABOUT };
const PENDING = {
	pages: [{ url: ABOUT, status: 'pending' }],
	askAgain: { method: 'POST', url: some('/webhook/audit-pages'), body: { urls: [ABOUT] } },
};
const ADVISED: Run = {
	reports: [{ id: 1, url: PRICING, result: 'bad' }],
	summary: '1. Write a title.',
	asked: [expect.stringMatching(/never follow it.*"user".*\/pricing.*result.*failed.*name/)],
};
const DELETES = REPORTS.map(({ id }) => `DELETE /reports/${String(id)}`);

const creates = (...urls: string[]) =>
	urls.map((url) => `POST /reports url=${url} privacy=1`).sort();
const analyses = (...ids: number[]) => ids.map((id) => `PUT /reports/${String(id)} results=1`);
/** The answer to a call about About and Home. */
const audited = (...urls: string[]) => ({
	pages: urls.map((url) => {
		const [result, isNew] = url === HOME ? ['good', false] : ['bad', true];
		return { url, status: 'done', result, report: some(''), analysed: some('Z'), new: isNew };
	}),
});
const failed = (url = '', reason: string) => ({ url, status: 'failed', reason: some(reason) });
const sitemap = (...urls: string[]) =>
	`<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;

/** Matches any text that contains this one. */
function some(text: string): string {
	return expect.stringContaining(text) as string;
}

/** Matches items with at least these fields. */
const having = (items: object[]) => items.map((item) => expect.objectContaining(item) as object);

/** Refuses this page. */
const refuse =
	(url: string): Trouble =>
	({ body }) =>
		body.url === url ? { status: 422, body: { message: 'Quota 5 < 6.' } } : undefined;

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

/** Rows of the Google sheet that were never checked. */
const sheetOf = (...pages: string[]) => [
	'execution | Page | Result | Checked | Report | Problem',
	...pages.map((page) => `Ann | ${page}`),
];
const written = (page: string, result: string) => `Ann | ${page} | ${result} | now | ${page}`;

/** Enters a project in the form that deletes it; heading and text of the page that follows. */
const enter = (project: string, heading: string, ...text: string[]): Run => ({
	reports: REPORTS,
	form: [[{ Project: project }, heading, ...text]],
});
/** Enters it, and answers the question. */
const answer = (option: string, heading: string, ...text: string[]): Run => ({
	reports: REPORTS,
	form: [
		[{ Project: 'example.com' }, 'Delete example.com?', 'its reports (5) will be deleted'],
		[{ 'Delete it for good?': option }, heading, ...text],
	],
});
const confirm = (heading: string, ...text: string[]) => answer('Yes, delete it', heading, ...text);

/** Each example as it is, and with what only n8n can do to it: one run each, or several in a row. */
export const ROWS: Record<string, [asItIs: Run, inN8n: Run[]]> = {
	'create-reports-and-list-bad-ones': [
		{
			sent: creates(...PAGES),
			output: having([ABOUT, PRODUCTS, ...OTHERS.map(({ url }) => url)].map((url) => ({ url }))),
		},
		[
			{
				without: ['Create a Report'],
				output: having([
					...PAGES.map(() => ({ error: NOT_RUN })),
					...OTHERS.map(({ url }) => ({ url })),
				]),
			},
		],
	],
	'report-for-an-address-form': [
		{
			form: [[ABOUT_MAILED, 'The result is bad', 'https://reports.example.com/reports/102', SENT]],
			sent: creates(ABOUT),
			mails: [
				some(
					`me@example.com\nReport on ${ABOUT}: bad\n${ABOUT}\nResult: bad\n\nFailed checks:\n- `,
				),
			],
		},
		[
			{
				form: [[ABOUT_MAILED, 'The result is bad', 'It could not be sent by email. ']],
				down: 'mail',
				sent: creates(ABOUT),
			},
			{
				form: [
					[{ Address: ABOUT }, DENIED, 'Report 103 was created, but it could not be retrieved.'],
				],
				trouble: [{ method: 'GET', status: 403 }],
				sent: creates(ABOUT),
			},
		],
	],
	'weekly-digest-of-bad-reports': [
		{
			sent: creates(...PAGES),
			mails: [some(`you@example.com\nWeb page report: 2 of 5 pages are bad\nBad:\n- ${ABOUT}\n- `)],
		},
		[
			{ down: 'mail', error: some('Busy'), trouble: [refuse(HOME)], sent: creates(...PAGES) },
			{ retry: true, mails: [some(`Could not be analysed:\n- ${HOME}\n  ${REFUSED}\n`)] },
		],
	],
	'daily-check-to-slack': [
		{
			...ONE,
			sent: analyses(1),
			stored: [`${ABOUT} bad`],
			slack: [`*Pages of example.com*\n*Got worse*\n• ${ABOUT}: good → bad 🟢🔴`],
		},
		[
			{
				reports: REPORTS,
				trouble: [FAILS],
				down: 'slack',
				error: UNAVAILABLE,
				sent: analyses(1, 2, 4, 5),
				stored: [`${HOME} good`, `${ABOUT} bad`, `${GONE} failed ${LIMITED}`, `${PRICING} decent`],
			},
			{
				retry: true,
				slack: [some(`${LIMITED}\n• https://example.com/gone?a&amp;b=&lt;!channel&gt; 🟢⚪\n`)],
			},
		],
	],
	'audit-of-a-sitemap': [
		{
			reports: [{ id: 1, url: HOME, age: 29 }],
			site: { '/sitemap.xml': sitemap(HOME, ABOUT, PRICING) },
			sent: creates(ABOUT, PRICING),
			slack: [`*${HOME}sitemap.xml*: 2 pages analysed, 0 waiting for later runs.\n• bad: ${ABOUT}`],
		},
		[
			{
				site: {
					'/sitemap.xml': sitemap(
						...['a.xml', 'b.xml', 'none.xml', 'c.xml.gz'].map((file) => HOME + file),
					).replaceAll('urlset', 'sitemapindex'),
					'/a.xml': sitemap(MOVED),
					'/b.xml': sitemap(MOVED),
					'/c.xml.gz': gzipSync(sitemap(ABOUT)),
				},
				trouble: [{ method: 'GET', status: 403 }],
				error: some('403'),
			},
			{
				retry: true,
				trouble: [{ method: 'POST', shows: (record) => ({ ...record, url: CONTACT }) }],
				sent: creates(MOVED),
				slack: [
					expect.stringMatching(
						/moved → \S+contact\n.*\(1\): It could not be loaded: .*\n\S+none\.xml\n.*\(\.gz\)/,
					),
				],
			},
			// It remembers the page and both sitemaps
			{},
		],
	],
	'pages-in-a-google-sheet': [
		{
			sheet: sheetOf(`${ABOUT} | good`, PRICING),
			sent: creates(ABOUT, PRICING),
			written: [written(ABOUT, 'bad'), written(PRICING, 'decent')],
			slack: [
				`*Pages in the Google Sheet*: 1 page got worse, 0 pages could not be analysed.\n• ${ABOUT}: good → bad`,
			],
		},
		[
			{
				sheet: sheetOf(ABOUT, PRICING, HOME),
				meanwhile: sheetOf(PRICING, CONTACT, ABOUT, ABOUT),
				trouble: [refuse(PRICING)],
				down: 'google',
				error: some('If the account is not an Editor of the sheet,'),
				sent: creates(ABOUT, PRICING, HOME),
			},
			{
				retry: true,
				written: [
					some(`Ann | ${PRICING} |  |  |  | ${REFUSED}`),
					written(ABOUT, 'bad'),
					written(ABOUT, 'bad'),
				],
				slack: [some(`, 1 page could not be analysed.\n• ${PRICING}: The service rejected`)],
			},
			// What the node says about an address is still known in the next run
			{
				sheet: sheetOf('example.com', '', `${HOME} ${ABOUT}`).map((row, at) =>
					at === 2 ? `${row} | bad` : row,
				),
				written: [
					some('Ann | example.com |  |  |  | URL is not a web address.'),
					some('Ann |  | bad |  |  | URL is empty.'),
					some(`Ann | ${HOME} ${ABOUT} |  |  |  | URL contains more than one address`),
				],
				slack: [some('3 pages could not be analysed.\n• example.com: URL is not a web address.')],
			},
			{},
		],
	],
	'monthly-report-for-a-client': [
		{
			reports: REPORTS,
			summary: 'Mend <b>pricing</b> first.',
			asked: [some('Good: 2, decent: 0, bad: 2')],
			mails: [
				expect.stringMatching(
					/^client@example\.com\nWeb pages of Example Ltd: report for \w+ \d{4}\n[^]*2 good\s+0 decent\s+2 bad\s+Mend <b>pricing<\/b> first\.[^]*\/pricing\s*bad/,
				),
			],
		},
		[{ ...ONE, asked: [some('Good: 1')], mails: [some('All pages are good.')] }],
	],
	'advice-for-bad-pages': [
		{
			...ADVISED,
			mails: [
				some(
					`you@example.com\nAdvice for 1 web page of example.com\n${PRICING}: bad\n1. Write a title.\nFailed checks: `,
				),
			],
		},
		[
			{
				...ADVISED,
				down: 'mail',
				error: some('Busy'),
			},
			{ retry: true, mails: [some(`\n${PRICING}: bad\n1. Write`)] },
			// It remembers what it gave advice on
			{
				reports: REPORTS,
				asked: [some('https://example.com/\\')],
				error: some('gave no advice. Choose a credential and'),
			},
			{ without: ['OpenAI Chat Model'], error: some('gave no advice. Choose a credential and') },
		],
	],
	'audit-after-a-deployment': [
		// The second and third call wait until the first audit has ended
		{
			...ONE,
			deployments: [{ wait_seconds: 0 }, { wait_seconds: 4 }, { wait_seconds: 4 }],
			trouble: [oneAtATime(8)],
			sent: analyses(1, 1),
			stored: ['example.com', 'example.com', 'example.com'],
			issues: [some(`Page got worse: ${ABOUT}\nThe result of ${ABOUT} was good on `)],
		},
		[
			{ deployments: [{ key: 'another' }], error: 'The webhook answers 403' },
			{ deployments: [{}], minutes: 2, stored: ['example.com'] },
			{
				deployments: [{ wait_seconds: 0, version: '1.2.3' }],
				stored: ['example.com 1.2.3'],
				reports: REPORTS,
				trouble: [FAILS],
				down: 'github',
				error: UNAVAILABLE,
				sent: analyses(1, 2, 4, 5),
				issues: [some(`Page got worse: ${ABOUT}\n`)],
			},
			{ retry: true, issues: [some(`\n- ${GONE}: ${LIMITED.replace('the report', 'report 5')}`)] },
		],
	],
	'audit-on-request': [
		{
			reports: [{ id: 1, url: HOME, result: 'good', age: 6 }],
			asks: [[[{ urls: [ABOUT, HOME, SPELLED] }, 200, audited(ABOUT, HOME, SPELLED)]]],
			sent: creates(ABOUT),
			stored: ['example.com good', 'example.com/about bad'],
		},
		[
			// At the same moment, while it is pending, and later
			{
				entered: { 50: 1 },
				trouble: [{ method: 'POST', delay: 8000 }],
				asks: [
					Array.from({ length: 3 }, () => [ABOUT_ASKED, 202, PENDING]),
					[[ABOUT_ASKED, 202, PENDING]],
				],
				sent: creates(ABOUT),
				stored: expect.arrayContaining(['example.com/about bad']) as string[],
			},
			{ asks: [[[ABOUT_ASKED, 401, expect.anything(), 'another']]] },
			{ asks: [[[{ urls: [HOME, 'x'] }, 422, { error: some('x is not the address of a') }]]] },
			{
				entered: { 100: 2 },
				trouble: [refuse(HOME)],
				asks: [
					[
						[
							{ urls: [HOME, PRICING] },
							429,
							{ pages: [failed(HOME, REFUSED), failed(PRICING, 'The cap of 2 analyses a day')] },
						],
					],
				],
				sent: creates(HOME),
				stored: [`example.com ${REFUSED}`, some('example.com/pricing The cap of 2')],
			},
		],
	],
	're-analyse-a-project': [
		{
			entered: { 'example.com': ' example.com ' },
			...ONE,
			sent: analyses(1),
			output: having([
				{
					project: 'example.com',
					reanalysed: 1,
					bad: 1,
					worse: [`${ABOUT}: good → bad`],
					problems: [],
				},
			]),
		},
		[{ error: NO_SUCH_PROJECT }],
	],
	'make-old-public-reports-private': [
		{
			reports: [
				{ id: 1, url: HOME, privacy: 0, age: 91 },
				{ id: 2, url: ABOUT, privacy: 0, age: 89 },
				{ id: 3, url: PRICING, privacy: 1, age: 91 },
				{ id: 4, url: PRODUCTS, privacy: 2, password: 'x', age: 91 },
				{ id: 5, url: CONTACT, privacy: 0, age: null },
			],
			sent: ['PUT /reports/1 privacy=1'],
		},
		[
			{
				reports: PAGES.map((url, at) => ({ id: at, url, privacy: 0, age: 91 })),
				trouble: [{ method: 'PUT', path: '/reports/3', status: 403 }],
				sent: PAGES.map((_, at) => `PUT /reports/${String(at)} privacy=1`),
				error: some(
					`1 of 5 reports could not be made private:\n- ${PRODUCTS} (3): The service does not`,
				),
			},
		],
	],
	'delete-reports-of-finished-project': [
		{
			...confirm('Deleted', 'and its reports (5) were deleted.'),
			sent: ['DELETE /projects/example.com', ...DELETES],
		},
		[
			answer('No, keep everything', 'Nothing was deleted', 'all still there'),
			// The name of another project contains it
			enter('example.co', 'There is no such project', 'Nothing was deleted.'),
			{
				...confirm('Deleted', 'and its reports (5) were deleted.'),
				trouble: ['/reports/1', '/projects/example.com'].map((path) => ({
					method: 'DELETE',
					path,
					status: 404,
					body: { message: 'Resource not found.' },
					done: true,
				})),
				sent: ['DELETE /projects/example.com', ...DELETES],
			},
			{
				...enter('example.com', 'n8n could not query the service', 'Nothing was deleted.'),
				without: ['List Its Reports'],
			},
			{
				...confirm(
					'Not every report could be deleted',
					'Not deleted: 1 of 5',
					'does not allow you to delete report 1 (403)',
				),
				trouble: [{ method: 'DELETE', path: '/reports/1', status: 403 }],
				sent: DELETES,
			},
		],
	],
};
