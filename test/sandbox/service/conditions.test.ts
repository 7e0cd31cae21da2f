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

it('replaces all conditions on POST /sandbox/conditions, if they can be used', async () => {
	const set = async (conditions: unknown) => {
		const answer = await fetch(new URL('/sandbox/conditions', sandbox.baseUrl), {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(conditions),
		});
		return answer.status;
	};
	expect(await set([{ status: 500 }])).toBe(200);
	expect(await set({ status: 503 })).toBe(422);
	expect(await statuses('GET /reports')).toEqual([500]);
	expect(await set([])).toBe(200);
	expect(await statuses('GET /reports')).toEqual([200]);
});
