import type { Condition } from '../../../sandbox/service/conditions';
import { ask, CREATE, dataOf, sandbox, start, statuses } from './client';

/** Asks with a condition for this one request. */
const askUnder = async (condition: Condition, asked = 'GET /reports/1') =>
	await ask(asked, { 'x-sandbox': JSON.stringify(condition) });

beforeEach(async () => {
	await start();
});

it.each<[Condition, object]>([
	[{ status: 503 }, { status: 503, body: { message: 'Something went wrong.', status: 503 } }],
	[{ status: 429 }, { headers: { 'retry-after': '1' }, body: { message: 'Too Many Attempts.' } }],
	[{ status: 429, headers: { 'Retry-After': '7' } }, { headers: { 'retry-after': '7' } }],
	[{ headers: { 'X-Cache': 'hit' } }, { headers: { 'x-cache': 'hit' }, body: { data: { id: 1 } } }],
	[{ body: 'not JSON' }, { headers: { 'content-type': 'application/json' }, body: 'not JSON' }],
	[
		{ body: 'a,b', headers: { 'Content-Type': 'text/csv' } },
		{ headers: { 'content-type': 'text/csv' } },
	],
	[{ body: '' }, { status: 200, body: '' }],
	[
		{ html: true, status: 403 },
		{ status: 403, headers: { 'content-type': 'text/html' } },
	],
	[{ bytes: 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]' }, { status: 200, body: [] }],
	[
		{ done: true, delay: 1 },
		{ status: 200, body: { data: { id: 1 } } },
	],
])('The answer under the condition %j is %j', async (condition, expected) => {
	expect(await askUnder(condition)).toMatchObject(expected);
	expect((await ask('GET /reports/1')).status).toBe(200);
});

const SPOILERS: Condition[] = [
	{ drop: true },
	{ drop: 'reset' },
	{ bytes: '220 mail.example ESMTP\r\n' },
	{ status: 504 },
	{ html: true },
	{ body: '' },
];

it.each(SPOILERS)('%j spoils the answer instead of the work, or after it', async (condition) => {
	const create = async (done: boolean) => {
		const answer = await askUnder({ ...condition, done }, CREATE).catch(String);
		expect(answer).toEqual(
			condition.drop || condition.bytes ? 'TypeError: fetch failed' : expect.anything(),
		);
		return sandbox.data.reports.size;
	};

	expect(await create(false)).toBe(12);
	expect(await create(true)).toBe(13);
});

it('Records and lists can be bare, in the old style, or whatever a test makes of them', async () => {
	const list = 'GET /reports?per_page=10';
	const { data, links, meta } = (await ask(list)).body;
	const old = { ...meta, data, next_page_url: expect.stringMatching('page=2$') as string };

	expect(links).toMatchObject({ next: expect.stringMatching('page=2$') as string });
	expect((await askUnder({ shape: 'bare' })).body).toEqual(sandbox.data.reports.get(1));
	expect((await askUnder({ shape: 'bare' }, list)).body).toEqual(data);
	expect((await askUnder({ shape: 'old' })).body).toMatchObject({ data: { id: 1 } });
	expect((await askUnder({ shape: 'old' }, list)).body).toEqual(old);
	sandbox.conditions.push({ shows: () => ({ id: 'x' }) });
	expect(await dataOf('GET /reports/1')).toEqual({ id: 'x' });
	expect(await dataOf(list)).toEqual(data.map(() => ({ id: 'x' })));
});

it.each<[Condition, number[]]>([
	[{ skip: 1, times: 2 }, [200, 500, 500, 200, 200, 200, 200]],
	[{ every: 3 }, [500, 200, 200, 500, 200, 200, 500]],
	[{ every: 2, skip: 1, times: 2 }, [200, 200, 500, 200, 500, 200, 200]],
])('A condition can apply to some of the requests: %j', async (condition, expected) => {
	sandbox.conditions.push({ ...condition, status: 500 });

	expect(await statuses(...Array<string>(7).fill('GET /reports'))).toEqual(expected);
});

it('Conditions apply to a method, a path, what a test picks, and the first that spoils counts', async () => {
	sandbox.conditions.push(
		{ headers: { 'x-one': '1' } },
		{ method: 'DELETE', status: 501 },
		{ path: '/projects', status: 502, headers: { 'x-two': '2' } },
		{ method: 'GET', path: '/reports/2', times: 1, status: 503 },
		({ body }) => (body.url?.includes('new') ? { status: 505 } : undefined),
		{ path: '/projects', status: 500 },
	);
	const asked = ['GET /reports/1', 'DELETE /reports/1', 'DELETE /projects/none', 'PUT /reports/2'];

	expect(await statuses(...asked)).toEqual([200, 501, 501, 200]);
	expect(await statuses('GET /reports/2', 'GET /reports/2', CREATE)).toEqual([503, 200, 505]);
	const headers = { 'x-one': '1', 'x-two': '2' };
	expect(await ask('GET /projects?per_page=10')).toMatchObject({ status: 502, headers });
});

it('POST /sandbox/conditions takes a list in the place of the conditions there were', async () => {
	const set = async (conditions: unknown) => {
		const answer = await fetch(new URL('/sandbox/conditions', sandbox.baseUrl), {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(conditions),
		});
		return [answer.status, await answer.json()];
	};

	expect(await set([{ status: 500 }])).toEqual([200, { conditions: [{ status: 500 }] }]);
	expect(await set({ status: 503 })).toMatchObject([422, {}]);
	expect(await statuses('GET /reports')).toEqual([500]);
	await set([{ drop: true }]);
	await expect(ask('GET /reports')).rejects.toThrow('fetch failed');
	expect(await set([])).toEqual([200, { conditions: [] }]);
	expect(await statuses('GET /reports')).toEqual([200]);
	expect(sandbox.requests).toHaveLength(3);
});
