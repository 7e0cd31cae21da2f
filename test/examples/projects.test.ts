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
	NOT_UPDATING,
	DAY,
	some,
	ago,
	pagesOf,
} from './given';
import { example, ZONE } from './n8n';

describe('daily-check-to-slack', () => {
	const { run, value } = example('daily-check-to-slack');
	/** Pages with their result in the list, and the answer to a new analysis. */
	const compare = (pages: Array<[url: string, listed: unknown, answer: object]>, memory = {}) => {
		const nodes = {
			Project: { project: 'example.com' },
			'Newest per Page': pages.map(([url, result], at) => ({
				listed: { id: at + 1, url, result },
			})),
		};
		const input = pages.map(([, , answer]) => answer);
		const [output] = run('Compare', input, nodes, { memory });
		return output as { text: string; pages: object };
	};
	const rated = (result: unknown) => ({ id: 1, result });

	it('posts what got worse, then failures by cause, and results that it does not recognise', () => {
		const gone = pagesOf('gone', 60).map((url, at): [string, string, object] => [
			url,
			'good',
			{ error: `The service could not update report ${String(at + 3)} (500)`, message: SAID },
		]);
		const first: Array<[string, unknown, object]> = [
			[ABOUT, 'good', rated('bad')],
			[HOME, 'bad', rated('good')],
		];
		const more: Array<[string, unknown, object]> = [
			[GONE, 'good', rated(85)],
			[CONTACT, 'good', rated(null)],
			[PRICING, 'good', {}],
		];
		expect(compare([...first, ...gone, ...more]).text).toBe(
			[
				'*Pages of example.com*',
				'*Got worse*',
				`• ${ABOUT}: good → bad`,
				`*Could not be analysed* (60): The service could not update the report (500). ${SAID}`,
				...pagesOf('gone', 5).map((url) => `• ${url}`),
				'… and 55 more',
				`*Could not be analysed* (1): ${NOT_UPDATING}`,
				`• ${PRICING}`,
				'*The result is not good, decent or bad* (2)',
				`• ${GONE_ESCAPED}: 85`,
				`• ${CONTACT}: none`,
			].join('\n'),
		);
	});

	it('remembers the last usable result, and names a problem once, but all of them every day if most have one', () => {
		const { text, pages } = compare([
			[ABOUT, 'good', rated('good')],
			[HOME, 'decent', {}],
			[CONTACT, 'bad', rated('bad')],
		]);
		expect(text).toContain(NOT_UPDATING);
		const again = compare(
			[
				[SPELLED, 'bad', rated('good')],
				[HOME, null, {}],
				[CONTACT, 'x', rated('bad')],
			],
			{ pages },
		);
		expect(again).toEqual({ text: '', pages });
		const worse = compare(
			[
				[ABOUT, 'bad', rated('decent')],
				[HOME, 'x', {}],
				[CONTACT, 'x', rated('bad')],
			],
			{ pages },
		);
		expect(worse.text).toBe(
			`*Pages of example.com*\n*Got worse*\n• ${ABOUT}: good → decent\nAs before, 1 page has no usable result.`,
		);
		const outage = compare(
			[
				[ABOUT, 'good', {}],
				[HOME, 'x', {}],
			],
			{ pages },
		);
		expect(outage.text).toContain(`*Could not be analysed* (2): ${NOT_UPDATING}`);
		const recovered = compare([[HOME, 'bad', rated('bad')]], { pages });
		expect(recovered.text).toContain(`• ${HOME}: decent → bad`);
	});

	it('says so if there is no such project', () => {
		expect(value('Any Reports?', 'leftValue', {})).toBe(false);
		const nodes = { Project: { project: 'x' } };
		const text = value('No Such Project', 'errorMessage', {}, nodes);
		expect(text).toContain('There is no report in the project "x".');
	});

	it('posts even if nothing got worse while it remembers nothing, so that Slack is tried', () => {
		expect(compare([[ABOUT, null, rated('bad')]]).text).toContain(
			'Nothing got worse. After its first',
		);
	});

	it('posts no more than Slack accepts', () => {
		const pages = pagesOf('x'.repeat(900), 50).map((url): [string, string, object] => [
			url,
			'good',
			rated('bad'),
		]);
		const { text } = compare(pages);
		expect(text.length).toBeLessThan(40_000);
		expect(text).toMatch(/\n… and \d+ more lines, too many for Slack$/);
	});
});

describe('monthly-report-for-a-client', () => {
	const { run, value } = example('monthly-report-for-a-client');
	const Client = { client: 'A & <b>', days: 35 };

	it('counts for each page the newest report that has a result', () => {
		const input = [
			{ id: 1, url: ABOUT, result: 'good', generated_at: ago(3) },
			{ id: 2, url: SPELLED, result: null, generated_at: ago(0) },
			{ id: 3, url: ABOUT, result: 'bad', generated_at: ago(4) },
			{ id: 4, url: HOME, result: '', generated_at: null },
			{ id: 5, url: CONTACT, result: '12', generated_at: 1 },
		];
		expect(run('Newest per Page', input)).toEqual([
			expect.objectContaining({
				id: 1,
				result: 'good',
				time: Date.parse(String(input[0]?.generated_at)),
			}),
			expect.objectContaining({ id: 4, time: 0 }),
			expect.objectContaining({ id: 5, result: '12', score: 12, time: 1000 }),
		]);
	});

	it('emails the ten worst pages with the checks that failed, and who was not counted', () => {
		const checks = (...failed: unknown[]) =>
			Object.fromEntries(failed.map((passed, at) => [`page_size_${String(at)}`, { passed }]));
		const decent = pagesOf('decent', 11).map((url) => ({ url, result: 'decent', score: NaN }));
		const reports = [
			...decent,
			{ url: CONTACT, result: 'decent', results: checks(false, 0, true, null), score: NaN },
			{ url: GONE, result: 'bad', results: null, score: NaN },
			{ url: HOME, result: 'good' },
		];
		const worst = value('Figures', 'worst', { reports }) as object[];
		expect(worst.slice(0, 3)).toEqual([
			{ url: GONE, result: 'bad', failed: '' },
			{ url: CONTACT, result: 'decent', failed: 'page size 0, page size 1' },
			{ url: pagesOf('decent', 1)[0], result: 'decent', failed: '' },
		]);
		expect(worst).toHaveLength(10);
		const scored = [80, 79.5].map((score) => ({ url: String(score), result: 'decent', score }));
		expect(value('Figures', 'worst', { reports: scored })).toMatchObject([
			{ url: '79.5' },
			{ url: '80' },
		]);
		expect(
			value('Figures', 'unknown', { reports: [...scored, { url: ABOUT, result: '12' }] }),
		).toEqual([`${ABOUT}: 12`]);
		const textsFor = (figures: object) =>
			['rows', 'leftOut', 'heading', 'summary'].map((name) =>
				value('Email Texts', name, { text: ' **Mend** <b>\nit ' }, { Client, Figures: figures }),
			);
		expect(textsFor({ worst, leftOut: 2 })).toEqual([
			some(`${GONE_ESCAPED}</td><td style="padding: 4px 12px 4px 0">bad</td>`),
			'2 more pages have no result from the last 35 days and are not counted.',
			some('Web pages of A &amp; &lt;b'),
			'Mend &lt;b><br>it',
		]);
		expect(textsFor({ worst: [], leftOut: 1 }).slice(0, 2)).toEqual([
			'<p>All of these pages are good.</p>',
			some('1 more page has no'),
		]);
		expect(textsFor({ worst: [], leftOut: 0 }).slice(0, 2)).toEqual([
			'<p>All pages are good.</p>',
			'',
		]);
	});
});

describe('audit-after-a-deployment', () => {
	const { run, value } = example('audit-after-a-deployment');
	const Settings = { project: 'example.com', version: '1.2.3' };
	const issuesFor = (pages: object[], open: object[] = [{}]) =>
		run('Issues to Open', [], {
			Settings,
			'Before and After': pages,
			'List Open Issues': open,
		}) as Array<{ title: string; body: string }>;
	const page = (
		url: string,
		before: unknown,
		after: unknown,
		problem = '',
		analysed_at: unknown = null,
	) => ({ url, before, after, problem, analysed_at });

	it('opens an issue per page that got worse, with the date of its earlier result', () => {
		const dates = [
			['2026-02-01 12:00', 'on 2026-02-01'],
			[Date.UTC(2026, 1) / 1000, 'on 2026-02-01'],
			[String(Date.UTC(2026, 1)), 'on 2026-02-01'],
			[null, 'at an unknown time'],
			['0000-00-00', 'at an unknown time'],
		] as const;
		for (const [date, then] of dates) {
			expect(
				issuesFor([
					page(ABOUT, 'good', 'bad', '', date),
					page(HOME, 'bad', 'decent'),
					page(PRICING, 'x', 'good'),
				]),
			).toEqual([
				{
					title: `Page got worse: ${ABOUT}`,
					body: `The result of ${ABOUT} was good ${then} and is bad after the latest deployment (version 1.2.3).`,
				},
			]);
		}
	});

	it('opens one for all that cannot be compared, and none for pages that an open issue names', () => {
		const pages = [
			page(ABOUT, 'good', 'bad'),
			page(GONE, 'good', null, 'Failed.'),
			page(HOME, 'good', 12),
			page(PRICING, null, 'bad'),
			page(CONTACT, 'good', null),
		];
		const [worse, other] = issuesFor(pages);
		expect(other?.title).toBe('Pages of example.com could not be compared');
		expect(other?.body).toMatch(
			/not be compared:\n\n- \S+gone\S+: Failed\.\n- \S+: Its result is 12, which .*\n- \S+pricing: Its result is bad, and there is no earlier .*\n- \S+contact: It has no result\.$/,
		);
		expect(issuesFor(pages, [{ ...worse, body: null }, other ?? {}])).toEqual([]);
		const spelled = [{ title: `Page got worse: ${SPELLED}` }];
		expect(issuesFor(pages.slice(0, 1), spelled)).toEqual([]);
		const [many] = issuesFor(
			pagesOf('x'.repeat(200), 300).map((url) => page(url, 'good', null, 'x'.repeat(500))),
		);
		expect(many?.body).toMatch(/^(?=[^]{50000,61000}$)[^]*\n\n… and \d+ more$/);
	});

	it('waits as long as the call asks for, at most an hour', () => {
		const waits = [
			[undefined, 120],
			[0, 0],
			['7', 7],
			[-1, 0],
			[1e6, 3600],
			['x', 120],
		];
		for (const [wait_seconds, seconds] of waits)
			expect(value('Settings', 'waitSeconds', { body: { wait_seconds } })).toBe(seconds);
	});
});

it('re-analyse-a-project sums up what became better, worse, unknown or failed', () => {
	const { run, value } = example('re-analyse-a-project');
	const before: Array<[string, unknown, object]> = [
		[ABOUT, 'good', { id: 1, result: 'bad' }],
		[HOME, 'decent', { success: true, result: 85 }],
		[GONE, null, { id: 3, result: 'good' }],
		[CONTACT, 'bad', REFUSED],
		[PRICING, 'good', { listed: {} }],
		[SPELLED, 'good', { id: 5 }],
	];
	const nodes = {
		Project: { project: ' example.com ' },
		'Newest per Page': before.map(([url, result]) => ({ listed: { url, result } })),
	};
	const pages = run(
		'Before and After',
		before.map(([, , answer]) => answer),
		nodes,
	);
	const summary = [
		'project',
		'reanalysed',
		'failed',
		'good',
		'decent',
		'bad',
		'other',
		'worse',
		'otherResults',
		'problems',
	].map((name) => value('Summary', name, { pages }, nodes));
	expect(summary).toEqual([
		'example.com',
		4,
		2,
		1,
		0,
		1,
		2,
		[`${ABOUT}: good → bad`],
		[`${HOME}: 85`, `${SPELLED}: none`],
		[`${CONTACT}: ${REFUSED.error} – ${REFUSED.message}`, `${PRICING}: ${NOT_UPDATING}`],
	]);
	expect(value('Any Analysed?', 'leftValue', { pages: pages.slice(3, 5) })).toBe(false);
	expect(value('None Analysed', 'errorMessage', { pages: pages.slice(3, 5) })).toContain(
		`(2):\n- ${CONTACT}: `,
	);
});

describe('make-old-public-reports-private', () => {
	const { run, value } = example('make-old-public-reports-private');

	it.each([
		...[
			'',
			'0000-00-00',
			'0000-00-00 00:00:00',
			'1970-01-01',
			0,
			'0',
			'May 1',
			null,
			undefined,
			Date.now() / 1000,
		].map((date) => [date, 0]),
		...[
			Date.UTC(2020, 1) / 1000,
			Date.UTC(2020, 1),
			'2020-02-01 12:00:00',
			'2020-02-01',
			'Sat, 01 Feb 2020 12:00:00 GMT',
		].map((date) => [date, (Date.now() - Date.UTC(2020, 1)) / DAY]),
	])('takes %j for a date %d days ago', (generated_at, days) => {
		const age = value('Old and Public', 'leftValue2', { generated_at }) as number;
		expect(Math.abs(age - Number(days))).toBeLessThan(1);
	});

	it('names what could not be made private, or is still public', () => {
		const reports = pagesOf('old', 30).map((url, at) => ({ id: at, url }));
		const input = reports.map((report, at) =>
			at < 8
				? { ...report, privacy: 1 }
				: at < 9
					? { error: 'Denied', message: 'Ask.' }
					: { ...report, privacy: 0 },
		);
		const nodes = { 'Old and Public': reports };
		const failures = run('Collect Failures', input, nodes) as object[];
		const text = value('List the Failures', 'errorMessage', failures, nodes);
		expect(text).toMatch(
			/^22 of 30 reports could not be made private:\n- \S+8 \(8\): Denied\. Ask\.\n- \S+9 \(9\): It is still public\. Check the credential[^]*\n… and 2 more\nThe next run tries them again\.$/,
		);
		expect(run('Collect Failures', input.slice(0, 8), nodes)).toEqual([]);
	});
});

describe('delete-reports-of-finished-project', () => {
	const { value } = example('delete-reports-of-finished-project');
	const Count = { found: 5, name: 'example.com' };
	const project = 'example.com';
	const FAILED = { error: 'Failed (500)', message: 'Try <again>.' };

	it.each([
		['deleted, and no longer listed', true, { deleted: true }, [{ deleted: true }]],
		['deleted, but still listed', false, { deleted: true }, [{ project }]],
		[
			'deleted, and another one is listed',
			true,
			{ deleted: true },
			[{ project: 'shop.example.com' }],
		],
		['deleted, and the list fails', true, { deleted: true }, [FAILED]],
		['not found, and no longer listed', true, FAILED, [{ project: 'shop.example.com' }]],
		['not found, and the list fails', false, FAILED, [FAILED]],
		['not run', false, { project }, [{ project }]],
	])('%s: it is gone: %s', (_, isGone, answer, looks) => {
		const nodes = {
			'Delete the Project': answer,
			'Look Again': looks,
			'Only the Exact Name': { project },
		};
		expect(value('Is It Gone?', 'leftValue', [], nodes)).toBe(isGone);
	});

	it('counts "not found" as deleted only if another delete succeeded', () => {
		const isLeft = (answer: object, ...all: object[]) =>
			value('Only What Is Still There', 'leftValue', answer, { 'Delete Each Report': all });
		const missing = { error: 'Report 1 was not found (404)' };
		expect([isLeft(missing, missing), isLeft(missing, missing, { deleted: true })]).toEqual([
			true,
			false,
		]);
		expect([
			isLeft({ deleted: true }),
			isLeft(FAILED, { deleted: true }),
			isLeft({ id: 1 }, { deleted: true }),
		]).toEqual([false, true, true]);
	});

	it('compares the count of the service with the reports found', () => {
		const counts = [
			{ reports: 6 },
			{ reports: [], reports_count: '7' },
			{ reports: '', count: 0 },
			{},
		].map((one) => value('Count', 'counted', [], { 'Only the Exact Name': one }));
		expect(counts).toEqual([6, '7', 0, '']);
		const differs = (count: object) =>
			value('Numbers Differ?', 'leftValue', { found: 5, ...count });
		expect(
			[{ counted: '5' }, { counted: '' }, { counted: 6 }, { counted: 5, isUnclear: true }].map(
				differs,
			),
		).toEqual([false, false, true, true]);
		const text = (isUnclear: boolean) =>
			value('Different Numbers', 'completionMessage', { ...Count, counted: 6, isUnclear });
		expect([text(true), text(false)]).toEqual([
			some('does not say which project'),
			some('counts 6 reports in the project example.com, and this workflow found 5.'),
		]);
		const unclear = (listed: object) =>
			value('Count', 'isUnclear', [], { 'List Its Reports': listed });
		expect([unclear({ id: 1, project: {} }), unclear({ id: 1, project })]).toEqual([true, false]);
	});

	it('says what is left, and why', () => {
		const [one, more] = [1, 11].map((count) =>
			value(
				'Some Reports Not Deleted',
				'completionMessage',
				Array.from({ length: count }, (_, id) => (id === 0 ? FAILED : { id })),
				{ Count },
			),
		);
		expect(one).toMatch(
			/Not deleted: 1 of 5 reports\. .*<br><br>Failed \(500\)<br>Try &lt;again&gt;\.$/,
		);
		expect(more).toMatch(
			/could not delete report 1<br>Check the credential of Delete Each Report\..*<br><br>… and 1 more$/,
		);
		const kept = (answer: object, ...looks: object[]) =>
			value('Project Not Deleted', 'completionMessage', [], {
				Count,
				'Delete the Project': answer,
				'Look Again': looks,
			});
		expect(kept({ deleted: true }, { project })).toMatch(/still lists the project\. .*\.$/);
		expect(kept(FAILED, FAILED)).toMatch(
			/Its reports \(5\) were deleted\. .*<br><br>Failed \(500\)<br>Try &lt;again&gt;\.$/,
		);
		expect(kept({ project }, { error: 'No <key>' })).toMatch(
			/Delete the Project\.<br>Check its credential\.<br><br>.* listed: No &lt;key&gt;$/,
		);
		expect(value('Say What Happened', 'completionMessage', FAILED)).toBe(
			'Nothing was deleted.<br><br>Try &lt;again&gt;.',
		);
		expect(value('Say What Happened', 'completionMessage', { Project: project })).toContain(
			'Check the credentials',
		);
		expect(
			value('Unknown Project', 'completionMessage', [], { 'Which Project?': { Project: '<b>' } }),
		).toContain('exactly &lt;b&gt;.');
	});
});

describe('dashboard', () => {
	/** The page without tags. */
	const pageOf = (...input: object[]) => {
		const [page] = example('dashboard').run(
			'Make the Page',
			input,
			{},
			{ now: '2026-11-28T12:00' },
		) as Array<{
			status: number;
			html: string;
		}>;
		const { status = 0, html = '' } = page ?? {};
		return {
			status,
			html,
			text: html
				.replace(/^[^]*<body>/, '')
				.replace(/<[^>]*>/g, ' ')
				.replace(/\s+/g, ' '),
		};
	};
	const report = (id: number, url: string, result: unknown, generated_at: unknown, more = {}) => ({
		id,
		url,
		result,
		generated_at,
		...more,
	});

	it('shows projects, what is bad now and was before, and the trend of each page', () => {
		const { status, html, text } = pageOf(
			report(1, ABOUT, 'good', '2026-11-24'),
			report(2, SPELLED, 'bad', '2026-11-26 20:00:00'),
			report(3, ABOUT, 'bad', Date.UTC(2026, 10, 28, 16) / 1000),
			report(4, CONTACT, 'bad', '2026-11-27'),
			report(5, HOME, 'good', null, { project: 'My <project>' }),
			report(6, PRICING, 87, 'unknown'),
			report(7, '', null, undefined),
			report(8, `javascript:"<img src=x onerror=alert(1)>'`, 'decent', '2026-11-27 12:00'),
		);
		expect(status).toBe(200);
		expect(html).toContain('<title>2 of 6 pages are bad · Web pages</title>');
		expect(text).toContain(
			`${ABOUT} example.com · analysed 28 Nov 2026 , 11:00 G good on 24 Nov 2026 G B B`,
		);
		expect(text).toContain('no earlier report B');
		expect(text).toContain('My &#60;project&#62; 1 page G 1 good D 0 decent B 0 bad');
		for (const day of [
			'Today (Saturday, 28 November 2026)',
			'Yesterday (Friday, 27 November 2026) 2 pages, 1 bad',
			'Without a date',
		])
			expect(text).toContain(day);
		expect(text).toMatch(/pricing .* \? 87 .*\(no address\)|\(no address\).*87/);
		expect(html).not.toMatch(/<img|href="(?!https?:|data:image)/);
		expect(html).toContain(ZONE);
	});

	it.each([
		[[87], 'No page is bad, but 1 of 1 page is not rated'],
		[['good'], 'The only page is good'],
		[['good', 'good'], 'All 2 pages are good'],
		[['good', 'decent'], 'No page is bad'],
		[['bad', 'bad'], '2 of 2 pages are bad'],
	])('sums up %j', (results, headline) => {
		expect(
			pageOf(...results.map((result, id) => report(id + 1, `${HOME}${String(id)}`, result, null)))
				.text,
		).toContain(headline);
	});

	it('shows 1,500 reports of 750 pages within seconds', () => {
		const urls = pagesOf('all', 750);
		const reports = [...urls, ...urls].map((url, id) => report(id + 1, url, 'good', ago(id / 100)));
		const begin = Date.now();
		expect(pageOf(...reports).text).toContain('All 750 pages are good');
		expect(Date.now() - begin).toBeLessThan(5000);
	});

	it('says what to do if there are no reports, or if they cannot be read', () => {
		expect(pageOf({}).text).toMatch(/no reports yet .* Create reports and list/);
		expect(pageOf({ error: 'Load 6 > 5 & <b>up', message: 'Wait.' })).toMatchObject({
			status: 502,
			text: some('Load 6 &#62; 5 &#38; &#60;b&#62;up Wait.'),
		});
		expect(pageOf({ headers: {} })).toMatchObject({
			status: 502,
			text: some('n8n could not run List All Reports'),
		});
	});
});
