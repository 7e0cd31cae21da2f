import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

import { selfSigned } from '../../support/certificate';
import { ask, OPERATIONS, reports, sandbox, start } from './client';

describe('An operation', () => {
	it.each(OPERATIONS)('%s answers %s', async (asked, status) => {
		await start();
		const { project = '' } = sandbox.data.reports.get(1) ?? {};

		expect(await ask(asked.replace('{project}', project))).toMatchObject({
			status,
			body: { status },
		});
	});
});

describe('A sandbox', () => {
	it('can be in a sub-folder', async () => {
		await start({ basePath: '/reports/api/v1' });

		expect(sandbox.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/reports\/api\/v1$/);
		expect((await reports()).meta).toMatchObject({ path: `${sandbox.baseUrl}/reports` });
		expect(sandbox.requests).toMatchObject([{ path: '/reports' }]);
	});

	it('can have a certificate of its own', async () => {
		await start({ https: await selfSigned() });
		const answer = await new Promise<IncomingMessage>((fulfil, reject) => {
			const headers = { authorization: `Bearer ${sandbox.apiKey}` };
			request(`${sandbox.baseUrl}/reports/1`, { headers, rejectUnauthorized: false }, fulfil)
				.on('error', reject)
				.end();
		});

		expect(sandbox.baseUrl).toMatch(/^https:/);
		expect(await json(answer)).toMatchObject({ data: { id: 1 } });
		await expect(ask('GET /reports')).rejects.toMatchObject({
			cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
		});
	});

	it('does not answer once it is closed, and does not wait for answers under way', async () => {
		await start({ conditions: [{ delay: 60_000 }] });
		const underWay = expect(ask('GET /reports')).rejects.toThrow('fetch failed');
		while (sandbox.requests.length === 0) await pause(1);
		await sandbox.close();

		await underWay;
		await expect(ask('GET /reports')).rejects.toThrow('fetch failed');
	});
});
