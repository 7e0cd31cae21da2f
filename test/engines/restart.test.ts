import { setTimeout as sleep } from 'node:timers/promises';

import { run } from '../support/engine';
import { addresses, CREATE, numbered } from '../support/numberedService';
import { http, type RawService, startRawService } from '../support/rawService';

let service: RawService | undefined;

afterEach(async () => {
	await service?.close();
	service = undefined;
});

const startOn = async (port?: number) =>
	await startRawService(
		({ text }, socket) => {
			const url = new URLSearchParams(text.split('\r\n\r\n')[1]).get('url');
			socket.write(
				http(201, { 'Content-Type': 'application/json' }, JSON.stringify({ id: 1, url })),
			);
		},
		undefined,
		port,
	);

it('a service that is down for 2.5 s gets each of 30 creates once when it is back', async () => {
	const before = await startOn();
	await before.close();
	const creating = run({
		credential: { baseUrl: before.baseUrl, apiKey: 'the-key' },
		parameters: CREATE,
		items: numbered(30),
	});
	await sleep(2500);
	service = await startOn(before.port);
	const { items, error } = await creating;
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.url)).toEqual(addresses(30));
	expect(service.requests).toHaveLength(30);
}, 20_000);
