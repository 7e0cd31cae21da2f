import { type IDataObject, type IHttpRequestOptions, sleep } from 'n8n-workflow';

import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import { Reports } from '../../../../nodes/WebPageReport/transport/reports';
import { settle } from '../../../../nodes/WebPageReport/transport/settle';
import type { Target } from '../../../../nodes/WebPageReport/shared/target';

const url = 'https://example.com/a?b=c d';
const target: Target = { resource: 'report', operation: 'create', url, privacy: '1' };

const lost = new Failure('It broke', 'Have a look.', {
	mayHaveHappened: true,
	code: '504',
});

const request: IHttpRequestOptions = {
	method: 'POST',
	url: '/reports',
	headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
	body: { url, privacy: 1, password: 'hunter22' },
	qs: { of: 'the create' },
	timeout: 7_000,
	proxy: { protocol: 'http', host: 'proxy.example', port: 3128 },
	skipSslCertificateValidation: true,
};

/** The report that is looked for: the next one after that which was created just before. */
const created = { id: 501, url, privacy: 1 };
const before = { id: 500, url, privacy: 1 };

beforeEach(() => {
	jest.useFakeTimers();
});

afterEach(() => {
	jest.useRealTimers();
});

interface Given {
	/** How long somebody waits for the report, in milliseconds. */
	patience?: number;
	/** When nobody waits for it any more, in milliseconds. */
	until?: number;
	/** How long a look takes, in milliseconds. */
	takes?: number;
}

/** What is found by looks that are answered like this, the last answer for ever; errors are thrown. */
async function looked(answers: unknown[], { patience, until = Infinity, takes = 0 }: Given = {}) {
	const reports = new Reports();
	reports.end(reports.begin({ ...target, url: 'https://other.example' }), before);
	const creation = reports.begin(target);
	reports.leave(creation);
	const start = Date.now();
	const times: number[] = [];
	const sent: IHttpRequestOptions[] = [];
	const search = {
		send: async (look: IHttpRequestOptions) => {
			sent.push(look);
			times.push(Date.now() - start);
			const answer = answers[Math.min(times.length, answers.length) - 1];
			if (takes > 0) await sleep(takes);
			if (answer instanceof Error) throw answer;
			return await Promise.resolve(answer);
		},
		check: () => {
			if (Date.now() - start >= until) throw new Failure('Not wanted', 'Go home.');
		},
		deadline: patience === undefined ? undefined : start + patience,
	};
	const outcome = settle(reports, creation, lost, request, search).catch((error: unknown) => error);
	let ended = 0;
	void outcome.then(() => (ended = Date.now() - start));
	await jest.advanceTimersByTimeAsync(200_000);
	return { outcome: await outcome, reports, times, sent, ended };
}

const list = (...rows: unknown[]) => ({ data: rows, meta: { total: rows.length } });

const missing = (seconds: number) =>
	`No new report for ${url} appeared within ${String(seconds)} seconds, so it was most likely not created. Run this item again.`;
const uncertain = `The report for ${url} may have been created: there are new reports, but none is certainly this one. Check with Get Many before you run this item again.`;

/** The lost failure, with other advice. */
const said = (advice: string) => ({ title: lost.title, advice, details: lost.details });

describe('a report whose creation got no answer', () => {
	it('is looked for at 2, 10, 30 and 60 seconds', async () => {
		const { times, ended, outcome } = await looked([list(before)]);
		// The later ones for the page and for the site
		expect(times).toEqual([2_000, 10_000, 30_000, 30_000, 60_000, 60_000]);
		expect(ended).toBe(60_000);
		expect(outcome).toBeInstanceOf(Failure);
		expect(outcome).toMatchObject(said(missing(60)));
	});

	it.each([
		[1, 2_000, 1],
		[2, 10_000, 2],
		[3, 30_000, 4],
		[4, 30_000, 4],
		[5, 60_000, 6],
		[6, 60_000, 6],
	])('is found by answer %d, and looked for no more after %d ms', async (answer, time, most) => {
		const answers = [...Array<unknown>(answer - 1).fill(list(before)), list(created, before)];
		const { outcome, times, ended } = await looked(answers);
		expect(outcome).toEqual(created);
		expect([times.length, ended]).toEqual([most, time]);
	});

	/** What is found of the next create on the same page, after another report was created elsewhere. */
	const findNext = (reports: Reports) => {
		reports.end(reports.begin({ ...target, url: 'https://other.example' }), { id: 503 });
		return reports.find(reports.begin(target), [{ ...created, id: 504 }, created]);
	};

	it("is in nobody else's way once it was found", async () => {
		const { reports } = await looked([list(created)]);
		expect(findNext(reports)).toEqual({ report: { ...created, id: 504 } });
	});

	it('stands in the way of others on its page as long as it was not found', async () => {
		expect(findNext((await looked([list()])).reports)).toBe('uncertain');
	});

	it('may be one of several', async () => {
		const { outcome, times } = await looked([list(created, { ...created, id: 502 })]);
		expect(times).toHaveLength(6);
		expect(outcome).toMatchObject(said(uncertain));
	});

	it('is found among what is no record', async () => {
		const { outcome } = await looked([list(null, 'x', [created], created)]);
		expect(outcome).toEqual(created);
	});

	it.each([
		['is over in time', 5_000, [2_000, 10_000, 30_000, 35_000, 60_000, 65_000]],
		[
			'takes longer than until the next one',
			20_000,
			[2, 22, 42, 62, 82, 102].map((second) => second * 1000),
		],
	])('is looked for in turn, also where a look %s', async (_, takes, moments) => {
		const { times } = await looked([list(before)], { takes });
		expect(times).toEqual(moments);
	});
});

describe('a look that fails', () => {
	const broken = new Failure('Broken', 'Again.');

	it.each([
		['with a failure', broken],
		['with an error', new Error('x')],
		['with an empty answer', ''],
		['with a record', { data: created }],
		['with a web page', '<html>'],
	])('is repeated by the next one, %s', async (_, answer) => {
		const { outcome, times } = await looked([answer, answer, list(created)]);
		expect(outcome).toEqual(created);
		expect(times).toEqual([2_000, 10_000, 30_000, 30_000]);
	});

	it('says nothing: what the last good one has shown counts, and when', async () => {
		const doubled = list(created, { ...created, id: 502 });
		const { outcome } = await looked([list(before), doubled, broken]);
		expect(outcome).toMatchObject(said(uncertain));
		const long = await looked([list(before), list(before), doubled, doubled, broken]);
		expect(long.outcome).toMatchObject(said(uncertain));
	});

	it('last leaves open whether the report is there: it may have come since the one before', async () => {
		const { outcome } = await looked([
			list(before),
			list(before),
			list(before),
			list(before),
			broken,
		]);
		expect(outcome).toMatchObject(said(lost.advice));
	});

	it('a report that was seen is not missing because another look does not show it', async () => {
		const seen = { ...created, generated_at: undefined, privacy: 2 };
		const { outcome } = await looked([list(seen), list(before)]);
		expect(outcome).toMatchObject(said(uncertain));
	});

	it('as all others leaves what was said of the create', async () => {
		const { outcome, times } = await looked([broken]);
		expect(times).toEqual([2_000, 10_000, 30_000, 60_000]);
		expect(outcome).toMatchObject(said(lost.advice));
	});
});

describe('whoever waits for a report', () => {
	it.each([
		[1_999, [], lost.advice],
		[2_000, [2_000], lost.advice],
		[29_999, [2_000, 10_000], lost.advice],
		[59_999, [2_000, 10_000, 30_000, 30_000], lost.advice],
		[60_000, [2_000, 10_000, 30_000, 30_000, 60_000, 60_000], missing(60)],
	])('for %d ms hears of it in time', async (patience, moments, advice) => {
		const { outcome, times, ended } = await looked([list(before)], { patience });
		expect(times).toEqual(moments);
		expect(outcome).toMatchObject(said(advice));
		expect(ended).toBe(moments.at(-1) ?? 0);
	});

	it.each([
		[0, [], 0],
		[1_100, [], 1_250],
		[5_000, [2_000], 5_000],
	])('no longer than %d ms hears what was lost', async (until, moments, end) => {
		const { outcome, times, ended } = await looked([list()], { until });
		expect(outcome).toBe(lost);
		expect([times, ended]).toEqual([moments, end]);
	});
});

describe('a report is not there', () => {
	const others = (count: number, highest: number) =>
		Array.from({ length: count }, (_, index) => ({
			id: highest - index,
			url: 'https://example.com/b',
		}));

	it.each([
		['whose list is whole', list(before)],
		['whose list says nothing of others, and is short', others(9, 500)],
		['whose newest reports go back far enough', others(100, 500)],
		[
			'with more pages, whose newest reports go back far enough',
			{ data: others(100, 500), meta: { last_page: 9 } },
		],
	])('on a service %s', async (_, answer) => {
		const { outcome, times } = await looked([answer]);
		expect(outcome).toMatchObject(said(missing(60)));
		expect(times).toHaveLength(6);
	});

	it.each([
		['finds nothing by its address alone', [list()], lost.advice, 10_000],
		['shows a part, the oldest first', [others(25, 500).reverse()], lost.advice, undefined],
		[
			'shows a part in another order',
			[[...others(25, 500), { id: 401 }, ...others(25, 400)].reverse()],
			lost.advice,
			undefined,
		],
		[
			'keeps another address',
			[list({ ...created, url: 'https://www.example.com/' })],
			uncertain,
			undefined,
		],
	])('but nobody knows where a service %s', async (_, answers, advice, patience) => {
		const { outcome } = await looked(answers, { patience });
		expect(outcome).toMatchObject(said(advice));
	});

	it('where the whole list shows it, as a search for the site finds nothing', async () => {
		const empty = Array<unknown>(7).fill(list());
		const { outcome, sent } = await looked([...empty, list(before)]);
		const late = [url, 'example.com', undefined];
		expect(sent.map(({ qs }) => qs?.search)).toEqual([
			url,
			'example.com/a?b=c%20d',
			...late,
			...late,
		]);
		expect(sent[7]?.qs).not.toHaveProperty('search_by');
		expect(outcome).toMatchObject(said(missing(60)));
		const found = await looked([...empty, list(created)]);
		expect(found.outcome).toEqual(created);
	});

	it('where as many pages as it takes show it, the rows moving meanwhile', async () => {
		const pages = [others(100, 800), others(100, 710), others(100, 590)];
		const page = (number: number) => ({ data: pages[number], meta: { last_page: 4 } });
		const answers = [list(), list(), list(), page(0), page(1), page(2), list(created)];
		const { sent, outcome } = await looked(answers);
		expect(sent.slice(3, 6).map(({ qs }) => qs?.page)).toEqual([undefined, 2, 3]);
		expect(outcome).toEqual(created);
	});

	it('ten pages at the most, and no further one where a page shows nothing new', async () => {
		const page = (number: number) => ({
			data: others(100, 9000 - 100 * number),
			meta: { last_page: 99 },
		});
		const answers = Array.from({ length: 50 }, (_, index) => page(index));
		expect((await looked([list(), list(), ...answers])).sent).toHaveLength(42);
		expect((await looked([list(), list(), page(0)])).sent).toHaveLength(10);
	});
});

it('a look is a request of the interface document, section 4.3, made as the create was', async () => {
	const { sent } = await looked([list(before)]);
	const { proxy, skipSslCertificateValidation } = request;
	// As it was sent, as a service may keep it, and its site
	const searches = [url, 'example.com/a?b=c%20d', url, 'example.com', url, 'example.com'];
	for (const [index, look] of sent.entries()) {
		expect(look).toEqual({
			method: 'GET',
			url: '/reports',
			headers: { Accept: 'application/json' },
			qs: {
				search: searches[index],
				search_by: 'url',
				sort_by: 'id',
				sort: 'desc',
				per_page: 100,
			},
			timeout: 7_000,
			proxy,
			skipSslCertificateValidation,
		});
		expect(look.body).toBeUndefined();
	}
	expect((request.body as IDataObject).password).toBe('hunter22');
});
