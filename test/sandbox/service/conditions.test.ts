import type { Condition } from '../../../sandbox/service/conditions';
import { ask, sandbox, start, statuses } from './client';

beforeEach(async () => {
	await start();
});

it('applies the condition in the header X-Sandbox to one request', async () => {
	const condition: Condition = { status: 429, headers: { 'X-Cache': 'hit' } };
	const answer = await ask('GET /reports/1', { 'x-sandbox': JSON.stringify(condition) });

	expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '1', 'x-cache': 'hit' } });
	expect(await statuses('GET /reports/1')).toEqual([200]);
});

it('replaces all conditions on POST /sandbox/conditions', async () => {
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
