import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from '../../sandbox/launcher/program';
import type { Condition } from '../../sandbox/service/conditions';
import type { SandboxOptions } from '../../sandbox/service/service';
import { locator, report } from '../support/node';
import {
	addresses,
	bucket,
	CREATE,
	numbered,
	numberOf,
	type Service,
	startEmpty,
} from '../support/service';

let service: Service;

const GET = report('get', { reportId: locator('id', '1') });

/** Runs an operation for items 0 to `count` - 1. */
async function runMany(parameters: typeof GET, count: number, more: object = {}, on = service) {
	const credential = { ...on.credential, ...more };
	return await on.run(parameters, { items: numbered(count), credential });
}

describe('one 429', () => {
	/** Arrival times of the requests. */
	let arrived: number[];

	async function start(seconds: number): Promise<void> {
		arrived = [];
		const busy = { times: 1, status: 429, headers: { 'retry-after': String(seconds) } };
		const note = () => {
			arrived.push(Date.now());
			return undefined;
		};
		const conditions = [note, busy, { delay: 30 }];
		service = await startEmpty({ keys: ['a-key', 'another-key'], conditions });
	}

	/** Waits until the node has read the 429. */
	async function untilPaused(): Promise<void> {
		while (arrived.length === 0 || service.atOnce > 0) await sleep(10);
		await sleep(200);
	}

	it('pauses all requests of a run, then sends ten at a time, and creates each report once', async () => {
		await start(2);
		const outcome = await runMany(CREATE, 20);
		const [first = 0] = arrived;
		const early = arrived.filter((at) => at - first < 1980).length;
		const pages = service.requests.slice(0, early).map(numberOf);

		expect(outcome.items.map(({ json }) => json.url)).toEqual(addresses(20));
		expect([...service.data.reports.values()].map(({ url }) => url).sort()).toEqual(
			addresses(20).sort(),
		);
		expect(service.requests).toHaveLength(21);
		// Only those in flight when the answer came
		expect(numbered(10).map(({ number }) => number)).toEqual(expect.arrayContaining(pages));
		expect(new Set(pages).size).toBe(pages.length);
		expect(service.mostAtOnce).toBeGreaterThan(1);
		expect(service.mostAtOnce).toBeLessThanOrEqual(10);
	});

	it('pauses another workflow with the same credential too', async () => {
		await start(2);
		const began = Date.now();
		const paused = runMany(CREATE, 1);
		await untilPaused();
		expect((await runMany(CREATE, 3)).items).toHaveLength(3);
		expect(Date.now() - began).toBeGreaterThanOrEqual(1980);
		expect((await paused).items).toHaveLength(1);
		expect(service.requests).toHaveLength(5);
	});

	it('does not pause a workflow with another key', async () => {
		await start(3);
		const began = Date.now();
		const paused = runMany(CREATE, 1);
		await untilPaused();
		expect((await runMany(CREATE, 3, { apiKey: 'another-key' })).items).toHaveLength(3);
		expect(Date.now() - began).toBeLessThan(2500);
		expect(service.requests).toHaveLength(4);
		expect((await paused).items).toHaveLength(1);
		expect(Date.now() - began).toBeGreaterThanOrEqual(2980);
	});
});

describe('three runs of 150 creates at 50 ms each', () => {
	it.each([
		['ten at once by default', {}, 10],
		['as many at once as the credential sets', { requestsAtOnce: 3 }, 3],
	])(
		'together send %s, and do not hold up a concurrent Get',
		async (_, more, most) => {
			service = await startEmpty({ reports: 1, conditions: [{ method: 'POST', delay: 50 }] });
			const creates = Promise.all([1, 2, 3].map(async () => await runMany(CREATE, 150, more)));
			await sleep(1000);
			const get = await runMany(GET, 1, more);
			const outcomes = await creates;

			expect(get.items.map(({ json }) => json.id)).toEqual([1]);
			expect(get.took).toBeLessThan(Math.max(...outcomes.map(({ took }) => took)) / 2);
			for (const { items } of outcomes) {
				expect(items.map(({ json }) => json.url)).toEqual(addresses(150));
			}
			expect(service.mostAtOnce).toBe(most);
		},
		60_000,
	);
});

describe.each([503, 508])(
	'a host that answers more than four requests at once with %i',
	(status) => {
		let turnedAway: number;

		beforeEach(async () => {
			turnedAway = 0;
			const condition = (): Condition => {
				if (service.atOnce <= 4) return { delay: 20 };
				turnedAway++;
				return { status };
			};
			service = await startEmpty({ reports: 2000, conditions: [condition] });
		});

		it('serves 300 reads, and refuses at most 60 requests', async () => {
			const { items, error } = await runMany(GET, 300);
			expect(error).toBeUndefined();
			expect(items).toHaveLength(300);
			expect(turnedAway).toBeLessThanOrEqual(60);
		}, 60_000);

		it('lists 2,000 reports', async () => {
			const { items, error } = await service.run(report('getAll', { returnAll: true }));
			expect(error).toBeUndefined();
			expect(items).toHaveLength(2000);
		});
	},
);

it('sends each of 30 creates once to a service that was down for 2.5 s', async () => {
	// Below the ephemeral range: no server of another process takes it while the service is down
	const port = await freePort();
	service = await startEmpty({ port });
	await service.close();
	const creating = runMany(CREATE, 30);
	await sleep(2500);
	const back = await startEmpty({ port });
	const { items, error } = await creating;
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.url)).toEqual(addresses(30));
	expect(back.requests).toHaveLength(30);
}, 20_000);

// In real time: virtual time does not advance between two statements, which would hide races
describe('twenty concurrent runs', () => {
	it.each<[string, SandboxOptions['rateLimit'], Condition['headers'] | undefined]>([
		['windows of four seconds', { max: 20, window: 4000, headers: 'retry-after' }, undefined],
		['four-second windows without headers', { max: 20, window: 4000, headers: 'none' }, undefined],
		['buckets of ten a second', undefined, { 'retry-after': '' }],
	])(
		'all finish on %s',
		async (_, rateLimit, headers) => {
			const runs = Array.from({ length: 20 }, async () => {
				const conditions = headers ? [bucket(100, 10, headers).answer] : [];
				const limited = await startEmpty({ rateLimit, conditions });
				const { items, error } = await limited.run(CREATE, { items: numbered(35) });
				return [error, items.length, limited.data.reports.size];
			});
			expect(await Promise.all(runs)).toEqual(Array(20).fill([undefined, 35, 35]));
		},
		120_000,
	);
});
