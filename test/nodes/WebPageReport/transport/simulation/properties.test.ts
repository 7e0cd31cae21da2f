import fc from 'fast-check';

import { Failure } from '../../../../../nodes/WebPageReport/errors/failure';
import { HEAVY_TAIL, type Traits } from './service';
import { simulate, type SimulatedRun } from './simulate';
import type { Limit } from './limit';

/** Possible traits of a service that answers every request within its limit. */
const sound = {
	limit: fc.record({
		kind: fc.constantFrom<Array<Limit['kind']>>('fixed', 'aligned', 'sliding'),
		most: fc.integer({ min: 5, max: 40 }),
		window: fc.integer({ min: 1_000, max: 10_000 }),
	}),
	dialect: fc.constantFrom<Array<Traits['dialect']>>('remaining', 'reset', 'retry-after', 'none'),
	roundsDown: fc.boolean(),
	workers: fc.constantFrom(1, 2, 8, 100),
	latency: fc.constantFrom(
		() => 0,
		() => 50,
		() => 1_000,
		HEAVY_TAIL,
	),
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

it.each<[string, fc.Arbitrary<Traits>, fc.Arbitrary<SimulatedRun>, boolean]>([
	[
		'fails',
		fc.record(sound, { requiredKeys: [] }),
		fc.record(run, { requiredKeys: ['requests'] }),
		false,
	],
	[
		'is lost, even if runs fail or are stopped',
		fc.record(unsound, { requiredKeys: [] }),
		fc.record(stopped, { requiredKeys: ['requests'] }),
		true,
	],
])('no request %s, and the limiter leaves nothing behind', async (_, traits, one, mayFail) => {
	const runs = fc.array(one, { minLength: 1, maxLength: 4 });
	const atOnce = fc.integer({ min: 1, max: 12 });
	const property = fc.asyncProperty(traits, runs, atOnce, fc.nat(1_000_000), async (...drawn) => {
		const { simulated, failures, ended, left } = await simulate(...drawn);
		expect(ended).toBe(drawn[1].reduce((sum, { requests }) => sum + requests, 0));
		expect(failures.every((error) => mayFail && error instanceof Failure)).toBe(true);
		expect(simulated.most).toBeLessThanOrEqual(drawn[2]);
		expect(left).toBe(0);
	});
	await fc.assert(property, { numRuns: 60, seed: 10 });
});
