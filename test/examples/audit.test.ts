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

it.each([
	[{ url: ` ${ABOUT}\n` }, [ABOUT]],
	[{ urls: [ABOUT, SPELLED, ABOUT] }, [ABOUT, SPELLED, ABOUT]],
	[
		[HOME, 'https://münchen.example/ä?b="c"'],
		[HOME, 'https://münchen.example/ä?b="c"'],
	],
	[{ url: PRICING, urls: [HOME] }, [HOME]],
])('takes %j as %j', (body, urls) => {
	const found = addresses(body);
	expect(found.map(({ url }) => url)).toEqual(urls);
	expect(found.map(({ problem }) => problem)).toEqual(urls.map(() => ''));
});

it.each<readonly [unknown, string]>([
	...[undefined, null, '', 'x', {}, [], { urls: [] }].map(
		(body) => [body, 'Send the address'] as const,
	),
	[{ url: 'example.com' }, 'example.com is not the address of a web page'],
	[{ url: `${HOME} ${ABOUT}` }, 'is not'],
	[{ url: `${HOME},${ABOUT}` }, 'is not'],
	[{ url: 'https://https://example.com' }, 'is not'],
	// Without a host
	...['https://www.', 'https://:443/', 'https://\u200b', 'http://www./a'].map(
		(url) => [{ url }, 'is not'] as const,
	),
	[{ url: `${HOME}${'x'.repeat(2048)}` }, 'is not'],
	[{ urls: [HOME, ' ', 5, null, { a: 1 }].slice(1) }, '5 is not'],
	[pagesOf('a', 5), 'at most 4'],
])('refuses %j: %s', (body, words) => {
	const problems = addresses(body).map(({ problem }) => problem);
	expect(problems.join('\n')).toContain(words);
	const valid = value('All Valid?', 'leftValue', {}, { Addresses: addresses(body) });
	expect(valid).toBe(false);
	const answer = value('Refuse the Call', 'responseBody', {}, { Addresses: addresses(body) });
	expect(answer).toEqual({ error: some(words) });
});

it('says which setting makes no sense', () => {
	for (const name of ['days', 'maxPerDay', 'maxPerCall', 'seconds'])
		expect(() => addresses(ABOUT, { [name]: 0.5 })).toThrow(`${name} in Settings, at least 1`);
});

it.each([
	[[], true],
	[[{}], true],
	[[row('new', 6)], false],
	[[row('known', 6)], false],
	[[row('new', 8)], true],
	[[row('new', 2, { analysed: ago(8) })], true],
	[[row('pending', HOUR)], false],
	// It may wait for limits for hours
	[[row('pending', 23 * HOUR)], false],
	[[row('pending', 25 * HOUR)], true],
	// A result that the service had not finished
	[[row('new', 4 * MINUTE, { result: '' })], false],
	[[row('new', 6 * MINUTE, { result: '' })], true],
	[[row('failed', 4 * MINUTE)], false],
	[[row('failed', 6 * MINUTE)], true],
	[[row('capped', 6 * MINUTE), row('unread', 6 * MINUTE)], true],
	[[row('new', 1, { page: 'example.com' })], true],
])('after %j, a page asked for twice is analysed: %s', (rows, isClaimed) => {
	const nodes = { Settings, Addresses: addresses([ABOUT, SPELLED]) };
	expect(run('Pages to Claim', rows, nodes)).toEqual([isClaimed ? about : { url: '', page: '' }]);
});

describe('the answer', () => {
	const call = {
		body: { urls: [CONTACT, SPELLED, ABOUT, GONE] },
		webhookUrl: 'https://n8n.example/x',
	};
	const answer = (rows: object[], seconds = 50, urls = call.body.urls) => {
		const nodes = { Settings, 'A Call': { ...call, body: { urls } } };
		const Addresses = run('Addresses', [], nodes);
		return run('Answer', rows, { ...nodes, Settings: { ...Settings, seconds }, Addresses })[0];
	};

	it('has the pages in the order asked', () => {
		const rows = [
			row('known', 0, { page: 'example.com/contact', result: '' }),
			row('new', HOUR / 2),
			row('failed', 1, { page: 'example.com/gone?a&b=<!channel>' }),
		];
		const done = {
			status: 'done',
			result: 'bad',
			report: '5',
			analysed: rows[1]?.analysed,
			new: true,
		};
		expect(answer(rows)).toEqual({
			isReady: true,
			status: 200,
			retryAfter: 10,
			body: {
				pages: [
					{ url: CONTACT, ...done, result: null, analysed: rows[0]?.analysed, new: false },
					{ url: SPELLED, ...done },
					{ url: ABOUT, ...done },
					{ url: GONE, status: 'failed', reason: 'Failed.' },
				],
			},
		});
		expect(answer([row('new', 2 * HOUR)], 50, [ABOUT])).toMatchObject({
			body: { pages: [{ ...done, analysed: expect.anything() as string, new: false }] },
		});
	});

	it('waits for pages that are pending, and then says how to ask again', () => {
		const rows = [row('pending', HOUR), row('new', 0, { page: 'example.com/contact' })];
		expect(answer(rows)).toMatchObject({ isReady: false, status: 202 });
		expect(answer(rows, -1)).toMatchObject({
			isReady: true,
			body: {
				pages: [
					{ status: 'done' },
					...[SPELLED, ABOUT, GONE].map((url) => ({ url, status: 'pending' })),
				],
				askAgain: { method: 'POST', url: call.webhookUrl, body: { urls: [SPELLED, ABOUT, GONE] } },
			},
		});
	});

	it('has status 429 if the cap is reached', () => {
		const capped = answer([row('capped'), row('pending')], 50, [ABOUT]);
		expect(capped).toMatchObject({ status: 202 });
		expect(answer([row('capped')], 50, [ABOUT])).toMatchObject({ isReady: true, status: 429 });
		expect(answer([row('capped')], 50, [ABOUT])?.retryAfter).toBeLessThanOrEqual(25 * 3600);
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
		expect(
			run('Pages by Host', [old, row('new', 0, pages[0]), ...rows], { 'In the Background': mine }),
		).toEqual([
			{
				host: 'example.com',
				pages: pages.slice(1).map(({ id, page, url }) => ({ id, page, url })),
			},
		]);
	});

	/** What becomes of the pages, with these reports and rows of other calls. */
	const states = (reports: object[], others: object[] = [], now?: string) => {
		const nodes = {
			'In the Background': pages,
			Claims: [...others, ...pending],
			'Pages by Host': [{ host: 'example.com', pages }],
		};
		return run('Known or Due', reports, nodes, { now });
	};
	const statesOf = (...given: Parameters<typeof states>) =>
		states(...given).map(({ state }) => state);

	it('a recent report is reused, in any spelling, and its newest counts', () => {
		const report = (id: number, url: string, generated_at: unknown, result: unknown = 'good') => ({
			...{ id, url, generated_at, result },
		});
		const found = states([
			report(1, `${HOME}a`, ago(9)),
			report(2, 'http://www.EXAMPLE.com:80/a/#x', ago(6), 'bad'),
			report(3, `${HOME}b`, ago(8)),
			report(4, `${HOME}c`, null, null),
			report(5, `${HOME}d/e`, ago(1)),
		]);
		expect(found.map(({ state }) => state)).toEqual(['known', 'due', 'known', 'due', 'due']);
		expect(found[0]).toMatchObject({ result: 'bad', report: 2, analysed: some('T') });
	});

	it('at most so many are analysed a day; reused and refused ones do not count', () => {
		expect(statesOf([{}])).toEqual(['due', 'due', 'due', 'capped', 'capped']);
		const other = (state: string, age: number, id = 0) => row(state, age, { id, page: 'x' });
		expect(statesOf([{}], [other('new', 0), other('pending', 0)])[2]).toBe('capped');
		expect(statesOf([{}], [other('known', 0), other('capped', 0), other('new', 2)])[2]).toBe('due');
		// Each time that a page fails costs one
		const failed = [0, 5, 10].map((age) => row('failed', age * MINUTE, { id: 0, page: 'x' }));
		expect(statesOf([{}], failed)).toEqual(pages.map(() => 'capped'));
		const known = { id: 1, url: `${HOME}a`, generated_at: ago(1) };
		expect(statesOf([known])).toEqual(['known', 'due', 'due', 'due', 'capped']);
		expect(states([{}])[3]?.problem).toBe('The cap of 3 analyses a day has been reached.');
	});

	it.each([[REFUSED], [{ host: 'example.com', pages: [] }]])(
		'nothing is analysed if the reports cannot be read: %j',
		(answer) => {
			expect(statesOf([answer])).toEqual(pages.map(() => 'unread'));
			expect(states([answer])[0]?.problem).toMatch(/could not be read\. .*(\(422\)|credential)/);
		},
	);

	it.each([
		[{ id: 7, result: 'bad' }, ['new', 'bad', 7, '']],
		[{ success: true }, ['new', '', '', '']],
		[REFUSED, ['failed', '', '', some('(422)')]],
		[{ page: 'x', url: ABOUT }, ['failed', '', '', some('could not run Create a Report')]],
	])('writes after %j: %j', (answer, expected) => {
		const cells = ['state', 'result', 'report', 'problem'].map((name) =>
			value('Write the Results', name, answer),
		);
		expect(cells).toEqual(expected);
	});
});
