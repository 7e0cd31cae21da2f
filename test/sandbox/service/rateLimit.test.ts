import type { RateLimit } from '../../../sandbox/service/rateLimit';
import { ask, CREATE, sandbox, start, statuses } from './client';

const READ = 'GET /reports/1';

/** What the next answer says of the limit: headers by name, without those that are missing. */
async function said(asked = READ) {
	const { headers } = await ask(asked);
	return Object.fromEntries(Object.entries(headers).filter(([name]) => /rate|retry/.test(name)));
}

/** A time in the middle of a second. */
const START = 1_800_000_000_500;
let now = START;

/** Lets so many milliseconds pass for what looks at the clock. */
function later(milliseconds: number): void {
	now += milliseconds;
}

beforeEach(() => {
	now = START;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => {
	jest.restoreAllMocks();
});

describe('The rate limit', () => {
	it('answers 429 to more requests than a key may make, and does nothing', async () => {
		await start({ keys: ['one', 'two'], rateLimit: { max: 2, window: 60_000 } });

		expect(await statuses('GET /reports', 'GET /projects')).toEqual([200, 200]);
		const refused = await ask(CREATE);

		expect(refused).toMatchObject({
			status: 429,
			headers: { 'content-type': 'application/json; charset=utf-8' },
			body: { message: 'Too Many Attempts.', status: 429 },
		});
		expect(sandbox.data.reports.size).toBe(12);
		expect(sandbox.requests.at(-1)?.body).toEqual({ url: 'https://new.example/' });
		expect((await ask(READ, { authorization: 'Bearer two' })).status).toBe(200);
	});

	it('does not count what has no key, or no path of the service', async () => {
		await start({ rateLimit: { max: 1, window: 60_000 } });
		await ask(READ, { authorization: '' });

		expect(await statuses('GET /nothing', READ, READ)).toEqual([404, 200, 429]);
	});

	it('says how many are left, and when to come back once none is', async () => {
		await start({ rateLimit: { max: 2, window: 30_000 } });

		expect(await said()).toEqual({ 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '1' });
		expect(await said(CREATE)).toEqual({ 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '0' });
		later(1001);
		expect(await said()).toEqual({
			'x-ratelimit-limit': '2',
			'x-ratelimit-remaining': '0',
			'x-ratelimit-reset': '1800000031',
			'retry-after': '29',
		});
	});

	it('says when the window ends in every answer, where it should', async () => {
		await start({ rateLimit: { max: 1, window: 30_000, headers: 'reset' } });

		expect(await said()).toEqual({
			'x-ratelimit-limit': '1',
			'x-ratelimit-remaining': '0',
			ratelimit: '"default";r=0;t=30',
		});
		later(10_000);
		expect(await said()).toEqual({
			'x-ratelimit-limit': '1',
			'x-ratelimit-remaining': '0',
			'x-ratelimit-reset': '1800000031',
			'retry-after': '20',
			ratelimit: '"default";r=0;t=20',
		});
	});

	it.each<[RateLimit['headers'], object]>([
		['retry-after', { 'retry-after': '30' }],
		['none', {}],
	])('says less where it should: %s', async (headers, expected) => {
		await start({ rateLimit: { max: 1, window: 30_000, headers } });

		expect(await said()).toEqual({});
		expect(await said()).toEqual(expected);
		expect(await statuses(READ)).toEqual([429]);
	});

	it('begins anew after a window that began with the first request', async () => {
		await start({ rateLimit: { max: 2, window: 1000 } });

		expect(await statuses(READ)).toEqual([200]);
		later(999);
		expect(await statuses(READ, READ)).toEqual([200, 429]);
		later(1);
		expect(await statuses(READ, READ, READ)).toEqual([200, 200, 429]);
	});

	it('frees every place a window after it was taken, where the window slides', async () => {
		await start({ rateLimit: { max: 2, window: 1000, sliding: true } });

		expect(await statuses(READ)).toEqual([200]);
		later(999);
		// What is refused takes no place
		expect(await statuses(READ, READ, READ)).toEqual([200, 429, 429]);
		later(1);
		expect(await statuses(READ, READ)).toEqual([200, 429]);
		later(998);
		expect(await statuses(READ)).toEqual([429]);
		later(1);
		expect(await statuses(READ, READ)).toEqual([200, 429]);
	});

	it('says when the oldest place is freed, where the window slides', async () => {
		await start({ rateLimit: { max: 2, window: 30_000, sliding: true, headers: 'reset' } });

		expect(await said()).toMatchObject({ ratelimit: '"default";r=1;t=30' });
		later(9999);
		expect(await said()).toMatchObject({ ratelimit: '"default";r=0;t=21' });
		expect(await said()).toMatchObject({
			'x-ratelimit-reset': '1800000031',
			'retry-after': '21',
			ratelimit: '"default";r=0;t=21',
		});
	});
});
