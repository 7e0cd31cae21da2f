import type { INodeParameters } from 'n8n-workflow';

import { startSandbox } from '../../sandbox/service/service';
import { selfSigned } from '../support/certificate';
import { run } from '../support/engine';
import { addresses, CREATE, numbered } from '../support/numberedService';
import { startPausingService } from '../support/pausingService';
import { http, startRawService } from '../support/rawService';

/** Creates one report. */
async function create(
	{ baseUrl, apiKey }: { baseUrl: string; apiKey: string },
	more: INodeParameters = {},
) {
	const parameters = { ...CREATE, ...more };
	return await run({ credential: { baseUrl, apiKey }, parameters, items: numbered(1) });
}

describe('Request Options of n8n', () => {
	it('Batching sends so many items, then waits', async () => {
		const service = await startPausingService({});
		const requestOptions = { batching: { batch: { batchSize: 2, batchInterval: 600 } } };
		const start = Date.now();
		const outcome = await service.run({ ...CREATE, requestOptions }, 5);
		expect(outcome.items.map(({ json }) => json.url)).toEqual(addresses(5));
		const early = (milliseconds: number) =>
			service.requests.filter(({ at }) => at - start < milliseconds).length;
		expect(early(595)).toBeLessThanOrEqual(2);
		expect(early(1195)).toBeLessThanOrEqual(4);
		expect(service.requests).toHaveLength(5);
		await service.close();
	});

	it('Proxy leads to a service that cannot be reached without it', async () => {
		const proxy = await startRawService((_, socket) => {
			socket.write(http(201, { 'Content-Type': 'application/json' }, '{"data":{"id":1}}'));
		});
		const requestOptions = { proxy: `http://127.0.0.1:${String(proxy.port)}` };
		const service = { baseUrl: 'http://service.invalid/api/v1', apiKey: 'the-key' };
		const outcome = await create(service, { requestOptions });
		expect(outcome).toMatchObject({ items: [{ json: { id: 1 } }] });
		expect(proxy.requests.map(({ path }) => path)).toEqual([`${service.baseUrl}/reports`]);
		await proxy.close();
	});

	it('Ignore SSL Issues lets a self-signed certificate pass', async () => {
		const sandbox = await startSandbox({ https: await selfSigned() });
		const refused = await create(sandbox);
		expect(refused.error?.message).toBe("The service's certificate could not be verified");
		const requestOptions = { allowUnauthorizedCerts: true };
		const outcome = await create(sandbox, { requestOptions });
		expect(outcome.items).toHaveLength(1);
		await sandbox.close();
	});
});
