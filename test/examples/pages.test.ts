import { ABOUT, CONTACT, GONE, GONE_ESCAPED, HOME, NOT_RUN, PRICING, REFUSED } from './given';
import { SPELLED, ago, changes, pagesOf, some } from './given';
import { example, expectValues, type Nodes } from './n8n';

it('create-reports-and-list-bad-ones keeps failures, and results that it does not recognise', () => {
	const { run } = example('create-reports-and-list-bad-ones');
	const kept = [{ id: 1, result: null }, REFUSED, { id: 2, result: 12 }, { success: true }];
	const output = run('Failed or Other Result', [{ id: 3, result: 'bad' }, { url: GONE }, ...kept]);
	expect(output).toEqual([{ url: GONE, error: NOT_RUN }, ...kept]);
});

const GOT = { 'Get the Report': {} };
it.each([
	['Show the Report', { id: 1, result: 'bad' }, {}, `The result is bad: ${GONE_ESCAPED}<br><br><a`],
	['Show the Report', { id: 1, result: null }, {}, /^There is no result yet: .*do not submit the/],
	['Show the Report', { id: 1, sent: '5 < 6' }, {}, /<\/a><br><br>5 &lt; 6$/],
	['Show the Report', {}, {}, /^n8n could not run Create a Report: Nothing was analysed\./],
	['Say What Happened', { Address: 'x' }, GOT, /^n8n could not run Create a Report: Nothing was/],
	['Say What Happened', { success: true }, GOT, /^There is no result yet: .*do not submit the/],
	['Say What Happened', { id: 1, error: 'No' }, GOT, /^No: Report 1 was created, but .*do not/],
	['Say What Happened', { error: 'No', message: 'may have been' }, {}, /^No: .*before you submit/],
	['Say What Happened', { error: 'No', message: '<the>' }, {}, /^No: &lt;the&gt;$/],
])('report-for-an-address-form, %s: %j', (node, answer, nodes, text) => {
	const { value } = example('report-for-an-address-form');
	const input = { url: GONE, link: 'https://reports.example.com/1', ...answer };
	const title = value(node, 'completionTitle', input, nodes);
	const message = value(node, 'completionMessage', input, nodes);
	expect(`${String(title)}: ${String(message)}`).toMatch(text);
});

it('report-for-an-address-form emails the result, the failed checks and the link', () => {
	const { run, value } = example('report-for-an-address-form');
	const [page_size, title] = [{ passed: false }, { passed: 0 }];
	const results = { page_size, title, https: { passed: true }, x: null };
	const report = { url: GONE, link: 'https://reports.example.com/1', result: 'bad' };
	expect(value('Write the Email', 'text', { ...report, results })).toBe(
		`${GONE}\nResult: bad\n\nFailed checks:\n- page size\n- title\n\nThe report: ${report.link}`,
	);
	const empty = value('Write the Email', 'text', { ...report, result: null });
	expect(empty).toMatch(/none yet\. Open the report later\n\nThe report: \S+$/);
	const nodes = { 'Link to the Report': report, 'Address of a Page': { Email: 'a@b' } };
	for (const [mail, sent] of [
		[{ messageId: '5' }, 'It was sent to a@b.'],
		[{ error: 'Busy' }, 'It could not be sent by email. The execution in n8n says why.'],
		[{ text: 'x' }, 'It could not be sent by email. Check the credential of Mail the Report.'],
	] as const)
		expect(run('Add What Was Sent', [mail], nodes)).toEqual([{ ...report, sent }]);
});

it('weekly-digest-of-bad-reports emails what is bad, not recognised or failed', () => {
	const { run, value } = example('weekly-digest-of-bad-reports');
	const mailFor = (...pages: object[]) => {
		const input = run('Sum Up', [{ pages: pages.map((page, at) => ({ url: at, ...page })) }]);
		return ['subject', 'text'].map((name) => value('Send the Digest', name, input)).join('\n');
	};
	const rated = ['bad', 12, null].map((result, at) => ({ id: at + 1, result }));
	const failed = { error: '5 < 6.', message: 'Wait.' };
	expect(mailFor({ id: 1, result: 'good' })).toBe(
		'Web page report: 0 of 1 pages are bad\nBad:\nNone.\n\nCould not be analysed:\nNone.\n\nGood or decent: 1 of 1 pages.',
	);
	expect(mailFor(...rated, { success: true, result: 'decent' }, failed, {})).toBe(
		'Web page report: 1 of 6 pages is bad, 2 not rated good, decent or bad, 2 could not be analysed\nBad:\n- 0\n\nNot good, decent or bad:\n- 1: 12\n- 2: no result\n\nCould not be analysed:\n- 4\n  5 < 6.\n  Wait.\n- 5\n  n8n could not run Create a Report.\n  Check its credential.\n\nGood or decent: 1 of 6 pages.',
	);
});

describe('audit-of-a-sitemap', () => {
	const { run } = example('audit-of-a-sitemap');
	const sitemap = (...urls: string[]) =>
		`<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;
	const index = (...urls: string[]) => sitemap(...urls).replaceAll('urlset', 'sitemapindex');
	const Settings = { sitemap: 'https://example.com/sitemap.xml', days: 30, maxPerRun: 20 };
	/** The other nodes, with the pages of the sitemap, those chosen, and what could not be read. */
	const nodes = (pages: string[], chosen: object[] = [], unread: object[] = [], more = {}) => ({
		Settings: { ...Settings, ...more },
		'Pages by Host': { pages, unread, isOutage: false, ...more },
		'Pages That Are Due': chosen,
	});
	const due = (given: Nodes, memory = {}, reports: object[] = []) =>
		run('Pages That Are Due', reports, given, { memory }).map(({ url }) => url);
	const read = (...input: object[]) => {
		const sources = input.map((_, at) => ({ address: `${String(at)}.xml` }));
		return run('Pages by Host', input, { Settings, 'One Item per Sitemap': sources });
	};

	it('groups pages by host', () => {
		const other = 'https://www.Other.example/';
		const locs = `<loc a="b"> <![CDATA[${HOME}?&amp;]]>\n</loc><!-- <loc>/x</loc> --><location>/y</location><loc> </loc>`;
		const data = locs + sitemap(ABOUT, '/a', other, `${HOME}?a&#038;b&#x26;c&amp;d`);
		const unread = [{ url: '/a', cause: some('It is not a full address') }];
		const pages = [`${HOME}?&amp;`, ABOUT, `${HOME}?a&b&c&d`];
		expect(read({ data })).toEqual([
			{ host: 'example.com', pages, unread, isOutage: false },
			{ host: 'other.example', pages: [other], unread, isOutage: false },
			// A search may tell upper from lower case
			{ host: 'Other.example', pages: [], unread, isOutage: false },
		]);
	});

	it.each([
		[{ error: { message: '404 - ""' } }, 'It could not be loaded: 404'],
		[{ error: '404 - "<h1>Not\n here' }, 'It could not be loaded: 404 - " Not here'],
		[{ error: 'x'.repeat(201) }, `It could not be loaded: ${'x'.repeat(200)}`],
		[{ data: index(ABOUT) }, 'An index inside an index is not supported.'],
		[{ data: '\u001f\u008b' }, 'Compressed sitemaps (.gz) are not supported.'],
		[{ data: '<!-- <urlset> --><p>Hello' }, 'It is not XML with a urlset tag.'],
		[{ data: '<urlset>' }, 'Its XML is broken: the closing urlset tag is missing.'],
	])('cannot read %j: %s', (json, cause) => {
		const data = `<!-- <sitemapindex> -->${sitemap(ABOUT)}`;
		const unread = ['0.xml', '2.xml'].map((url) => ({ url, cause }));
		expect(read(json, { data })).toMatchObject([{ unread: [unread[0]], isOutage: false }]);
		expect(read(json, { data }, json)).toMatchObject([{ unread, isOutage: true }]);
		const words = `example.com/sitemap.xml – ${cause.replaceAll(':', ' –')}`;
		expect(() => run('Pages by Host', [json], { Settings })).toThrow(words);
	});

	expectValues('audit-of-a-sitemap', [
		['What Is in It?', 'leftValue', { error: 'x' }, ''],
		['What Is in It?', 'leftValue', { data: `<!-- <urlset> -->${index(ABOUT)}` }, 'sitemapindex'],
		['What Is in It?', 'leftValue', { data: sitemap(ABOUT) }, 'urlset'],
		['Not a Sitemap', 'errorMessage', { error: 'x' }, /not be loaded.* browser/, { Settings }],
		['Not a Sitemap', 'errorMessage', { data: 'x' }, /must show XML .*with: x$/, { Settings }],
		['Not a Sitemap', 'errorMessage', {}, /It begins with: \(nothing\)/, { Settings }],
	]);

	it('stops if an index is incomplete, or the settings make no sense', () => {
		const list = () => run('One Item per Sitemap', [{ data: '<sitemapindex>' }], { Settings });
		expect(list).toThrow('The XML of example.com/sitemap.xml is incomplete');
		for (const days of [0, 'x'])
			expect(() => due(nodes([ABOUT], [], [], { days }))).toThrow('at least 1');
	});

	it('chooses pages without a recent report: those without any first, then the oldest', () => {
		const old = pagesOf('old', 40);
		const reports = [
			...old.map((url, at) => ({ url, generated_at: ago(31 + at) })),
			{ url: SPELLED, generated_at: ago(29) },
			{ url: PRICING, generated_at: ago(90) },
			{ url: `${PRICING}/`, generated_at: 'unknown' },
		];
		const given = nodes([...old, ABOUT, PRICING, CONTACT, `${CONTACT}/#form`]);
		expect(due(given, {}, reports)).toEqual([CONTACT, ...old.slice(21).reverse()]);
		expect(run('Pages That Are Due', reports, given)[0]).toEqual({ url: CONTACT, due: 41 });
	});

	it.each([
		[{ id: 1, url: PRICING }, []],
		[{ url: ABOUT }, [ABOUT]],
	])('remembers after %j whether a page is due, and that it comes last', (answer, urls) => {
		const memory = {};
		run('Remember', [answer], nodes([ABOUT], [{ url: ABOUT }]), { memory });
		expect(due(nodes([ABOUT]), memory)).toEqual(urls);
		expect(due(nodes([ABOUT, HOME]), memory)).toEqual([HOME, ...urls]);
	});

	it.each([
		['nothing', [ABOUT, CONTACT], [], false, []],
		['a page if most fail', [CONTACT], [], false, [{}]],
		['a sitemap', [ABOUT, CONTACT], [{ url: 'b.xml' }], false, [{}]],
		['an outage of sitemaps', [ABOUT, CONTACT], [], true, [{}]],
	])('names %s after a page that has failed again', (_, pages, unread, isOutage, named) => {
		const [memory, chosen] = [{}, [{ url: CONTACT }]];
		expect(run('Remember', [REFUSED], nodes(pages, chosen), { memory })).toEqual([REFUSED]);
		const given = nodes(pages, chosen, unread, { isOutage });
		expect(run('Remember', [{}], given, { memory })).toEqual(named);
	});

	it('names what has become unreadable even if no page is due', () => {
		const unread = [{ url: 'b.xml', cause: 'Broken.' }];
		const given = nodes([], [{ url: '', due: 0 }], unread);
		expect(run('Pages That Are Due', [], given)).toEqual([{ url: '', due: 0 }]);
		expect(due(given, { unread: ['b.xml'] })).toEqual([]);
		const text = `*${Settings.sitemap}*: 0 pages analysed, 0 waiting for later runs.\n• could not be read (1): Broken.\nb.xml`;
		expect(run('Message', [{}], given)).toEqual([{ text }]);
	});

	it('posts what is bad, not recognised, redirected or failed', () => {
		const chosen = [ABOUT, HOME, PRICING, GONE, `${CONTACT}\n`].map((url) => ({ url, due: 7 }));
		const answers = [
			{ id: 1, url: SPELLED, result: 'bad' },
			{ id: 2, url: CONTACT, result: 85 },
			{ success: true },
			{ error: 'Quota 5 < 6', message: `Check the parameters. Page: ${GONE}. Wait.` },
			{ url: CONTACT },
		];
		expect(run('Message', answers, nodes([], chosen))[0]?.text).toBe(
			[
				`*${Settings.sitemap}*: 3 pages analysed, 4 waiting for later runs.`,
				`• bad: ${ABOUT}`,
				`• not good, decent or bad (1): if your service returns numbers, change the first lines of Message.\n${HOME}: 85`,
				`• not good, decent or bad (1): there is no result; the analysis may not have finished.\n${PRICING}`,
				`• reported under another address, for example after a redirect (1): use the second address in the sitemap.\n${HOME} → ${CONTACT}`,
				`• could not be analysed (1): Quota 5 &lt; 6. Check the parameters. Wait.\n${GONE_ESCAPED}`,
				`• could not be analysed (1): ${NOT_RUN}\n${CONTACT} `,
			].join('\n'),
		);
	});

	it('posts no more than Slack accepts', () => {
		const unread = pagesOf('x'.repeat(99), 300).map((url) => ({ url, cause: url }));
		const [message] = run('Message', [], nodes([], [], unread));
		expect(message?.text).toMatch(/^[^]{38000,39000}\n… and \d+ more lines, too many for Slack$/);
	});
});

describe('pages-in-a-google-sheet', () => {
	const { run } = example('pages-in-a-google-sheet');
	const [now, time] = ['2026-11-28T04:00', '2026-11-28 04:00'];
	const columns = ['Page', 'Result', 'Checked', 'Report', 'Problem'];
	const header = Object.fromEntries(columns.map((name) => [name, name]));
	const row = (Page: unknown, Checked: unknown = '', Problem = '', Owner: unknown = '') => ({
		...{ Page, Checked, Problem, Owner },
	});
	const due = (rows: object[], settings = {}) => {
		const nodes = { Settings: { days: 7, maxPerRun: 20, ...settings } };
		return run('Pages That Are Due', run('One Key per Page', [header, ...rows]), nodes, { now });
	};

	it('finds a page in several rows once, and skips empty rows', () => {
		const empty = [row(''), row('', false), row('', '', '', false)];
		const rows = [`\u200b${SPELLED}`, ABOUT];
		const found = due([...rows.map((page) => row(page)), ...empty, row(false)]);
		expect(found.map(({ rows: all }) => all)).toEqual([rows, ['false']]);
		expect(found[0]?.url).toBe(rows[0]);
	});

	it.each([
		['', 'URL is empty.', 'URL contains more than one.'],
		['example.com', 'URL "example.com" is no address.', 'URL is empty.'],
		[`${HOME} ${ABOUT}`, 'URL contains more than one.', 'URL "example.com" is no address.'],
	])('names %j in place of an address once, but also after another', (page, named, other) => {
		const rows = ['', named, other].map((problem) => [row(page, '', problem, 'Ann')]);
		const found = [{ url: page, rows: [page] }];
		expect(rows.map((one) => due(one))).toEqual([found, [], found]);
	});

	it('chooses pages never checked, then the oldest, with room for failed ones', () => {
		const [fresh, old] = [pagesOf('new', 15), pagesOf('old', 9)];
		const dated = old.map((page, at) => row(page, `2026-11-${String(21 - at)} 23:59`));
		const failed = [row(ABOUT, 36526.5, 'bad'), row(CONTACT, '', 'Failed.')];
		const rows = [...dated, row(PRICING, '2026-11-23 00:00'), ...failed];
		const chosen = due([...rows, ...fresh.map((page) => row(page))]).map(({ url }) => url);
		expect(chosen.slice(0, 18)).toEqual([...fresh, ...old.slice(6).reverse()]);
		expect(chosen.slice(18).sort()).toEqual([ABOUT, CONTACT]);
		// Neither is a failure that must wait for its turn
		const retried = ['URL "x" is no address.', 'The report has no result yet.'];
		const again = [...retried.map((problem, at) => row(old[at], '', problem)), row(CONTACT)];
		expect(due(again, { maxPerRun: 2 }).map(({ url }) => url)).toEqual(old.slice(0, 2));
	});

	it('says what is wrong with the settings and the columns', () => {
		expect(() => due([], { days: '' })).toThrow('at least 1');
		const found = () => run('One Key per Page', [{ Page: 'Page', row_number: 1 }]);
		expect(found).toThrow('missing Result, Checked, Report, Problem. Add each as a column');
		const written = () => run('Rows to Write', [{ Address: 'x' }], { 'Results by Page': [] });
		expect(written).toThrow('The column Page is no longer in the sheet.');
	});

	const UNFINISHED = some('The report has no result yet.');
	it.each([
		[{ id: 5, result: '=1+1' }, '', { Result: '=1+1', Checked: time, Report: 5 }],
		[{ success: true }, UNFINISHED, { Result: '', Checked: time, Report: 'unknown ID' }],
		[{ url: PRICING }, NOT_RUN, {}],
	])('writes after the answer %j: %s', (answer, Problem: unknown, cells) => {
		const nodes = { 'Pages That Are Due': [{ rows: [] }, { rows: [ABOUT] }] };
		const results = run('Results by Page', [{}, answer], nodes, { now });
		expect(results[1]).toEqual({ rows: [ABOUT], time, Problem, ...cells });
	});

	it.each([
		[ABOUT, '', true],
		[` ${ABOUT} `, 'x', true],
		[ABOUT, '2026-11-28 03:59', true],
		[ABOUT, '2026-11-28 04:01', false],
		[HOME, '', false],
		['', '', false],
	])('writes to the row as it is now, with %j and %j: %s', (page, checked, isWritten) => {
		const results = [{ rows: [ABOUT, ''], time, Report: 5, Problem: '' }];
		const rows = [header, { ...row(page, checked), row_number: 4 }];
		const output = run('Rows to Write', rows, { 'Results by Page': results }, { execution: 7 });
		const written = { row_number: 4, Report: 5, Problem: '', 'n8n execution': '7' };
		expect(output).toEqual(isWritten ? [written] : []);
	});

	it('posts how many pages got worse or could not be analysed', () => {
		let others: object[] = [];
		/** Pages in words such as `about: good → bad`; `!! good` if there was a problem last time. */
		const post = (...pages: string[]) => {
			const rows = changes(...pages).map(({ url, before, answer }) => {
				const Problem = before.startsWith('!!') ? 'x' : '';
				return { page: url, key: url, Result: before.replace('!! ', ''), Problem, answer };
			});
			const input = rows.map(({ answer }) => answer);
			const due = rows.map(({ page }) => ({ rows: [page, 'x'] }));
			const results = run('Results by Page', input, { 'Pages That Are Due': due });
			const nodes = { 'One Key per Page': [...rows, ...others], Settings: { maxPerRun: 20 } };
			return run('Message', [], { ...nodes, 'Results by Page': results });
		};
		const fine = ['x: good → good', 'y: bad → good', 'z: 12 → bad', 'a:  → bad', 'b: bad → 12'];
		expect(post(...fine, 'c: !! good → !')).toEqual([]);
		expect(post(...fine, 'about: good → bad', 'contact: good → !', 'd: bad → ')).toEqual([
			{
				text: `*Pages in the Google Sheet*: 1 page got worse, 2 pages could not be analysed.\n• ${ABOUT}: good → bad\n• ${CONTACT}: ${REFUSED.error}. ${REFUSED.message}\n• ${HOME}d: The report has no result yet. Open it on the website of your report service.`,
			},
		]);
		// In every run if most pages fail
		expect(post('gone?a&b=<!channel>: !! good → -')).toEqual([
			{ text: some(`\n• ${GONE_ESCAPED}: ${NOT_RUN}`) },
		]);
		// One that always fails may be all that is due
		others = ['one', 'two'].map((key) => ({ page: key, key }));
		expect(post('gone?a&b=<!channel>: !! good → -')).toEqual([]);
		const many = Array.from({ length: 50 }, (_, at) => `${String(at)}: good → bad`);
		expect(post(...many)).toEqual([{ text: some('50 pages got worse, 0 pages') }]);
		expect(post(...many)).toEqual([{ text: some('19: good → bad\n… and 30 more') }]);
	});

	it('tries to write three times, and on Retry again', () => {
		const WRITTEN = { 'n8n execution': '7' };
		const attempt = (given: object) => () =>
			run('Try Again or Stop', [{ error: 'No: x' }], { 'Rows to Write': WRITTEN }, given);
		const retried = [attempt({ run: 1, execution: 7 }), attempt({ run: 2, execution: 8 })];
		expect(retried.map((again) => again())).toEqual([[{}], [{}]]);
		const words = 'Google Sheets did not accept the results (No – x). If the account is not';
		expect(attempt({ run: 2, execution: 7 })).toThrow(words);
	});
});
