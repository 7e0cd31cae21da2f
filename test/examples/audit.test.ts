import { ABOUT, CONTACT, GONE, HOME, PRICING, REFUSED, SPELLED, ago, pagesOf, some } from './given';
import { example } from './n8n';

const { run, value } = example('audit-on-request');
const [HOUR, MINUTE] = [1 / 24, 1 / 24 / 60];
const Settings = { days: 7, maxPerDay: 3, maxPerCall: 4, seconds: 50 };

const addresses = (body: unknown, more = {}) =>
	run('Addresses', [], { 'A Call': { body }, Settings: { ...Settings, ...more } });
const about = { page: 'example.com/about', url: ABOUT };

/** A row of the table: its state, and its age in days. */
const row = (state: string, age = 0, more: object = {}) => ({
	...{ id: 1, ...about, state, result: 'bad', report: '5', problem: 'Failed.' },
	analysed: state === 'pending' ? '' : ago(age),
	...{ createdAt: ago(age), updatedAt: ago(age) },
	...more,
});

const BAD = some('is not the address of a web page');
it.each<[unknown, string[]]>([
	[{ url: ` ${ABOUT}\n` }, [ABOUT]],
	[{ url: PRICING, urls: [HOME, SPELLED, HOME] }, [HOME, SPELLED, HOME]],
	...[undefined, null, []].map((body): [unknown, string[]] => [body, [some('Send the address')]]),
	[pagesOf('a', 5), [some('at most 4')]],
	[
		[' ', 5, null, { a: 1 }],
		[BAD, some('5 is not'), BAD, BAD],
	],
	[
		['example.com', 'https://https://x.example', `${HOME} x`, `${HOME},${ABOUT}`],
		[some('example.com is not the'), BAD, BAD, BAD],
	],
	// Without a host, or too long
	[['https://www.', 'https://:443/', 'https://\u200b', HOME.padEnd(2049, 'x')], Array(4).fill(BAD)],
])('takes %j for %j', (body, expected) => {
	const Addresses = addresses(body);
	expect(Addresses.map(({ url, problem }) => problem || url)).toEqual(expected);
	const problems = Addresses.map(({ problem }) => problem).filter(Boolean);
	expect(value('All Valid?', 'leftValue', {}, { Addresses })).toBe(problems.length === 0);
	const error = problems.join(' ');
	expect(value('Refuse the Call', 'responseBody', {}, { Addresses })).toEqual({ error });
});

it.each(['days', 'maxPerDay', 'maxPerCall', 'seconds'])('says if %s makes no sense', (name) => {
	expect(() => addresses(ABOUT, { [name]: 0.5 })).toThrow(`${name} in Settings, at least 1`);
});

it.each([
	[[{}], true],
	[[row('known', 6)], false],
	[[row('new', 2, { analysed: ago(8) })], true],
	// It may wait for limits for hours
	[[row('pending', 23 * HOUR)], false],
	[[row('pending', 25 * HOUR)], true],
	// A result that the service had not finished
	[[row('new', 4 * MINUTE, { result: '' })], false],
	[[row('new', 6 * MINUTE, { result: '' })], true],
	[[row('failed', 4 * MINUTE)], false],
	[[row('capped', 6 * MINUTE), row('unread', 6 * MINUTE)], true],
	[[row('new', 1, { page: 'example.com' })], true],
])('after %j, a page asked for twice is analysed: %s', (rows, isClaimed) => {
	const nodes = { Settings, Addresses: addresses([ABOUT, SPELLED]) };
	expect(run('Pages to Claim', rows, nodes)).toEqual([isClaimed ? about : { url: '', page: '' }]);
});

describe('the answer', () => {
	const webhookUrl = 'https://n8n.example/x';
	const answer = (urls: string[], rows: object[], seconds = 50) => {
		const nodes = { Settings, 'A Call': { body: { urls }, webhookUrl } };
		const Addresses = run('Addresses', [], nodes);
		return run('Answer', rows, { ...nodes, Settings: { ...Settings, seconds }, Addresses })[0];
	};

	it('has the pages in the order asked', () => {
		const rows = [
			row('known', 0, { page: 'example.com/contact', result: '' }),
			row('new', HOUR / 2),
			row('new', 2 * HOUR, { page: 'example.com' }),
			row('failed', 1, { page: 'example.com/gone?a&b=<!channel>' }),
		];
		const done = { status: 'done', result: 'bad', report: '5' };
		const [known, recent, old] = rows.map(({ analysed }) => ({ ...done, analysed, new: false }));
		const pages = [
			{ url: CONTACT, ...known, result: null },
			{ url: SPELLED, ...recent, new: true },
			{ url: HOME, ...old },
			{ url: GONE, status: 'failed', reason: 'Failed.' },
		];
		const answered = { isReady: true, status: 200, retryAfter: 10, body: { pages } };
		expect(answer([CONTACT, SPELLED, HOME, GONE], rows)).toEqual(answered);
	});

	it('waits for pages that are pending, and then says how to ask again', () => {
		const urls = [CONTACT, SPELLED, GONE];
		const rows = [row('pending', HOUR), row('new', 0, { page: 'example.com/contact' })];
		expect(answer(urls, rows)).toMatchObject({ isReady: false, status: 202 });
		const pending = [SPELLED, GONE].map((url) => ({ url, status: 'pending' }));
		const askAgain = { method: 'POST', url: webhookUrl, body: { urls: [SPELLED, GONE] } };
		const body = { pages: [{ status: 'done' }, ...pending], askAgain };
		expect(answer(urls, rows, -1)).toMatchObject({ isReady: true, body });
	});

	it('has status 429 if the cap is reached', () => {
		expect(answer([ABOUT], [row('capped'), row('pending')])).toMatchObject({ status: 202 });
		const capped = answer([ABOUT], [row('capped')]);
		expect(capped).toMatchObject({ isReady: true, status: 429 });
		expect(capped?.retryAfter).toBeLessThanOrEqual(25 * 3600);
	});
});

describe('in the background', () => {
	const pages = ['a', 'b', 'c', 'd', 'e'].map((page, at) => ({
		...{ id: at + 1, page: `example.com/${page}`, url: HOME + page, days: 7, maxPerDay: 3 },
	}));
	const pending = pages.map((page) => row('pending', 0, page));

	it('each page is analysed by the call that asked first', () => {
		const mine = [...pages, { id: 9, page: 'x.example', url: 'https://x.example' }];
		const rows = [...pending.slice(1), row('pending', 0, { id: 8, page: 'x.example' })];
		const old = row('pending', 25 * HOUR, { ...pages[1], id: 0 });
		const all = [old, row('new', 0, pages[0]), ...rows];
		const left = pages.slice(1).map(({ id, page, url }) => ({ id, page, url }));
		const hosts = run('Pages by Host', all, { 'In the Background': mine });
		expect(hosts).toEqual([{ host: 'example.com', pages: left }]);
		const [first] = pages;
		const written = [{ ...first, url: 'https://Example.com/a' }];
		const found = run('Pages by Host', pending, { 'In the Background': written });
		expect(found.map(({ host }) => host)).toEqual(['example.com', 'Example.com']);
	});

	/** What becomes of the pages, with these reports and rows of other calls. */
	const known = (reports: object[], others: object[] = []) =>
		run('Known or Due', reports, {
			'In the Background': pages,
			Claims: [...others, ...pending],
			'Pages by Host': [{ host: 'example.com', pages }],
		});
	const report = (id: number, url: string, generated_at: unknown, result: unknown = 'good') => ({
		...{ id, url, generated_at, result },
	});
	const other = (state: string, age = 0) => row(state, age, { id: 0, page: 'x' });
	const failed = [0, 5, 10].map((age) => other('failed', age * MINUTE));
	const reports = [
		report(1, `${HOME}a`, ago(9)),
		report(2, 'http://www.EXAMPLE.com:80/a/#x', ago(6), 'bad'),
		report(3, `${HOME}b`, ago(8)),
		report(4, `${HOME}c`, null, null),
		report(5, `${HOME}d/e`, ago(1)),
	];

	it.each([
		['due due due capped capped', [{}], []],
		['known due known due due', reports, []],
		['known due due due capped', [report(1, `${HOME}a`, ago(1))], []],
		['due capped capped capped capped', [{}], [other('new'), other('pending')]],
		// Reused and refused ones do not count
		['due due due capped capped', [{}], [other('known'), other('capped'), other('new', 2)]],
		// Each time that a page fails costs one
		['capped capped capped capped capped', [{}], failed],
		['unread unread unread unread unread', [REFUSED], []],
		['unread unread unread unread unread', [{ host: 'example.com', pages: [] }], []],
	])('at most three pages are analysed a day: %s', (states, listed, others) => {
		const found = known(listed, others);
		expect(found.map(({ state }) => state).join(' ')).toBe(states);
	});

	it('says why a page is not analysed, or which report is reused', () => {
		const reused = { result: 'bad', report: 2, analysed: some('T'), problem: '' };
		expect(known(reports)[0]).toMatchObject(reused);
		expect(known([{}])[3]?.problem).toBe('The cap of 3 analyses a day has been reached.');
		for (const answer of [REFUSED, { host: 'example.com', pages: [] }])
			expect(known([answer])[0]?.problem).toMatch(/could not be read\. .*(\(422\)|credential)/);
	});

	it.each([
		[{ id: 7, result: 'bad' }, ['new', 'bad', 7, '']],
		[{ success: true }, ['new', '', '', '']],
		[{ error: 'No (500)', message: 'Try again.' }, ['failed', '', '', 'No (500)']],
		[REFUSED, ['failed', '', '', some('(422)')]],
		[{ page: 'x', url: ABOUT }, ['failed', '', '', some('could not run Create a Report')]],
	])('writes after %j: %j', (answer, expected) => {
		const cells = ['state', 'result', 'report', 'problem'].map((name) =>
			value('Write the Results', name, answer),
		);
		expect(cells).toEqual(expected);
	});
});
