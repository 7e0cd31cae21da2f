import fc from 'fast-check';

import { HEAVY_TAIL, type Limit, type Traits } from './service';
import { simulate, type SimulatedRun } from './simulate';

afterEach(() => {
	jest.restoreAllMocks();
});

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const bucket = (window: number, most: number): Limit => ({ kind: 'bucket', most, window });
const fixed = (most: number, window = MINUTE): Limit => ({ kind: 'fixed', most, window });
const sliding = (most: number): Limit => ({ kind: 'sliding', most, window: MINUTE });

/**
 * Label, dialect, limit, number of requests, maximum average number of attempts per request, and maximum duration as a
 * multiple of the minimum.
 */
const SERVICES: Array<[string, Traits['dialect'], Limit, number, number, number]> = [
	['12 a minute', 'none', bucket(5 * SECOND, 2), 100, 1.3, 1.1],
	['1 a second', 'none', bucket(SECOND, 5), 400, 1.15, 1.1],
	['5 a second', 'retry-after', bucket(SECOND / 5, 10), 400, 1.15, 1.1],
	['20 a second', 'none', bucket(SECOND / 20, 40), 2000, 1.15, 1.2],
	['60 a minute', 'none', fixed(60), 400, 1.15, 1.6],
	['60 a minute', 'retry-after', fixed(60), 400, 1.15, 1.1],
	['60 a minute', 'reset', fixed(60), 400, 1.15, 1.1],
	['60 a minute', 'remaining', fixed(60), 400, 1.15, 1.1],
	['60 in any minute', 'none', sliding(60), 400, 1.15, 1.6],
	['60 in any minute', 'remaining', sliding(60), 800, 1.15, 1.1],
	['10 in a second', 'retry-after', fixed(10, SECOND), 600, 1.15, 1.6],
];

/** Requests at once, usual latency in ms, and latency of each answer. */
const CLIENTS: Array<[number, number, Traits['latency']]> = [
	[10, 40, () => 40],
	[10, 500, () => 500],
	[100, 300, () => 300],
	[100, 2_000, () => 2_000],
	[10, 280, HEAVY_TAIL],
];

describe.each(CLIENTS)('two runs with %i requests at once, of %i ms, complete', (...client) => {
	const [atOnce, usual, latency] = client;

	it.each(SERVICES)('at %s, headers: %s', async (_, dialect, limit, requests, mostEach, slower) => {
		const runs = [{ requests: requests / 2 }, { requests: requests / 2 }];
		const service = { limit, dialect, latency };
		const { simulated, failures, time } = await simulate(service, runs, atOnce, 3);
		expect([failures, simulated.taken]).toEqual([[], requests]);
		const each = (simulated.taken + simulated.refused) / requests;
		// What is in flight when a window ends is refused
		expect(each).toBeLessThanOrEqual(atOnce > 10 ? 1.4 : usual > 500 ? 1.3 : mostEach);
		const { kind, most, window } = limit;
		const windows = kind === 'bucket' ? requests - most : requests / most - 1;
		const least = Math.max(windows * window, (requests * usual) / atOnce) + usual;
		expect(time / least).toBeLessThanOrEqual(slower);
	});
});

/** Services of which some lose answers. */
const services = fc.record<Traits>(
	{
		limit: fc.record({
			kind: fc.constantFrom('fixed', 'sliding', 'bucket'),
			most: fc.integer({ min: 5, max: 40 }),
			window: fc.integer({ min: 1_000, max: 10_000 }),
		}),
		dialect: fc.constantFrom('remaining', 'reset', 'retry-after', 'none'),
		way: fc.integer({ min: 0, max: 300 }),
		latency: fc.constantFrom(
			() => 0,
			() => SECOND,
			HEAVY_TAIL,
		),
		lost: fc.constantFrom(0, 0.3),
	},
	{ requiredKeys: ['lost'] },
);

const run = fc.record<SimulatedRun>(
	{
		requests: fc.integer({ min: 1, max: 25 }),
		begins: fc.integer({ min: 0, max: 5_000 }),
		stops: fc.oneof({ weight: 12, arbitrary: fc.constant(undefined) }, fc.nat(20 * SECOND)),
	},
	{ requiredKeys: ['requests', 'stops'] },
);

it('no request fails without a reason or hangs, and the limiter leaves nothing behind', async () => {
	const runs = fc.array(run, { minLength: 1, maxLength: 4 });
	const atOnce = fc.integer({ min: 1, max: 12 });
	let sound = 0;
	const property = fc.asyncProperty(services, runs, atOnce, fc.nat(1_000_000), async (...drawn) => {
		const [{ lost }, all, most] = drawn;
		const { simulated, failures, ended, left } = await simulate(...drawn);
		expect(ended).toBe(all.reduce((sum, { requests }) => sum + requests, 0));
		expect(simulated.most).toBeLessThanOrEqual(most);
		expect(left).toBe(0);
		if (lost || all.some(({ stops }) => stops !== undefined)) return;
		expect(failures).toEqual([]);
		sound++;
	});
	await fc.assert(property, { numRuns: 150, seed: 10 });
	expect(sound).toBeGreaterThan(20);
});
