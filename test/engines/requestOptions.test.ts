import type { INodeParameters } from 'n8n-workflow';

import { selfSigned } from '../support/certificate';
import { run } from '../support/engine';
import { http, startRawService } from '../support/rawService';
import { closedLater, CREATE, numbered, startEmpty } from '../support/service';

/** Creates one report. */
async function create(
	credential: { baseUrl: string; apiKey: string },
	requestOptions: INodeParameters = {},
) {
	return await run({ credential, parameters: { ...CREATE, requestOptions }, items: numbered(1) });
}

describe('Request Options of n8n', () => {
	it('Proxy reaches a service that is unreachable without it', async () => {
		const proxy = closedLater(
			await startRawService((_, socket) => {
				socket.write(http(201, { 'Content-Type': 'application/json' }, '{"data":{"id":1}}'));
			}),
		);
		const requestOptions = { proxy: `http://127.0.0.1:${String(proxy.port)}` };
		const service = { baseUrl: 'http://service.invalid/api/v1', apiKey: 'the-key' };
		const outcome = await create(service, requestOptions);
		expect(outcome).toMatchObject({ items: [{ json: { id: 1 } }] });
		expect(proxy.requests.map(({ path }) => path)).toEqual([`${service.baseUrl}/reports`]);
	});

	it.each([-1, 0, 'soon', '', 2 ** 31])('Timeout %j ends nothing early', async (timeout) => {
		const { credential, requests } = await startEmpty({ conditions: [{ delay: 50 }] });
		const { items, error } = await create(credential, { timeout });
		expect([error, items.length, requests.length]).toEqual([undefined, 1, 1]);
	});

	it('Ignore SSL Issues accepts a self-signed certificate', async () => {
		const { credential } = await startEmpty({ https: await selfSigned() });
		const refused = await create(credential);
		expect(refused.error?.message).toBe("The service's certificate could not be verified");
		const outcome = await create(credential, { allowUnauthorizedCerts: true });
		expect(outcome.items).toHaveLength(1);
	});
});
