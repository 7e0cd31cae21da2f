import { setTimeout as pause } from 'node:timers/promises';

import type { Condition } from '../../../sandbox/service/conditions';
import { type Answer, ask, askUnder, CREATE, reports, sandbox, start, statuses } from './client';

describe('A condition', () => {
	beforeEach(async () => {
		await start();
	});

	it('delays the answer', async () => {
		const begin = performance.now();

		expect(await askUnder({ delay: 200 })).toMatchObject({ status: 200 });
		expect(performance.now() - begin).toBeGreaterThan(190);
	});

	it.each([
		['instead of the work', false, 12],
		['after the work', true, 13],
	])('breaks the connection %s', async (_, done, expected) => {
		await expect(askUnder({ drop: true, done }, CREATE)).rejects.toThrow('fetch failed');
		expect(sandbox.data.reports.size).toBe(expected);
	});

	it.each([301, 403, 500, 503])('answers with the status %s', async (status) => {
		expect(await askUnder({ status })).toMatchObject({
			status,
			body: { message: 'Something went wrong.', status },
		});
	});

	it.each([
		[undefined, '1'],
		[{ 'Retry-After': '7' }, '7'],
	])('asks to wait with 429: headers %j', async (headers, expected) => {
		expect(await askUnder({ status: 429, headers })).toMatchObject({
			status: 429,
			headers: { 'retry-after': expected },
			body: { message: 'Too Many Attempts.' },
		});
	});

	it('adds headers to the usual answer', async () => {
		expect(await askUnder({ headers: { 'X-Cache': 'hit' } })).toMatchObject({
			status: 200,
			headers: { 'x-cache': 'hit' },
			body: { data: { id: 1 } },
		});
	});

	it.each([
		['a text', 'not JSON', 'not JSON'],
		['a text in JSON', '{"data": 1}', { data: 1 }],
		['nothing', '', ''],
		['an object', { message: { url: ['No.'] } }, { message: { url: ['No.'] } }],
		['a list', [1, 2], [1, 2]],
		['null', null, null],
	])('answers with a body of %s', async (_, body, expected) => {
		for (const done of [false, true]) {
			expect(await askUnder({ body, done })).toMatchObject({
				status: 200,
				headers: { 'content-type': 'application/json' },
				body: expected,
			});
		}
	});

	it('answers with a body of another type', async () => {
		const headers = { 'Content-Type': 'text/csv' };

		expect(await askUnder({ status: 418, body: 'a,b', headers })).toMatchObject({
			status: 418,
			headers: { 'content-type': 'text/csv' },
			body: 'a,b',
		});
	});

	it.each([200, 403, 503])('answers with an HTML page and the status %s', async (status) => {
		const { body, ...rest } = await askUnder({ html: true, status });

		expect(rest).toMatchObject({ status, headers: { 'content-type': 'text/html' } });
		expect(body).toMatch(/^<!DOCTYPE html>/);
	});

	it.each<Condition>([{ drop: true }, { status: 500 }, { html: true }, { body: '' }])(
		'spoils the answer after the work is done, or instead of it: %j',
		async (condition) => {
			const create = async (done: boolean) => {
				await askUnder({ ...condition, done }, CREATE).catch(() => 'dropped');
				return sandbox.data.reports.size;
			};

			expect(await create(false)).toBe(12);
			expect(await create(true)).toBe(13);
		},
	);

	it.each([false, true])('waits before the work, or after it: %j', async (done) => {
		const create = askUnder({ delay: 200, done }, CREATE);
		await pause(100);

		expect(sandbox.data.reports.size).toBe(done ? 13 : 12);
		await create;
		expect(sandbox.data.reports.size).toBe(13);
	});

	it.each<Condition>([{ drop: true }, { status: 504 }, { html: true }, { body: '' }])(
		'does what was asked once it has spoiled the answer: %j',
		async (condition) => {
			sandbox.conditions.push({ ...condition, late: 300, times: 1 });
			await ask(`${CREATE}?a=1%262&privacy=2&password=%C3%A4`).catch(() => 'dropped');

			expect(sandbox.data.reports.size).toBe(12);
			await pause(500);
			expect(sandbox.data.reports.size).toBe(13);
			expect(sandbox.data.reports.get(13)).toMatchObject({
				url: 'https://new.example/?a=1&2',
				privacy: 2,
				password: 'ä',
			});
			expect(sandbox.requests).toMatchObject([{ method: 'POST', body: { privacy: '2' } }]);
			expect(sandbox.mostAtOnce).toBe(1);
		},
	);

	it.each(['DELETE /reports/1', 'PUT /reports/1 privacy=0'])('does it late: %s', async (asked) => {
		expect(await askUnder({ status: 504, late: 50 }, asked)).toMatchObject({ status: 504 });
		expect(sandbox.data.reports.get(1)?.privacy).toBe(1);
		await pause(300);
		expect(sandbox.data.reports.get(1)?.privacy).toBe(asked.startsWith('PUT') ? 0 : undefined);
	});

	it.each([
		['without a key', CREATE, 1, 'wrong'],
		['with a wrong parameter', 'POST /reports url=', 1, 'sandbox-key'],
		['where the limit is reached', CREATE, 0, 'sandbox-key'],
	])('does nothing late %s', async (_, asked, max, key) => {
		await start({ rateLimit: { max, window: 60_000 } });
		sandbox.conditions.push({ status: 504, late: 0 });

		expect((await ask(asked, { authorization: `Bearer ${key}` })).status).toBe(504);
		await pause(100);
		expect(sandbox.data.reports.size).toBe(12);
	});

	it('leaves the status to what was done', async () => {
		expect(await askUnder({ body: 'cut off', done: true }, CREATE)).toMatchObject({
			status: 201,
			body: 'cut off',
		});
	});

	it('leaves the answer alone when there is nothing to spoil it', async () => {
		expect(await askUnder({ done: true, delay: 1 })).toMatchObject({ body: { data: { id: 1 } } });
	});

	it('gives bare records and lists', async () => {
		expect((await askUnder({ shape: 'bare' })).body).toEqual(sandbox.data.reports.get(1));
		expect((await askUnder({ shape: 'bare' }, 'GET /reports')).body).toEqual(
			(await reports()).data,
		);
	});

	it('gives lists in the old style', async () => {
		const { data, links, meta } = await reports('?per_page=10');
		const old = await askUnder({ shape: 'old' }, 'GET /reports?per_page=10');

		expect(links.next).not.toBeNull();
		expect(old.body).toEqual({ ...meta, data, next_page_url: links.next });
		expect((await askUnder({ shape: 'old' })).body).toMatchObject({ data: { id: 1 } });
	});

	it.each<[Condition, number[]]>([
		[{ skip: 1, times: 2 }, [200, 500, 500, 200, 200, 200, 200]],
		[{ every: 3 }, [500, 200, 200, 500, 200, 200, 500]],
		[{ every: 2, skip: 1, times: 2 }, [200, 200, 500, 200, 500, 200, 200]],
	])('applies to some of the requests: %j', async (condition, expected) => {
		sandbox.conditions.push({ ...condition, status: 500 });

		expect(await statuses(...Array<string>(7).fill('GET /reports'))).toEqual(expected);
	});

	it('applies to one method, one path or both, and only counts those', async () => {
		sandbox.conditions.push(
			{ method: 'DELETE', status: 501 },
			{ path: '/projects', status: 502 },
			{ method: 'GET', path: '/reports/2', times: 1, status: 503 },
		);

		expect(
			await statuses(
				'GET /reports/1',
				'DELETE /reports/1',
				'GET /projects?per_page=10',
				'DELETE /projects/none',
				'PUT /reports/2',
				'GET /reports/2',
				'GET /reports/2',
			),
		).toEqual([200, 501, 502, 501, 200, 503, 200]);
	});

	it('can be one of several, of which the first that spoils the answer counts', async () => {
		sandbox.conditions.push(
			{ headers: { 'x-one': '1' } },
			{ status: 500 },
			{ status: 503, headers: { 'x-two': '2' } },
		);

		expect(await ask('GET /reports')).toMatchObject({
			status: 500,
			headers: { 'x-one': '1', 'x-two': '2' },
		});
	});

	it('in the header X-Sandbox is for that request alone', async () => {
		expect((await askUnder({ status: 500 })).status).toBe(500);
		expect((await ask('GET /reports/1')).status).toBe(200);
	});

	it('in the options is there from the start', async () => {
		await start({ conditions: [{ status: 503 }] });

		expect((await ask('GET /reports')).status).toBe(503);
	});

	describe('given to POST /sandbox/conditions', () => {
		async function set(conditions: unknown): Promise<Answer> {
			const answer = await fetch(new URL('/sandbox/conditions', sandbox.baseUrl), {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(conditions),
			});
			return { status: answer.status, headers: {}, body: await answer.json() };
		}

		it('takes the place of those there were, whatever they do', async () => {
			expect(await set([{ status: 500 }])).toMatchObject({
				status: 200,
				body: { conditions: [{ status: 500 }] },
			});
			expect(await statuses('GET /reports')).toEqual([500]);

			expect((await set([{ drop: true }])).status).toBe(200);
			await expect(ask('GET /reports')).rejects.toThrow('fetch failed');

			expect((await set([])).body).toEqual({ conditions: [] });
			expect(await statuses('GET /reports')).toEqual([200]);
		});

		it('has to be in a list', async () => {
			expect(await set({ status: 500 })).toMatchObject({ status: 422 });
			expect(await statuses('GET /reports')).toEqual([200]);
		});

		it('is not among the requests that were seen', async () => {
			await set([]);

			expect(sandbox.requests).toEqual([]);
		});
	});
});
