import { ask, sandbox, start } from './client';

describe('The requests', () => {
	it('shows how many requests have been under way at once', async () => {
		await start({ conditions: [{ delay: 50 }] });
		await ask('GET /reports');
		expect(sandbox.mostAtOnce).toBe(1);

		await Promise.all([ask('GET /reports'), ask('GET /projects'), ask('GET /reports/1')]);
		expect(sandbox.mostAtOnce).toBe(3);
	});

	it('are all there in their order, also the refused ones', async () => {
		await start({ conditions: [{ method: 'DELETE', drop: true }] });
		await ask('GET /reports?search=a%20b&per_page=10', { 'x-test': 'yes' });
		await ask('POST /reports url=https://new.example/%C3%A4');
		await ask('PUT /reports/1 privacy=9');
		await ask('GET /projects', { authorization: 'Bearer wrong' });
		await ask('GET /reports/a%2Fb');
		await ask('DELETE /projects/some%20one').catch(() => 'dropped');
		await fetch(new URL('/v2/reports', sandbox.baseUrl));

		expect(
			sandbox.requests.map(({ method, path, query, body }) => [method, path, query, body]),
		).toEqual([
			['GET', '/reports', { search: 'a b', per_page: '10' }, {}],
			['POST', '/reports', {}, { url: 'https://new.example/ä' }],
			['PUT', '/reports/1', {}, { privacy: '9' }],
			['GET', '/projects', {}, {}],
			['GET', '/reports/a%2Fb', {}, {}],
			['DELETE', '/projects/some%20one', {}, {}],
			['GET', '/v2/reports', {}, {}],
		]);
		expect(sandbox.requests[0]?.headers).toMatchObject({
			authorization: 'Bearer sandbox-key',
			'x-test': 'yes',
		});
		expect(sandbox.requests[1]?.headers['content-type']).toMatch('x-www-form-urlencoded');
	});
});
