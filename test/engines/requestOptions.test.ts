import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { INodeParameters } from 'n8n-workflow';

import { selfSigned } from '../support/certificate';
import { run } from '../support/engine';
import { CREATE, numbered, startEmpty } from '../support/service';

/** Creates one report. */
async function create(
	credential: { baseUrl: string; apiKey: string },
	requestOptions: INodeParameters = {},
) {
	return await run({ credential, parameters: { ...CREATE, requestOptions }, items: numbered(1) });
}

describe('Request Options of n8n', () => {
	it('Proxy reaches a service that is unreachable without it', async () => {
		const asked: unknown[] = [];
		const proxy = createServer(({ url }, response) => {
			asked.push(url);
			response
				.setHeader('Content-Type', 'application/json')
				.end('{"id":1,"url":"https://example.com/0"}');
		});
		await once(proxy.listen(0, '127.0.0.1'), 'listening');
		const { port } = proxy.address() as AddressInfo;
		const service = { baseUrl: 'http://service.invalid/api/v1', apiKey: 'the-key' };
		const outcome = await create(service, { proxy: `http://127.0.0.1:${String(port)}` });
		expect(outcome).toMatchObject({ items: [{ json: { id: 1 } }] });
		expect(asked).toEqual([`${service.baseUrl}/reports`]);
		proxy.close();
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
