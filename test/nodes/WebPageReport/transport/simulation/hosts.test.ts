import { HEAVY_TAIL } from './service';
import { type Lane, simulate, upTo } from './simulate';

/** How long a single request waits at the most beside runs of many, in milliseconds. */
const HALF_A_SECOND = 500;

describe('a host that turns away all above four at once', () => {
	it.each([
		['50 ms', () => 50],
		['500 ms', () => 500],
		['a heavy tail', HEAVY_TAIL],
	])('answers 300 reads with %s, and turns away 60 at the most', async (_, latency) => {
		for (const seed of upTo(7)) {
			const lanes: Lane[] = [{ requests: 300, operation: 'get' }];
			const figures = await simulate({ turnsAwayAbove: 4, latency }, lanes, 10, seed);
			const failed = figures.outcomes.flat().filter((outcome) => typeof outcome !== 'number');
			expect(failed).toEqual([]);
			expect(figures.simulated.turnedAway).toBeLessThanOrEqual(60);
			expect(figures.simulated.most).toBeLessThanOrEqual(10);
		}
	});

	it('gets as many as it takes all the same, within one and a half of the time', async () => {
		const lanes: Lane[] = [{ requests: 300, operation: 'get' }];
		const { time } = await simulate({ turnsAwayAbove: 4, latency: () => 500 }, lanes, 10, 1);
		expect(time).toBeLessThanOrEqual(1.5 * (300 / 4) * 500);
	});
});

describe('a single Get', () => {
	const get: Lane = { requests: 1, operation: 'get', begins: 300 };

	it.each([
		['of 10 and 150', [10, 150], Infinity],
		['of 10 and 150, on 5 workers', [10, 150], 5],
		['of 150 each, three of them', [150, 150, 150], Infinity],
		['of 2,000', [2_000], Infinity],
	])('beside runs %s is answered within half a second', async (_, runs, workers) => {
		for (const seed of upTo(3)) {
			const lanes = [...runs.map((requests) => ({ requests })), get];
			const { outcomes } = await simulate({ workers, latency: () => 50 }, lanes, 10, seed);
			expect(outcomes.at(-1)?.[0]).toBeLessThanOrEqual(HALF_A_SECOND);
		}
	});
});

describe('two runs of the same size', () => {
	it('end together, also where one began first', async () => {
		const lanes = [{ requests: 100 }, { requests: 100, begins: 10 }];
		const { outcomes, time } = await simulate({ latency: () => 50 }, lanes, 10, 1);
		const [first, second] = outcomes.map((times) => Math.max(...times.map(Number)));
		expect(first).toBeGreaterThan(0.85 * time);
		expect(second).toBeGreaterThan(0.85 * time);
	});
});
