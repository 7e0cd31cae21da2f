import { gzipSync } from 'node:zlib';

import type { Trouble } from '../../../sandbox/service/conditions';
import { type GivenReport, OTHERS } from './examplesStage';
import type { Call, Run } from './run';

// The pages in the examples. The sandbox rates Pricing and Contact decent, and About and Products bad.
const HOME = 'https://example.com/';
const ABOUT = 'https://example.com/about';
const PRICING = 'https://example.com/pricing';
const PRODUCTS = 'https://example.com/products';
const CONTACT = 'https://example.com/contact';
const PAGES = [HOME, ABOUT, PRICING, PRODUCTS, CONTACT];
/** Only for one row, because n8n keeps what the workflow remembers about a page. */
const MOVED = 'https://example.com/moved';
/** Another spelling of About. */
const SPELLED = 'http://www.EXAMPLE.com/about/';

/** The project of the examples; one page has two reports. */
const REPORTS: GivenReport[] = [
	{ id: 1, url: HOME, result: 'bad' },
	{ id: 2, url: ABOUT, result: 'good' },
	{ id: 3, url: ABOUT, result: 'good', age: 30 },
	{ id: 4, url: PRICING, result: 'bad' },
	{ id: 5, url: CONTACT, result: 'good', age: 2 },
];
const MAILED = { Address: ABOUT, Email: 'me@example.com' };
const ONE: GivenReport[] = [{ id: 1, url: ABOUT, result: 'good' }];
const DELETES = REPORTS.map(({ id }) => `DELETE /reports/${String(id)}`);
const REFUSES: Trouble = { method: 'PUT', path: '/reports/5', status: 403 };
const NOT_RUN = 'n8n could not run Create a Report. Check its credential.';
const DENIED = 'The service does not allow you to get report 103 (403): Something went wrong.';
const UNAVAILABLE = some('Service unavailable');
const NO_ADVICE = some('gave no advice. Choose a credential and');
const ADVISED: Run = { reports: [{ id: 1, url: PRICING, result: 'bad' }], summary: '1. Write.' };
const PROMPT = matching(/^Prompt: .*never follow it.*"user".*pricing.*failed.*name/);

const creates = (...urls: string[]) =>
	urls.map((url) => `POST /reports url=${url} privacy=1`).sort();
const analyses = (...ids: number[]) => ids.map((id) => `PUT /reports/${String(id)} results=1`);
/** Refuses this page. */
const refuse =
	(url: string): Trouble =>
	({ body }) =>
		body.url === url ? { status: 422, body: { message: 'Quota 5 < 6.' } } : undefined;

/** The answer to a call about About and Home. */
const audited = (...urls: string[]) => ({
	pages: urls.map((url) => {
		const [result, isNew] = url === HOME ? ['good', false] : ['bad', true];
		return { url, status: 'done', result, report: some(''), analysed: some('Z'), new: isNew };
	}),
});
const deployed = (sent: object): Call[] => [[sent, 200, 'The audit will start soon.']];
const sitemap = (...urls: string[]) =>
	`<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;
/** Rows of the Google sheet that were never checked. */
const sheetOf = (...pages: string[]) => [
	'execution | Page | Result | Checked | Report | Problem',
	...pages.map((page) => `Ann | ${page}`),
];
const written = (page: string, result: string) => `Ann | ${page} | ${result} | now | ${page}`;

/** Enters the project in the form that deletes it, and answers the question; what the page that follows says. */
const answer = (option: string, heading: string, ...text: string[]): Run => ({
	reports: REPORTS,
	form: [
		[{ Project: 'example.com' }, 'Delete example.com?', 'its reports (5) will be deleted'],
		[{ 'Delete it for good?': option }, heading, ...text],
	],
});

/** Matches any text that contains this one. */
function some(text: string): string {
	return expect.stringContaining(text) as string;
}

/** Matches any text with this pattern. */
function matching(pattern: RegExp): string {
	return expect.stringMatching(pattern) as string;
}

/** Each example as it is, and with what only n8n can do to it: one run each, or several in a row. */
export const ROWS: Record<string, [asItIs: Run, ...inN8n: Run[]]> = {
	'create-reports-and-list-bad-ones': [
		{
			effects: creates(...PAGES),
			output: [ABOUT, PRODUCTS, ...OTHERS.map(({ url }) => url)],
		},
		{
			without: 'Create a Report',
			output: [...OTHERS.map(({ url }) => url), ...PAGES.map(() => NOT_RUN)],
		},
	],
	'report-for-an-address-form': [
		{
			form: [[MAILED, 'The result is bad', '/reports/102', 'It was sent to me@example.com.']],
			effects: [
				...creates(ABOUT),
				some(`Mail: me@example.com\nReport on ${ABOUT}: bad\n${ABOUT}\nResult: bad\n\nFailed`),
			],
		},
		{
			form: [[MAILED, 'The result is bad', 'It could not be sent by email. ']],
			down: 'mail',
			effects: creates(ABOUT),
		},
		{
			form: [[MAILED, DENIED, 'Report 103 was created, but it could not be retrieved.']],
			trouble: [{ method: 'GET', status: 403 }],
			effects: creates(ABOUT),
		},
	],
	'weekly-digest-of-bad-reports': [
		{
			effects: [
				...creates(...PAGES),
				some(`Mail: you@example.com\nWeb page report: 2 of 5 pages are bad\nBad:\n- ${ABOUT}\n- `),
			],
		},
	],
	'daily-check-to-slack': [
		{
			reports: ONE,
			effects: [
				...analyses(1),
				`Slack: *Pages of example.com*\n*Got worse*\n• ${ABOUT}: good → bad 🟢🔴`,
				`Row: ${ABOUT} bad`,
			],
		},
		{
			reports: REPORTS,
			trouble: [REFUSES],
			down: 'slack',
			error: UNAVAILABLE,
			effects: [
				...analyses(1, 2, 4, 5),
				`Row: ${HOME} good`,
				`Row: ${ABOUT} bad`,
				some(`Row: ${CONTACT} failed The service does not allow`),
				`Row: ${PRICING} decent`,
			],
		},
		{ retry: true, effects: [some('(403)')] },
	],
	'audit-of-a-sitemap': [
		{
			reports: [{ id: 1, url: HOME, age: 29 }],
			site: { '/sitemap.xml': sitemap(HOME, ABOUT, PRICING) },
			effects: [
				...creates(ABOUT, PRICING),
				`Slack: *${HOME}sitemap.xml*: 2 pages analysed, 0 waiting for later runs.\n• bad: ${ABOUT}`,
			],
		},
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
			effects: [
				...creates(MOVED),
				matching(
					/^Slack: .*\n.*moved\n.*\(1\): It could not be loaded: .*\n\S+none\.xml\n.*\(\.gz\)/,
				),
			],
		},
		// It remembers the page and both sitemaps
		{},
	],
	'pages-in-a-google-sheet': [
		{
			sheet: sheetOf(`${ABOUT} | good`, PRICING),
			effects: [
				...creates(ABOUT, PRICING),
				`Slack: *Pages in the Google Sheet*: 1 page got worse, 0 pages could not be analysed.\n• ${ABOUT}: good → bad`,
				written(ABOUT, 'bad'),
				written(PRICING, 'decent'),
			],
		},
		{
			sheet: sheetOf(ABOUT, PRICING, ABOUT, 'example.com', ' | bad', `${HOME} ${ABOUT}`),
			trouble: [refuse(PRICING)],
			down: 'google',
			error: some('If the account is not an Editor of the sheet,'),
			effects: creates(ABOUT, PRICING),
		},
		{
			retry: true,
			effects: [
				some(', 4 pages could not be analysed.\n• '),
				some('Ann |  | bad |  |  | URL is empty.'),
				some('Ann | example.com |  |  |  | URL is not a web address.'),
				some(`Ann | ${HOME} ${ABOUT} |  |  |  | URL contains more than one address`),
				written(ABOUT, 'bad'),
				written(ABOUT, 'bad'),
				some(`Ann | ${PRICING} |  |  |  | The service rejected the input (422): Quota 5 < 6.`),
			],
		},
		// What the node says about an address is still known in the next run
		{ effects: [...creates(PRICING), written(PRICING, 'decent')] },
	],
	'monthly-report-for-a-client': [
		{
			reports: REPORTS,
			summary: 'Mend <b>pricing</b> first.',
			effects: [
				some('Good: 2, decent: 0, bad: 2'),
				matching(
					/^Mail: client@example\.com\nWeb pages of Example Ltd: report for \w+ \d{4}\n[^]*2 good\s+0 decent\s+2 bad\s+Mend <b>pricing<\/b> first\.[^]*\/pricing\s*bad/,
				),
			],
		},
		{ reports: ONE, effects: [some('Good: 1'), some('All pages are good.')] },
	],
	'advice-for-bad-pages': [
		{
			...ADVISED,
			effects: [
				PROMPT,
				some(
					`Mail: you@example.com\nAdvice for 1 web page of example.com\n${PRICING}: bad\n1. Write.\nFailed checks: `,
				),
			],
		},
		{ ...ADVISED, down: 'mail', error: some('Busy'), effects: [PROMPT] },
		{ retry: true, effects: [some(`\n${PRICING}: bad\n1. Write`)] },
		// It remembers what it gave advice on
		{ reports: REPORTS, effects: [some('https://example.com/\\')], error: NO_ADVICE },
		{ without: 'OpenAI Chat Model', error: NO_ADVICE },
	],
	'audit-after-a-deployment': [
		// The second and third call wait until the first audit has ended
		{
			reports: ONE,
			calls: [0, 4, 4].map((wait_seconds) => deployed({ wait_seconds })),
			trouble: [{ method: 'PUT', delay: 8000 }],
			effects: [
				...analyses(1, 1),
				some(`Issue: Page got worse: ${ABOUT}\nThe result of ${ABOUT} was good on `),
				'Row: example.com',
			],
		},
		{ calls: [[[{}, 403, expect.anything(), 'another']]] },
		{
			calls: [deployed({ wait_seconds: 0, version: '1.2.3' })],
			reports: REPORTS,
			trouble: [REFUSES],
			down: 'github',
			error: UNAVAILABLE,
			effects: [
				...analyses(1, 2, 4, 5),
				some(`Issue: Page got worse: ${ABOUT}\n`),
				'Row: example.com 1.2.3',
			],
		},
		{ retry: true, effects: [some(`\n- ${CONTACT}: The service does not allow`)] },
	],
	'audit-on-request': [
		{
			reports: [{ id: 1, url: HOME, result: 'good', age: 6 }],
			calls: [[[{ urls: [ABOUT, HOME, SPELLED] }, 200, audited(ABOUT, HOME, SPELLED)]]],
			effects: [...creates(ABOUT), 'Row: example.com good', 'Row: example.com/about bad'],
		},
		// At the same moment, and later
		{
			trouble: [{ method: 'POST', delay: 4000 }],
			calls: [
				Array.from({ length: 3 }, () => [{ url: ABOUT }, 200, audited(ABOUT)]),
				[[{ url: ABOUT }, 200, audited(ABOUT)]],
			],
			effects: [...creates(ABOUT), 'Row: example.com/about bad'],
		},
		{ calls: [[[{ url: ABOUT }, 401, expect.anything(), 'another']]] },
		{ calls: [[[{ urls: [HOME, 'x'] }, 422, { error: some('x is not the address of a') }]]] },
	],
	're-analyse-a-project': [
		{ reports: ONE, effects: analyses(1) },
		{ error: some('There is no report in the project "example.com".') },
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
			effects: ['PUT /reports/1 privacy=1'],
		},
		{
			reports: PAGES.map((url, at) => ({ id: at, url, privacy: 0, age: 91 })),
			trouble: [{ ...REFUSES, path: '/reports/3' }],
			effects: PAGES.map((_, at) => `PUT /reports/${String(at)} privacy=1`),
			error: some(`1 of 5 reports could not be made private:\n- ${PRODUCTS} (3): The service`),
		},
	],
	'delete-reports-of-finished-project': [
		{
			...answer('Yes, delete it', 'Deleted', 'and its reports (5) were deleted.'),
			effects: ['DELETE /projects/example.com', ...DELETES],
		},
		answer('No, keep everything', 'Nothing was deleted', 'all still there'),
		// The name of another project contains it
		{ form: [[{ Project: 'example.co' }, 'There is no such project', 'Nothing was deleted.']] },
		{
			...answer('Yes, delete it', 'Not every report could be deleted', 'Not deleted: 1 of 5'),
			trouble: [
				{ method: 'DELETE', path: '/reports/1', status: 403 },
				{ method: 'DELETE', path: '/reports/2', status: 404, body: {}, done: true },
			],
			effects: DELETES,
		},
	],
};
