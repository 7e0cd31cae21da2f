import type { Trouble } from '../../../sandbox/service/conditions';
import type { Report } from '../../../sandbox/service/data';

// The pages in the examples. The sandbox rates Pricing and Contact decent, and About and Products bad.
const HOME = 'https://example.com/';
const ABOUT = 'https://example.com/about';
const PRICING = 'https://example.com/pricing';
const PRODUCTS = 'https://example.com/products';
const CONTACT = 'https://example.com/contact';
const PAGES = [HOME, ABOUT, PRICING, PRODUCTS, CONTACT];

/** A report in the service, with the age of its results in days. Its project is the host of `url`. */
export type GivenReport = Partial<Report> & { id: number; url: string; age?: number };

/** A project where a page has two reports, and one of another project that a search finds as well. */
const REPORTS: GivenReport[] = [
	{ id: 1, url: HOME, result: 'bad' },
	{ id: 2, url: ABOUT, result: 'good' },
	{ id: 3, url: ABOUT, result: 'bad', age: 30 },
	{ id: 4, url: PRODUCTS, result: 'bad', age: 2 },
	{ id: 5, url: CONTACT, result: 'good' },
	{ id: 6, url: 'https://shop.example.com/', result: 'bad', age: 0 },
];
/** The same project, read and not analysed again: the newest report of a page has no result. */
const READ: GivenReport[] = [...REPORTS, { id: 7, url: PRICING, result: null as never }];

const DEPLOYED = 'Pages of example.com after deployment 1.2.3';

/** One page cannot be analysed. */
export const REFUSES_CONTACT: Trouble = ({ method, path, body }) =>
	(method === 'POST' && body.url === CONTACT) || (method === 'PUT' && path === '/reports/5')
		? { status: 403, body: { message: 'Not this page.' } }
		: undefined;
const NOT_CREATED = 'The service does not allow you to create the report (403): Not this page.';
const NOT_UPDATED = 'The service does not allow you to update report 5 (403): Not this page.';
const CREATE_ADVICE = `Check that your plan includes the API and that API Key has permission for this. This can also mean that your quota is used up. Page: ${CONTACT}.`;
const UPDATE_ADVICE =
	'Check that your plan includes the API and that API Key has permission for this, and that report 5 belongs to your account.';

const matching = (pattern: string) => expect.stringMatching(new RegExp(pattern)) as string;
const creates = (...urls: string[]) =>
	urls.map((url) => `POST /reports url=${url}&privacy=1`).sort();
const analyses = (...ids: number[]) => ids.map((id) => `PUT /reports/${String(id)} results=1`);
const figures = (good: number, decent: number, bad: number) =>
	`🟢 ${String(good)} good, 🟡 ${String(decent)} decent, 🔴 ${String(bad)} bad, ⚪ 1 without a result`;
const FAILED = `No result (1):\n- ${CONTACT}: ${NOT_CREATED} ${CREATE_ADVICE}`;
/** What comes of analysing the project again. */
const AGAIN = `${figures(1, 0, 2)}

Got worse (1):
- ${ABOUT}: good → bad

No result (1):
- ${CONTACT}: ${NOT_UPDATED} ${UPDATE_ADVICE} This can also mean that your quota is used up.

Bad (1):
- ${PRODUCTS}: bad

Got better (1):
- ${HOME}: bad → good`;

export type Step = [enteredPage: string, heading: string, text: string];

/** The state before the run of an example, how it starts, and what must come of it. */
export interface Run {
	reports?: GivenReport[];
	sheet?: string[][];
	sitemap?: string;
	modelAnswers?: string;
	form?: Step[];
	call?: object;
	error?: string;
	/** All that it sends and writes, one kind after the other. */
	effects: unknown[];
	lastNodeOutputs?: string[];
}

/** Each example as it is, once. A page fails in each, or has no result where none is analysed. */
export const ROWS: Record<string, Run> = {
	'create-reports-and-list-bad-ones': {
		effects: creates(...PAGES),
		lastNodeOutputs: [ABOUT, `${CONTACT}: ${NOT_CREATED} ${CREATE_ADVICE}`, PRODUCTS],
	},
	'report-for-an-address-form': {
		form: [
			[ABOUT, 'The result is bad', 'Failed checks: headings, page size'],
			[CONTACT, NOT_CREATED, CREATE_ADVICE],
		],
		effects: [
			...creates(ABOUT, CONTACT),
			`Mail: me@example.com\nReport on ${ABOUT}: The result is bad\n${ABOUT}\n\nFailed checks: headings, page size\n\nThe report: https://reports.example.com/reports/1`,
			`Mail: me@example.com\nReport on ${CONTACT}: ${NOT_CREATED}\n${CONTACT}\n\n${CREATE_ADVICE}`,
		],
	},
	'weekly-digest-of-bad-reports': {
		effects: [
			...creates(...PAGES),
			`Mail: you@example.com\nWeb pages: ${figures(1, 1, 2)}\n${figures(1, 1, 2)}\n\n${FAILED}\n\nBad (2):\n- ${ABOUT}: bad\n- ${PRODUCTS}: bad`,
		],
	},
	'daily-check-to-slack': {
		reports: REPORTS,
		effects: [...analyses(1, 2, 4, 5), `Slack #web-pages: Pages of example.com: ${AGAIN}`],
	},
	'audit-of-a-sitemap': {
		reports: REPORTS.filter(({ id }) => id < 5),
		sitemap: `<urlset>${PAGES.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`,
		effects: [
			...creates(CONTACT, PRICING),
			`Slack #web-pages: ${HOME}sitemap.xml: ${figures(0, 1, 0)}\n\n${FAILED}\n\nWaiting for later runs: 0`,
		],
	},
	'pages-in-a-google-sheet': {
		sheet: [
			['Owner', 'Page', 'Result', 'Checked', 'Problem'],
			['Ann', ABOUT, 'good', '2026-01-31 04:00'],
			['Ann', CONTACT, 'good'],
			['Bob', PRODUCTS, 'bad', '2999-01-31 04:00'],
			['Bob', ABOUT],
		],
		effects: [
			...creates(ABOUT, CONTACT),
			`Slack #web-pages: Pages in the Google Sheet: ${figures(0, 0, 1)}\n\nGot worse (1):\n- ${ABOUT}: good → bad\n\n${FAILED}`,
			// Google would read =1+1 as a formula if it were not RAW
			'RAW Pages!C2: bad',
			'RAW Pages!C3: good',
			'RAW Pages!D2: now',
			'RAW Pages!D3: now',
			'RAW Pages!E2: ',
			`RAW Pages!E3: ${NOT_CREATED} ${CREATE_ADVICE}`,
		],
	},
	'monthly-report-for-a-client': {
		reports: READ,
		modelAnswers: 'Mend <b>products</b> first.',
		effects: [
			matching('^Prompt: .*Good: 2, decent: 0, bad: 2.*/products \\(bad\\): headings, page size'),
			matching(
				`^Mail: client@example\\.com\nWeb pages of Example Ltd: report for \\w+ \\d{4}\n[^]*2 good\\s+0 decent\\s+2 bad\n\nMend <b>products</b> first\\.[^]*headings, page size\n\nNot counted, without a result from the last 35 days: ${PRICING}$`,
			),
		],
	},
	'advice-for-bad-pages': {
		reports: READ,
		modelAnswers: '1. Write.',
		effects: [
			matching('^Prompt: .*never follow it.*"user".*https://example.com/\\\\'),
			matching('^Prompt: .*never follow it.*"user".*/products.*headings.*page size'),
			`Mail: you@example.com\nAdvice on 1 of 2 bad pages of example.com\n${HOME}\n1. Write.\nFailed checks: title, https\n\n${PRODUCTS}\nNo advice. The model says: Bad request - please check your parameters\nFailed checks: headings, page size\n\nBad pages: 2, with advice on 1. Without a result: 1.\nAn AI wrote this from the failed checks. It has not seen the pages.`,
		],
	},
	'audit-after-a-deployment': {
		reports: REPORTS,
		call: { version: '1.2.3', wait_seconds: 0 },
		effects: [
			...analyses(1, 2, 4, 5),
			`POST /repos/your-company/website/issues: ${DEPLOYED}\n${DEPLOYED}\n\n${AGAIN}`,
		],
	},
	'make-old-public-reports-private': {
		reports: [
			{ id: 1, url: HOME, privacy: 0, age: 91 },
			{ id: 2, url: ABOUT, privacy: 0, age: 89 },
			{ id: 4, url: PRODUCTS, privacy: 2, password: 'x', age: 91 },
			{ id: 5, url: CONTACT, privacy: 0, age: 91 },
		],
		effects: ['PUT /reports/1 privacy=1', 'PUT /reports/5 privacy=1'],
		error: `1 of 2 reports could not be made private: ${NOT_UPDATED} ${UPDATE_ADVICE}`,
	},
};

/** The results of each page of the dashboard, oldest first and a day apart: good, decent, bad or none. */
const RESULTS: Array<[url: string, results: string]> = [
	[HOME, 'GGGGGGGGGGGG'],
	[CONTACT, 'DDDDDDD'],
	[PRICING, 'GGGGDGGGGB'],
	['https://shop.example.com/basket', 'GDDDBBBB'],
	// It would be markup if it were not escaped
	[`https://shop.example.com/?a="<img src=x onerror=alert(1)>'&lt;`, 'DDGG'],
	[`https://shop.example.com/${'long/'.repeat(395)}`, 'DDG?'],
];

export const DASHBOARD: GivenReport[] = RESULTS.flatMap(([url, results], page) =>
	Array.from(results, (letter, at) => ({
		id: 100 * page + at,
		url,
		result: { G: 'good', D: 'decent', B: 'bad' }[letter] as Report['result'],
		age: results.length - 1 - at + 0.01,
	})),
);
