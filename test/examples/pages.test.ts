import {
	HOME,
	ABOUT,
	PRICING,
	CONTACT,
	GONE,
	GONE_ESCAPED,
	SPELLED,
	SAID,
	REFUSED,
	NOT_RUN,
	DAY,
	some,
	ago,
	pagesOf,
} from './given';
import { example } from './n8n';

describe('in several examples', () => {
	const each = (pages?: string) =>
		example('weekly-digest-of-bad-reports').run('Each Page Once', [{ pages }]);

	it('a page is analysed once even if it is listed twice, in any form that people write lists in', () => {
		const pages = `# https://example.com/old\n- ${ABOUT}\n\n \u200b${SPELLED}\r\nexample.com/contact\n2. ${CONTACT}, ${CONTACT}\n[x] ${HOME};\n•${PRICING}`;
		expect(each(pages)).toEqual([ABOUT, CONTACT, HOME, PRICING].map((url) => ({ url })));
		for (const none of [' \n', '# no page', undefined]) expect(each(none)).toEqual([]);
	});

	it.each([
		['https://example.com/über', 'http://www.EXAMPLE.com/%C3%BCber/#top', true],
		['https://example.com:443/a?b', 'example.com/a/?b', true],
		['https://example.com/%E0%A4%A', 'https://example.com/%E0%A4%A/', true],
		['https://example.com/A', 'https://example.com/a', false],
		['https://example.com/a?b', 'https://example.com/a?c', false],
		['https://example.com:8080/', 'https://example.com/', false],
		['https://shop.example.com/', 'https://example.com/', false],
	])('%s and %s are the same page: %s', (one, other, isSame) => {
		expect(each(`${one}\n${other}`)).toHaveLength(isSame ? 1 : 2);
	});

	it('the newest report of a page counts, by its date in any form, then by its ID', () => {
		const newest = (...reports: object[]) =>
			example('re-analyse-a-project').run('Newest per Page', [], { 'Only This Project': reports });
		const reports = [
			{ id: 1, url: ABOUT, generated_at: ago(1) },
			{ id: 9, url: SPELLED, generated_at: ago(3) },
			{ id: 2, url: HOME, generated_at: 'unknown' },
			{ id: 3, url: HOME, generated_at: Date.now() / 1000 - 60 },
			{ id: 4, url: HOME, generated_at: Date.now() - 2 * DAY },
			{ id: 5, url: CONTACT, generated_at: null },
			{ id: 6, url: CONTACT },
		];
		const expected = [1, 3, 6].map((id) => ({ listed: expect.objectContaining({ id }) as object }));
		expect(newest(...reports)).toEqual(expected);
		expect(newest(...reports.reverse())).toEqual(expected.reverse());
	});

	it.each([
		['audit-after-a-deployment', 'Before and After', 'Analyse Again'],
		['history-and-trend', 'Latest Result', 'Create a Report'],
	])('%s says why a page has no result', (name, node, analysis) => {
		const problem = (input: object) => example(name).value(node, 'problem', input);
		expect(problem(REFUSED)).toBe(`${REFUSED.error}. ${SAID}`);
		expect(problem({ error: 'Failed (500)', message: 'Try again.' })).toBe('Failed (500)');
		expect(problem({ url: ABOUT })).toBe(`n8n could not run ${analysis}. Check its credential.`);
		for (const done of [{ id: 1 }, { success: true }]) expect(problem(done)).toBe('');
	});
});

it('create-reports-and-list-bad-ones keeps failures, and results that it does not recognise', () => {
	const input = [
		{ id: 1, url: HOME, result: null },
		{ id: 2, url: ABOUT, result: 'bad' },
		{ url: CONTACT, ...REFUSED },
		{ id: 4, url: PRICING, result: 12 },
		{ url: GONE },
		{ success: true },
	];
	const output = example('create-reports-and-list-bad-ones').run('Failed or Other Result', input);
	const [home, , contact, pricing, gone, unknown] = input;
	expect(output).toEqual([home, contact, pricing, { ...gone, error: NOT_RUN }, unknown]);
});

describe('report-for-an-address-form', () => {
	const show = (node: string, input: object, nodes = {}) =>
		['completionTitle', 'completionMessage'].map((name) =>
			example('report-for-an-address-form').value(node, name, input, nodes),
		);
	const [link, advice] = [
		'https://reports.example.com/reports/1',
		some('do not submit the form again'),
	];
	const retrieved = { 'Get the Report': {} };

	it('shows the result, and markup in an address as text', () => {
		expect(show('Show the Report', { id: 1, url: GONE, result: 'bad', link })).toEqual([
			'The result is bad',
			`${GONE_ESCAPED}<br><br><a href="${link}" target="_blank">Open the report</a>`,
		]);
		const unfinished = show('Show the Report', { id: 1, url: ABOUT, result: null, link });
		expect(unfinished).toEqual(['There is no result yet', advice]);
	});

	it('says what was analysed, and what to do, if something fails', () => {
		const [title, check] = ['n8n could not run Create a Report', some('Nothing was analysed.')];
		expect(show('Show the Report', { Address: ABOUT, link })).toEqual([title, check]);
		expect(show('Say What Happened', { Address: ABOUT }, retrieved)).toEqual([title, check]);
		const created = show('Say What Happened', { success: true }, retrieved);
		expect(created).toEqual(['There is no result yet', advice]);
		const denied = show('Say What Happened', { id: 1, error: 'Denied' }, retrieved);
		expect(denied).toEqual(['Denied', some('Report 1 was created, but')]);
		const lost = show('Say What Happened', { error: 'Lost', message: 'It may have been created.' });
		expect(lost).toEqual(['Lost', some('before you submit the form again.')]);
		const wrong = show('Say What Happened', { error: 'Wrong', message: 'Enter <the> address.' });
		expect(wrong).toEqual(['Wrong', 'Enter &lt;the&gt; address.']);
	});
});

describe('weekly-digest-of-bad-reports', () => {
	const { run, value } = example('weekly-digest-of-bad-reports');
	const mailFor = (pages: object[]) => {
		const input = run('Sum Up', [{ pages }]) as object[];
		return ['subject', 'text'].map((name) => value('Send the Digest', name, input));
	};

	it('emails what is bad, not recognised or failed', () => {
		const [subject, text] = mailFor([
			{ id: 1, url: HOME, result: 'bad' },
			{ id: 2, url: ABOUT, result: 12 },
			{ id: 3, url: CONTACT, result: null },
			{ success: true, url: GONE, result: 'decent' },
			{ url: PRICING, error: 'Quota 5 < 6.', message: 'Wait.' },
			{ url: PRICING },
		]);
		expect(subject).toBe(
			'Web page report: 1 of 6 pages is bad, 2 not rated good, decent or bad, 2 could not be analysed',
		);
		expect(text).toBe(
			`Bad:\n- ${HOME}\n\nNot good, decent or bad:\n- ${ABOUT}: 12\n- ${CONTACT}: no result\n\nCould not be analysed:\n- ${PRICING}\n  Quota 5 < 6.\n  Wait.\n- ${PRICING}\n  n8n could not run Create a Report.\n  Check its credential.\n\nGood or decent: 1 of 6 pages.`,
		);
	});

	it('says so if nothing is bad', () => {
		expect(mailFor([{ id: 1, url: HOME, result: 'good' }])).toEqual([
			'Web page report: 0 of 1 pages are bad',
			'Bad:\nNone.\n\nCould not be analysed:\nNone.\n\nGood or decent: 1 of 1 pages.',
		]);
	});
});

describe('history-and-trend', () => {
	const { run, value } = example('history-and-trend');
	/** Compares with the rows of the table, newest first. */
	const compare = (latest: object[], rows: object[] = [{}]) => {
		const Compare = run('Compare', rows, { 'Latest Result': latest }) as object[];
		const nodes = { Compare, 'Earlier Results': rows };
		const isPosted = value('Only If Something Changed', 'leftValue', [], nodes);
		return {
			Compare,
			text: isPosted === true ? value('Post to Slack', 'text', [], nodes) : '',
		};
	};
	const row = (page: string, result: unknown, problem = '') => ({ page, result, problem });

	it('compares each result with the last usable one, and draws the trend', () => {
		const latest = [
			row(HOME, 'bad'),
			row(ABOUT, 'good'),
			row(GONE, 'failed', 'Quota 5 < 6 (422).'),
			row(PRICING, 'good'),
		];
		const rows = [
			row(ABOUT, 'failed'),
			row(ABOUT, 'bad'),
			row(HOME, 'good'),
			row(HOME, 'decent'),
			row(GONE, 'good'),
			row(PRICING, 'good'),
		];
		expect(compare(latest, rows).text).toBe(
			[
				`*Got worse*\n• ${HOME}: good → bad 🟡🟢🔴`,
				`*No usable result*\n• ${GONE_ESCAPED}: Quota 5 &lt; 6 (422). 🟢⚪`,
				`*Got better*\n• ${ABOUT}: bad → good 🔴⚪🟢`,
			].join('\n\n'),
		);
		expect(compare(latest.slice(3), rows).text).toBe('');
	});

	it('posts in its first run, and names results that it does not recognise', () => {
		expect(compare([row(HOME, 'good')]).text).toContain('Stored the first results (1).');
		const { Compare, text } = compare([row(ABOUT, 12), row(CONTACT, null)]);
		expect(Compare).toEqual([
			expect.objectContaining({ result: 'failed', problem: 'Its result is 12.' }),
			expect.objectContaining({ result: 'failed', problem: 'It has no result.' }),
		]);
		expect(text).toContain(
			`\n• ${ABOUT}: Its result is 12. ⚪\n• ${CONTACT}: It has no result. ⚪`,
		);
	});

	it.each([
		['(422)', '(422)', false],
		['(200)', '(422)', false],
		['(403)', '(422)', true],
		['(429)', '(422)', false],
	])('a page that fails with %s after %s is named again: %s', (problem, before, isNamed) => {
		const latest = [row(HOME, 'failed', problem), row(ABOUT, 'good'), row(CONTACT, 'good')];
		const rows = [row(HOME, 'failed', '(500)'), row(HOME, 'failed', before), row(HOME, 'good')];
		expect(compare(latest, rows).text !== '').toBe(isNamed);
		// Every day if most fail
		expect(compare(latest.slice(0, 1), rows).text).toContain(problem);
	});
});

describe('audit-of-a-sitemap', () => {
	const { run, value } = example('audit-of-a-sitemap');
	const Settings = { sitemap: 'https://example.com/sitemap.xml', days: 30, maxPerRun: 20 };
	const sitemap = (...urls: string[]) =>
		`<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;
	const index = (...urls: string[]) => sitemap(...urls).replaceAll('urlset', 'sitemapindex');
	const byHost = (...input: object[]) => {
		const sources = input.map((_, at) => ({ address: `${HOME}${String(at)}.xml` }));
		const nodes = { Settings, ...(input.length > 1 && { 'One Item per Sitemap': sources }) };
		return run('Pages by Host', input, nodes) as object[];
	};
	const due = (hosts: object[], reports: object[] = [], memory = {}) =>
		run('Pages That Are Due', reports, { Settings, 'Pages by Host': hosts }, { memory }) as Array<{
			url: string;
		}>;
	const host = (pages: string[], unread: object[] = []) => [
		{ host: 'example.com', pages, unread, isOutage: false },
	];
	/** Remembers what came of the chosen pages. Returns the items to post. */
	const remember = (hosts: object[], chosen: object[], answers: object[], memory: object) =>
		run(
			'Remember',
			answers,
			{ Settings, 'Pages by Host': hosts, 'Pages That Are Due': chosen },
			{ memory },
		);
	const messageOf = (hosts: object[], chosen: object[], input: object[]) => {
		const nodes = { Settings, 'Pages by Host': hosts, 'Pages That Are Due': chosen };
		return (run('Message', input, nodes) as Array<{ text: string }>)[0]?.text ?? '';
	};

	it('decodes addresses as XML, and groups them by host', () => {
		const data = `<!-- <sitemapindex> -->${sitemap(`${HOME}?a&#038;b&#x26;c&amp;d`, ` <![CDATA[${HOME}?&amp;]]>`, '/a', 'https://www.other.example/')}`;
		const unread = [{ url: '/a', cause: some('It is not a full address') }];
		expect(byHost({ data })).toEqual([
			{ host: 'example.com', pages: [`${HOME}?a&b&c&d`, `${HOME}?&amp;`], unread, isOutage: false },
			{ host: 'other.example', pages: ['https://www.other.example/'], unread, isOutage: false },
		]);
	});

	it('names the sitemaps of an index that it cannot read', () => {
		const broken = [
			[
				{ error: { message: '404 - "<h1>Not\nhere</h1>"' } },
				'It could not be loaded: 404 - " Not here "',
			],
			[{ data: index(ABOUT) }, 'An index inside an index is not supported.'],
			[{ data: '\u001f\u008b' }, 'Compressed sitemaps (.gz) are not supported.'],
			[{ data: '<!-- Not a <urlset> --><p>Hello' }, 'It is not XML with a urlset tag.'],
			[{ data: '<urlset>' }, 'Its XML is broken: the closing urlset tag is missing.'],
		] as const;
		const unread = broken.map(([, cause], at) => ({ url: `${HOME}${String(at)}.xml`, cause }));
		const output = byHost(...broken.map(([json]) => json), { data: sitemap(ABOUT) });
		expect(output).toEqual([{ host: 'example.com', pages: [ABOUT], unread, isOutage: true }]);
		expect(() => byHost({ data: '<urlset>' })).toThrow(
			'example.com/sitemap.xml – Its XML is broken',
		);
	});

	it.each([
		[{ error: { message: '404 - ""' } }, '', 'could not be loaded. Open it in a browser.'],
		[{ data: '<!doctype html><p>Hello' }, '', 'must show XML with urlset or sitemapindex tags.'],
		[{}, '', 'It begins with: (nothing)'],
		[{ data: `<!-- <urlset> -->${index(ABOUT)}` }, 'sitemapindex', ''],
		[{ data: sitemap(ABOUT) }, 'urlset', ''],
	])('recognises in %j: %s', (json, kind, error) => {
		expect(value('What Is in It?', 'leftValue', json)).toBe(kind);
		if (error) expect(value('Not a Sitemap', 'errorMessage', json, { Settings })).toContain(error);
		const read = () => run('One Item per Sitemap', [{ data: '<sitemapindex>' }], { Settings });
		expect(read).toThrow('The XML of example.com/sitemap.xml is incomplete');
	});

	it('chooses pages without a recent report: those without any first, then the oldest', () => {
		const old = pagesOf('old', 40);
		const reports = [
			...old.map((url, at) => ({ url, generated_at: ago(31 + at) })),
			{ url: SPELLED, generated_at: ago(29) },
			{ url: PRICING, generated_at: ago(90) },
			{ url: `${PRICING}/`, generated_at: 'unknown' },
		];
		const chosen = due(host([...old, ABOUT, PRICING, CONTACT, `${CONTACT}/#form`]), reports);
		expect(chosen.map(({ url }) => url)).toEqual([CONTACT, ...old.slice(21).reverse()]);
		expect(chosen[0]).toEqual({ url: CONTACT, due: 41 });
		for (const days of [0, 'x']) {
			const nodes = { Settings: { ...Settings, days }, 'Pages by Host': host([ABOUT]) };
			expect(() => run('Pages That Are Due', [], nodes)).toThrow('at least 1');
		}
	});

	it('remembers redirects and failing pages, so that they block no other and are named once', () => {
		const memory = {};
		const pages = [ABOUT, ...pagesOf('ok', 3), CONTACT];
		const chosen = [{ url: ABOUT }, { url: CONTACT }];
		const answers = [{ id: 1, url: PRICING }, REFUSED];
		expect(remember(host(pages), chosen, answers, memory)).toEqual(answers);
		expect(
			due(host([...pages, HOME]), [], memory)
				.map(({ url }) => url)
				.at(-1),
		).toBe(CONTACT);
		expect(due(host([ABOUT]), [], memory)).toEqual([]);
		const failing = [{ url: CONTACT }];
		expect(remember(host(pages), failing, [{}], memory)).toEqual([]);
		const [outage] = host(pages);
		for (const hosts of [
			host([CONTACT]),
			host(pages, [{ url: 'new.xml' }]),
			[{ ...outage, isOutage: true }],
		]) {
			expect(remember(hosts, failing, [REFUSED], memory)).toHaveLength(1);
		}
		// n8n could not run Create a Report: nothing was analysed
		remember(host([ABOUT]), [{ url: ABOUT }], [{ url: ABOUT }], memory);
		expect(due(host([ABOUT]), [], memory)).toHaveLength(1);
	});

	it('names what has become unreadable even if no page is due', () => {
		const unread = [{ url: `${HOME}b.xml`, cause: 'Broken.' }];
		const memory = { unread: [] as string[] };
		const reports = [{ url: ABOUT, generated_at: ago(1) }];
		expect(due(host([ABOUT], unread), reports, memory)).toEqual([{ url: '', due: 0 }]);
		memory.unread.push(`${HOME}b.xml`);
		expect(due(host([ABOUT], unread), reports, memory)).toEqual([]);
		const text = messageOf(host([], unread), [{ url: '', due: 0 }], [{}]);
		expect(text).toBe(
			`*${Settings.sitemap}*: 0 pages analysed, 0 waiting for later runs.\n• could not be read (1): Broken.\n${HOME}b.xml`,
		);
	});

	it('posts what is bad, not recognised, redirected or failed', () => {
		const chosen = [ABOUT, HOME, PRICING, GONE, CONTACT].map((url) => ({ url, due: 7 }));
		const error = { error: 'Quota 5 < 6', message: `Check the parameters. Page: ${GONE}. Wait.` };
		const answers = [
			{ id: 1, url: SPELLED, result: 'bad' },
			{ id: 2, url: CONTACT, result: 85 },
			{ success: true },
			error,
			{ url: CONTACT },
		];
		expect(messageOf(host([]), chosen, answers)).toBe(
			[
				`*${Settings.sitemap}*: 3 pages analysed, 4 waiting for later runs.`,
				`• bad: ${ABOUT}`,
				'• not good, decent or bad (1): if your service returns numbers, change the first lines of Message.',
				`${HOME}: 85`,
				'• not good, decent or bad (1): there is no result; the analysis may not have finished.',
				PRICING,
				'• reported under another address, for example after a redirect (1): use the second address in the sitemap.',
				`${HOME} → ${CONTACT}`.replace('>', '&gt;'),
				'• could not be analysed (1): Quota 5 &lt; 6. Check the parameters. Wait.',
				GONE_ESCAPED,
				`• could not be analysed (1): ${NOT_RUN}`,
				CONTACT,
			].join('\n'),
		);
	});

	it('posts no more than Slack accepts', () => {
		const unread = pagesOf('none', 300).map((url, at) => ({
			url,
			cause: `Cause ${String(at)} ${'x'.repeat(99)}`,
		}));
		expect(messageOf(host([], unread), [], [])).toMatch(
			/^(?=[^]{30000,40000}$)[^]*\n… and \d+ more lines/,
		);
	});
});

describe('pages-in-a-google-sheet', () => {
	const { run } = example('pages-in-a-google-sheet');
	const now = '2026-11-28T04:00';
	const header = {
		Page: 'Page',
		Result: 'Result',
		Checked: 'Checked',
		Report: 'Report',
		Problem: 'Problem',
	};
	const row = (Page: unknown, Checked: unknown = '', Problem = '', more = {}) => ({
		Page,
		Checked,
		Problem,
		...more,
	});
	const due = (rows: object[], settings = {}) => {
		const input = run('One Key per Page', [header, ...rows]) as object[];
		const Settings = { days: 7, maxPerRun: 20, ...settings };
		return run('Pages That Are Due', input, { Settings }, { now }) as Array<{
			url: string;
			rows: string[];
		}>;
	};
	const write = (input: object[], results: object[]) =>
		run('Rows to Write', input, { 'Results by Page': results }, { execution: 7 });

	it('finds a page in several rows once, and names rows without an address or with a wrong one', () => {
		const rows = [
			row(ABOUT),
			row(`\u200b${SPELLED}`),
			row(''),
			row(false),
			row('', '', '', { Owner: 'Ann' }),
			row('example.com'),
			row(`${HOME} ${ABOUT}`),
		];
		expect(due(rows)).toEqual([
			{ url: ABOUT, rows: [ABOUT, `\u200b${SPELLED}`] },
			...['false', '', 'example.com', `${HOME} ${ABOUT}`].map((url) => ({ url, rows: [url] })),
		]);
		const named = [
			'URL is empty.',
			'URL "example.com" is no address.',
			'URL contains more than one.',
		];
		const pages = ['', 'example.com', `${HOME} ${ABOUT}`];
		expect(due(pages.map((page, at) => row(page, '', named[at], { Owner: 'Ann' })))).toEqual([]);
		expect(
			due(pages.map((page, at) => row(page, '', named[(at + 1) % 3], { Owner: 'Ann' }))),
		).toHaveLength(3);
	});

	it('chooses pages never checked, then the oldest, with room for failed ones', () => {
		const fresh = pagesOf('new', 15);
		const old = pagesOf('old', 9).map((page, at) =>
			row(page, `2026-11-${String(21 - at).padStart(2, '0')} 23:59`),
		);
		const rows = [
			...old,
			row(PRICING, '2026-11-23 00:00'),
			row(ABOUT, 36526.5, 'bad'),
			row(CONTACT, '', 'Failed.'),
			...fresh.map((page) => row(page)),
		];
		const chosen = due(rows).map(({ url }) => url);
		expect(chosen.slice(0, 18)).toEqual([...fresh, ...pagesOf('old', 9).slice(6).reverse()]);
		expect(chosen.slice(18).sort()).toEqual([ABOUT, CONTACT]);
		// Neither is a failure that must wait for its turn
		const retried = [
			row(HOME, '', `URL "x" is no address.`),
			row(ABOUT, '', 'The report has no result yet.'),
		];
		expect(due([...retried, row(CONTACT)], { maxPerRun: 2 }).map(({ url }) => url)).toEqual([
			HOME,
			ABOUT,
		]);
		expect(() => due(rows, { days: '' })).toThrow('at least 1');
	});

	it('says what is wrong with the columns', () => {
		const input = [{ Page: 'Page', Address: 'Address', row_number: 1 }];
		expect(() => run('One Key per Page', input)).toThrow(
			'missing Result, Checked, Report, Problem. Add each as a column',
		);
		expect(() => write([{ Address: 'x' }], [])).toThrow(
			'The column Page is no longer in the sheet.',
		);
	});

	it('writes results, and after a failure the reason, to the rows as they are now', () => {
		const pages = [ABOUT, HOME, CONTACT, PRICING].map((page) => ({ rows: [page] }));
		const input = [
			{ id: 5, result: '=1+1' },
			{ success: true },
			{ ...REFUSED, url: CONTACT },
			{ url: PRICING },
		];
		const time = '2026-11-28 04:00';
		const results = run(
			'Results by Page',
			input,
			{ 'Pages That Are Due': pages },
			{ now },
		) as object[];
		expect(results).toEqual([
			{ rows: [ABOUT], time, Result: '=1+1', Checked: time, Report: 5, Problem: '' },
			{
				rows: [HOME],
				time,
				Result: '',
				Checked: time,
				Report: 'unknown ID',
				Problem: some('The report has no result yet.'),
			},
			{ rows: [CONTACT], time, Problem: `${REFUSED.error}. ${REFUSED.message}` },
			{ rows: [PRICING], time, Problem: NOT_RUN },
		]);
		const rows = [
			header,
			row(CONTACT, '2026-11-28 04:01'),
			row('x'),
			row(` ${PRICING} `, 'x'),
			row(ABOUT, '2026-11-28 03:59'),
			row(ABOUT),
			row(''),
		];
		const moved = rows.map((one, at) => ({ ...one, row_number: at + 1 }));
		expect(write(moved, results)).toEqual([
			{ row_number: 4, Problem: NOT_RUN, 'n8n execution': '7' },
			...[5, 6].map((row_number) => ({
				row_number,
				Result: '=1+1',
				Checked: time,
				Report: 5,
				Problem: '',
				'n8n execution': '7',
			})),
		]);
	});

	it('tries to write three times, and on Retry again', () => {
		const attempt = (round: number, execution: number) => () =>
			run(
				'Try Again or Stop',
				[{ error: 'No: x' }],
				{ 'Rows to Write': { 'n8n execution': '7' } },
				{ run: round, execution },
			);
		for (const again of [attempt(1, 7), attempt(2, 8)]) expect(again()).toEqual([{}]);
		expect(attempt(2, 7)).toThrow(
			'Google Sheets did not accept the results (No – x). If the account is not',
		);
	});
});
