import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { INodeParameters } from 'n8n-workflow';

import { selfSigned } from '../support/certificate';
import { run } from '../support/engine';
import { report } from '../support/node';
import { startEmpty } from '../support/service';

const createWith = (requestOptions: INodeParameters) =>
	report('create', { url: 'https://example.com/0', requestOptions });

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
		const credential = { baseUrl: 'http://service.invalid/api/v1', apiKey: 'the-key' };
		const parameters = createWith({ proxy: `http://127.0.0.1:${String(port)}` });
		expect(await run({ credential, parameters })).toMatchObject({ items: [{ json: { id: 1 } }] });
		expect(asked).toEqual([`${credential.baseUrl}/reports`]);
		proxy.close();
	});

	it.each([-1, 0, 'soon', '', 2 ** 31])('Timeout %j ends nothing early', async (timeout) => {
		const service = await startEmpty({ conditions: [{ delay: 50 }] });
		const { items, error } = await service.run(createWith({ timeout }));
		expect([error, items.length, service.writes()]).toEqual([undefined, 1, 1]);
	});

	it('Ignore SSL Issues accepts a self-signed certificate', async () => {
		const service = await startEmpty({ https: await selfSigned() });
		const refused = await service.run(createWith({}));
		expect(refused.error?.message).toBe("The service's certificate could not be verified");
		const { items } = await service.run(createWith({ allowUnauthorizedCerts: true }));
		expect(items).toHaveLength(1);
	});
});
