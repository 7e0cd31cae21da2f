import { HEAVY_TAIL, type Traits } from './service';
import { type Figures, simulate, type SimulatedRun } from './simulate';
import type { Limit } from './throttle';

const REQUESTS = 240;

const MOST = 60;

/** In milliseconds, as are all times here. */
const WINDOW = 10_000;

/** How long the limit keeps anybody who knows all: until the last window begins. */
const LIMITED = (REQUESTS / MOST - 1) * WINDOW;

/** Services tell times in whole seconds, so that each new window may be noticed so much later. */
const ROUNDING = (REQUESTS / MOST - 1) * 1_000;

/** How a service speaks of its limit, how many it refuses a window, and how much longer all may take. */
const SAID: Array<[string, Traits, number, number]> = [
	['what is left, and on a refusal when there is more', { dialect: 'remaining' }, 1, 1.1],
	['the same with seconds rounded down', { dialect: 'remaining', roundsDown: true }, 1, 1.1],
	['what is left, and when there is more', { dialect: 'reset' }, 0, 1.1],
	['both in RateLimit', { dialect: 'RateLimit' }, 0, 1.1],
	// A refusal slows down what follows, and windows are short
	['on a refusal when there is more', { dialect: 'retry-after' }, 10, 1.4],
	['nothing', { dialect: 'none' }, 10, 2],
];

interface Host extends Traits {
	workers: number;
	atOnce: number;
	/** How long an answer takes as a rule, and at the most. */
	takes: [usual: number, most: number];
}

const HOSTS: Array<[string, Host]> = [
	['50 ms, ten at once', { workers: 100, atOnce: 10, latency: () => 50, takes: [50, 50] }],
	['1 s, ten at once', { workers: 100, atOnce: 10, latency: () => 1_000, takes: [1_000, 1_000] }],
	['50 ms, 100 at once', { workers: 100, atOnce: 100, latency: () => 50, takes: [50, 50] }],
	// Slower than the limit
	['1 s and two workers', { workers: 2, atOnce: 10, latency: () => 1_000, takes: [1_000, 1_000] }],
	['a heavy tail', { workers: 8, atOnce: 10, latency: HEAVY_TAIL, takes: [475, 10_000] }],
];

/** Makes sure that all is done, with as many refusals in each window as are allowed, in that time. */
function expectDone(
	{ simulated, outcomes, time }: Figures,
	atOnce: number,
	aWindow: number,
	longest: number,
): void {
	expect(outcomes.flat().filter((outcome) => typeof outcome !== 'number')).toEqual([]);
	expect(simulated.taken).toBe(REQUESTS);
	expect(simulated.most).toBeLessThanOrEqual(atOnce);
	// Answers that overtake each other hide what is left
	const refused = aWindow * (1 + Math.ceil(time / WINDOW)) + 0.02 * REQUESTS;
	expect(simulated.refused).toBeLessThanOrEqual(refused);
	expect(time).toBeLessThanOrEqual(longest);
}

describe.each<Limit['kind']>(['fixed', 'aligned', 'sliding'])('a %s window', (kind) => {
	const limit = { kind, most: MOST, window: WINDOW };

	describe.each(HOSTS)('on a host of %s', (_, host) => {
		it.each(SAID)('costs little where it is said %s', async (__, said, aWindow, slower) => {
			const { workers, atOnce, takes } = host;
			const runs = [{ requests: REQUESTS }];
			const figures = await simulate({ ...host, ...said, limit }, runs, atOnce, 7);
			const [usual, most] = takes;
			const each = usual / Math.min(workers, atOnce);
			const best = Math.max(LIMITED + MOST * each, REQUESTS * each) + most;
			expectDone(figures, atOnce, aWindow, slower * best + ROUNDING);
		});
	});

	it.each(SAID.slice(0, 4))('is shared where it is said %s', async (_, said, aWindow, slower) => {
		const runs: SimulatedRun[] = [
			{ requests: 20 },
			{ requests: 70, begins: 2_000 },
			{ requests: 150, begins: 2_000 },
		];
		const beside = await simulate({ ...said, limit, latency: () => 500 }, runs, 10, 5);
		expectDone(beside, 10, aWindow, slower * LIMITED + ROUNDING + 2_500);
		// Others take two a second, 20 of 60 in each window; where the pause was too short, one more is refused
		const traits = { ...said, limit, latency: () => 50, others: 2 };
		const others = await simulate(traits, [{ requests: REQUESTS }], 10, 1);
		expectDone(others, 10, aWindow + 1, 2 * slower * LIMITED + ROUNDING);
	});
});
