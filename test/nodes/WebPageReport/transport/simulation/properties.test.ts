import fc from 'fast-check';

import { Failure } from '../../../../../nodes/WebPageReport/errors/failure';
import { HEAVY_TAIL } from './service';
import { simulate, type SimulatedRun } from './simulate';
import type { Limit } from './limit';

const KINDS: Array<Limit['kind']> = ['fixed', 'aligned', 'sliding'];

const DIALECTS = ['remaining', 'reset', 'RateLimit', 'retry-after', 'none'] as const;

const LATENCIES = [() => 0, () => 50, () => 1_000, HEAVY_TAIL];

const limit = fc.record({
	kind: fc.constantFrom(...KINDS),
	most: fc.integer({ min: 5, max: 40 }),
	window: fc.integer({ min: 1_000, max: 10_000 }),
});

/** Possible traits of a service that answers every request within its limit. */
const sound = {
	limit,
	dialect: fc.constantFrom(...DIALECTS),
	roundsDown: fc.boolean(),
	workers: fc.constantFrom(1, 2, 8, 100),
	latency: fc.constantFrom(...LATENCIES),
	way: fc.integer({ min: 0, max: 300 }),
};

/** The same with overload, other clients and lost answers. */
const unsound = {
	...sound,
	turnsAwayAbove: fc.integer({ min: 1, max: 10 }),
	others: fc.double({ min: 0.1, max: 1, noNaN: true }),
	lost: fc.double({ min: 0, max: 0.5, noNaN: true }),
};

const run = {
	requests: fc.integer({ min: 1, max: 25 }),
	operation: fc.constantFrom('create' as const, 'get' as const),
	begins: fc.integer({ min: 0, max: 5_000 }),
};

const stopped = { ...run, stops: fc.integer({ min: 0, max: 20_000 }) };

const someOf = (run: fc.Arbitrary<SimulatedRun>) => fc.array(run, { minLength: 1, maxLength: 4 });

const atOnce = fc.integer({ min: 1, max: 12 });

const seed = fc.nat(1_000_000);

/** The same cases in every run of the tests. */
const RUNS = { numRuns: 60, seed: 10 };

describe('whatever the service is like,', () => {
	it('the limiter loses no request and leaves nothing behind, even if runs fail or are stopped', async () => {
		const traits = fc.record(unsound, { requiredKeys: [] });
		const runs = someOf(fc.record(stopped, { requiredKeys: ['requests'] }));
		const property = fc.asyncProperty(traits, runs, atOnce, seed, async (...drawn) => {
			const { simulated, outcomes, left } = await simulate(...drawn);
			expect(outcomes.map(({ length }) => length)).toEqual(
				drawn[1].map(({ requests }) => requests),
			);
			const errors = outcomes.flat().filter((outcome) => typeof outcome !== 'number');
			expect(errors.every((error) => error instanceof Failure)).toBe(true);
			expect(simulated.most).toBeLessThanOrEqual(drawn[2]);
			expect(left).toEqual({ waiting: 0, inFlight: 0, timers: 0 });
		});
		await fc.assert(property, RUNS);
	});

	it('no request starves if no response is lost', async () => {
		const traits = fc.record(sound, { requiredKeys: [] });
		const runs = someOf(fc.record(run, { requiredKeys: ['requests'] }));
		const property = fc.asyncProperty(traits, runs, atOnce, seed, async (...drawn) => {
			const { outcomes, left } = await simulate(...drawn);
			expect(outcomes.flat().filter((outcome) => typeof outcome !== 'number')).toEqual([]);
			expect(left).toEqual({ waiting: 0, inFlight: 0, timers: 0 });
		});
		await fc.assert(property, RUNS);
	});
});
