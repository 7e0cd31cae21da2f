import { LONGEST_PAUSE } from '../../../../../nodes/WebPageReport/transport/limiter';
import { HEAVY_TAIL, type Traits } from './service';
import { simulate } from './simulate';
import type { Limit } from './limit';

// Thousands of requests take a while on a busy machine
jest.setTimeout(120_000);

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const HOUR = 60 * MINUTE;

const bucket = (window: number, most: number): Limit => ({ kind: 'bucket', most, window });
const fixed = (most: number, window = MINUTE): Limit => ({ kind: 'fixed', most, window });
const sliding = (most: number): Limit => ({ kind: 'sliding', most, window: MINUTE });

/**
 * Label, limit, dialect, number of requests, maximum average number of attempts per request, and maximum duration as a
 * multiple of the minimum.
 */
const SERVICES: Array<[string, Limit, Traits['dialect'], number, number, number]> = [
	['12 a minute', bucket(5 * SECOND, 2), 'none', 100, 1.3, 1.1],
	['1 a second', bucket(SECOND, 5), 'none', 400, 1.15, 1.1],
	['5 a second', bucket(SECOND / 5, 10), 'retry-after', 400, 1.15, 1.1],
	['20 a second', bucket(SECOND / 20, 40), 'none', 2000, 1.15, 1.2],
	['60 a minute', fixed(60), 'none', 400, 1.15, 1.6],
	['60 a minute', fixed(60), 'retry-after', 400, 1.15, 1.1],
	['60 a minute', fixed(60), 'reset', 400, 1.15, 1.1],
	['60 a minute by the clock', { ...fixed(60), kind: 'aligned' }, 'remaining', 400, 1.15, 1.1],
	['60 in any minute', sliding(60), 'none', 400, 1.15, 1.6],
	['60 in any minute', sliding(60), 'remaining', 800, 1.15, 1.1],
	['10 in a second', fixed(10, SECOND), 'retry-after', 600, 1.15, 1.6],
];

/** Requests at once, usual latency in ms, and latency of each answer. */
const CLIENTS: Array<[number, number, Traits['latency']]> = [
	[10, 40, () => 40],
	[10, 500, () => 500],
	[100, 300, () => 300],
	[100, 2_000, () => 2_000],
	[10, 280, HEAVY_TAIL],
];

const COMBINED = SERVICES.flatMap(([name, ...service]) =>
	CLIENTS.map((client) => [name, service[1], client[0], client[1], { service, client }] as const),
);

it.each(COMBINED)('two runs complete: %s, headers: %s, %i at once, %i ms', async (...row) => {
	const [limit, dialect, requests, mostEach, slower] = row[4].service;
	const [atOnce, usual, latency] = row[4].client;
	const runs = [{ requests: requests / 2 }, { requests: requests / 2 }];
	const { simulated, failures, time } = await simulate(
		{ limit, dialect, latency },
		runs,
		atOnce,
		3,
	);
	expect([failures, simulated.taken]).toEqual([[], requests]);
	const each = (simulated.taken + simulated.refused) / requests;
	// What is in flight when a window ends is refused
	expect(each).toBeLessThanOrEqual(atOnce > 10 ? 1.4 : usual > 500 ? 1.3 : mostEach);
	const { kind, most, window } = limit;
	const windows = kind === 'bucket' ? requests - most : requests / most - 1;
	const least = Math.max(windows * window, (requests * usual) / atOnce) + usual;
	expect(time / least).toBeLessThanOrEqual(slower);
});

it.each<[string, Limit, number[]]>([
	['one request a minute, with two runs', fixed(1), [12, 12]],
	['five requests a minute, with six runs', fixed(5), [10, 10, 10, 10, 10, 10]],
	['sixty requests in ten minutes', fixed(60, 10 * MINUTE), [200]],
])('no request fails on a service that allows %s', async (_, limit, counts) => {
	const runs = counts.map((requests) => ({ requests }));
	for (const dialect of ['retry-after', 'remaining'] as const) {
		const { failures } = await simulate({ limit, dialect, latency: () => 300 }, runs, 10, 3);
		expect(failures).toEqual([]);
	}
});

it.each(['none', 'retry-after', 'remaining', 'reset'] as const)(
	'of twenty in an hour, with headers: %s, an unattended run waits; an attended one fails beyond that',
	async (dialect) => {
		for (const kind of ['fixed', 'aligned', 'sliding'] as const) {
			for (const [pause, taken] of [
				[LONGEST_PAUSE.unattended, 50],
				[LONGEST_PAUSE.attended, 20],
			]) {
				const limit: Limit = { kind, most: 20, window: HOUR };
				const runs = [{ requests: 50, longestPause: pause }];
				const service = { limit, dialect, latency: () => 300 };
				const { simulated, failures } = await simulate(service, runs, 10, 3);
				expect([simulated.taken, failures.length]).toEqual([taken, 50 - Number(taken)]);
			}
		}
	},
);
