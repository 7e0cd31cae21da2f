import { setTimeout as pause } from 'node:timers/promises';

import { ask, CREATE, OPERATIONS, sandbox, start, statuses } from './client';

const UNAUTHENTICATED = { status: 401, body: { message: 'Unauthenticated.' } };

describe('The key', () => {
	beforeEach(async () => {
		await start({ keys: ['one', 'two'] });
	});

	it.each(OPERATIONS)('is needed to %s', async (asked) => {
		expect(await ask(asked, { authorization: '' })).toMatchObject(UNAUTHENTICATED);
		expect(sandbox.data.reports.size).toBe(12);
	});

	it.each(['Bearer wrong', 'Bearer ', 'Bearer one two', 'one', 'Basic one'])(
		'is not "%s"',
		async (authorization) => {
			expect(await ask('GET /reports', { authorization })).toMatchObject(UNAUTHENTICATED);
		},
	);

	it.each(['one', 'two'])('can be any that the options name: %s', async (key) => {
		expect((await ask('GET /reports', { authorization: `Bearer ${key}` })).status).toBe(200);
	});
});

describe('The rate limit', () => {
	it('answers 429 to more requests than a key may make', async () => {
		await start({ keys: ['one', 'two'], rateLimit: { max: 2, window: 60_000 } });

		expect(await statuses('GET /reports', 'GET /projects')).toEqual([200, 200]);
		const { headers, ...refused } = await ask(CREATE);

		expect(refused).toEqual({ status: 429, body: { message: 'Too Many Attempts.', status: 429 } });
		expect(Number(headers['retry-after'])).toBeGreaterThan(50);
		expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
		expect(headers).toMatchObject({ 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '0' });
		expect(sandbox.data.reports.size).toBe(12);
		expect((await ask('GET /reports', { authorization: 'Bearer two' })).status).toBe(200);
	});

	it('begins anew after its window', async () => {
		await start({ rateLimit: { max: 1, window: 1000 } });

		expect(await statuses('GET /reports', 'GET /reports')).toEqual([200, 429]);
		await pause(1100);
		expect(await statuses('GET /reports')).toEqual([200]);
	});
});
