import { setTimeout as sleep } from 'node:timers/promises';

import { report } from '../support/node';
import { addresses, CREATE } from '../support/numberedService';
import { type PausingService, startPausingService } from '../support/pausingService';

let service: PausingService;

afterEach(async () => {
	await service.close();
});

describe('one 429', () => {
	it('pauses all requests of a run, which are then sent ten at once, and all done once', async () => {
		service = await startPausingService({ status: 429, headers: { 'retry-after': '2' } });
		const outcome = await service.run(CREATE, 20);
		const start = service.requests[0]?.at ?? 0;
		const early = service.requests.filter(({ at }) => at - start < 1980);
		const pages = early.map(({ text }) =>
			new URLSearchParams(text.split('\r\n\r\n')[1]).get('url'),
		);

		expect(outcome.items.map(({ json }) => json.url)).toEqual(addresses(20));
		expect([...service.data.reports.values()].map(({ url }) => url).sort()).toEqual(
			addresses(20).sort(),
		);
		expect(service.requests).toHaveLength(21);
		// Those alone that were under way when the answer came, however long a busy machine takes to hand them on
		expect(addresses(10)).toEqual(expect.arrayContaining(pages));
		expect(new Set(pages).size).toBe(pages.length);
		expect(service.load.most).toBeGreaterThan(1);
		expect(service.load.most).toBeLessThanOrEqual(10);
	});

	it('pauses another workflow with the same credential too', async () => {
		service = await startPausingService({ status: 429, headers: { 'retry-after': '2' } });
		const start = Date.now();
		const paused = service.run(CREATE, 1);
		while (service.requests.length === 0 || service.load.underWay > 0) await sleep(10);
		// Until the node has read the answer
		await sleep(200);
		const other = await service.run(CREATE, 3);
		expect(other.items).toHaveLength(3);
		expect(Date.now() - start).toBeGreaterThanOrEqual(1980);
		expect((await paused).items).toHaveLength(1);
		expect(service.requests).toHaveLength(5);
	});

	it('pauses no workflow with another key', async () => {
		service = await startPausingService({ status: 429, headers: { 'retry-after': '3' } });
		const start = Date.now();
		const paused = service.run(CREATE, 1);
		while (service.requests.length === 0 || service.load.underWay > 0) await sleep(10);
		await sleep(200);
		const other = await service.run(CREATE, 3, { credential: service.otherCredential });
		expect(other.items).toHaveLength(3);
		expect(Date.now() - start).toBeLessThan(2500);
		expect(service.requests).toHaveLength(4);
		expect((await paused).items).toHaveLength(1);
		expect(Date.now() - start).toBeGreaterThanOrEqual(2980);
	});
});

describe('stopping the workflow', () => {
	it.each([
		['a create', 429, CREATE],
		['a list', 429, report('getAll')],
		['a list', 503, report('getAll')],
	])(
		'ends a long pause of %s after %i, and nothing more is sent',
		async (_, status, parameters) => {
			service = await startPausingService({ status, headers: { 'retry-after': '300' } });
			const start = Date.now();
			await service.run(parameters, 1, { stopAfter: 1000 });
			expect(Date.now() - start).toBeGreaterThanOrEqual(980);
			expect(Date.now() - start).toBeLessThan(2000);
			await sleep(600);
			expect(service.requests).toHaveLength(1);
			expect(service.data.reports.size).toBe(0);
		},
	);
});
