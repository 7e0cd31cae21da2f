import { STOPPED } from '../../../../../nodes/WebPageReport/errors/failure';
import type { Target } from '../../../../../nodes/WebPageReport/shared/target';
import { outcomeOf } from '../../../../../nodes/WebPageReport/transport/http';
import { Limiter } from '../../../../../nodes/WebPageReport/transport/limiter';
import { send } from '../../../../../nodes/WebPageReport/transport/send';
import { Throttle } from '../../../../../nodes/WebPageReport/transport/throttle';
import { SLICE } from '../../../../../nodes/WebPageReport/transport/time';
import { pause, randomOf, SimulatedService, type Traits } from './service';
import { ACCOUNT } from '../../../../support/account';

/** The requests of a run, which all want to start at once. */
export interface SimulatedRun {
	requests: number;
	operation?: 'create' | 'get';
	/** When the run begins, in ms after the start. */
	begins?: number;
	/** When the run is stopped, in ms after the start. */
	stops?: number;
	/** Longest pause that they accept, in ms; by default, that of an attended run. */
	longestPause?: number;
}

/** Simulates the node with a service: what came of all requests, in how many ms, and how much is left of them. */
export async function simulate(traits: Traits, runs: SimulatedRun[], atOnce: number, seed: number) {
	return await inVirtualTime(seed, async () => {
		const simulated = new SimulatedService(traits, seed);
		const limiter = new Limiter(new Throttle(atOnce));
		const start = Date.now();
		const outcomes = await Promise.all(
			runs.map(async (run) => await outcomesOf(run, simulated, limiter)),
		);
		const time = Date.now() - start;
		await pause(SLICE);
		const failures = outcomes.flat().flatMap((failure) => failure ?? []);
		const left = limiter['queues'].size + limiter.inFlight.size + jest.getTimerCount();
		return { simulated, time, ended: outcomes.flat().length, failures, left };
	});
}

/** Does work in virtual time, as fast as possible. The seed determines all random numbers. */
async function inVirtualTime<T>(seed: number, work: () => Promise<T>): Promise<T> {
	const random = randomOf(seed);
	const now = Math.floor(Date.UTC(2026, 10, 21) + 60_000 * random());
	// The event loop keeps running
	jest.useFakeTimers({ now, doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
	const chance = jest.spyOn(Math, 'random').mockImplementation(random);
	try {
		let isDone = false as boolean;
		const result = work().finally(() => {
			isDone = true;
		});
		result.catch(() => undefined);
		for (;;) {
			await new Promise((resolve) => setImmediate(resolve));
			if (isDone) return await result;
			if (jest.getTimerCount() === 0) throw new Error('Nothing is left to wait for');
			jest.advanceTimersToNextTimer();
		}
	} finally {
		chance.mockRestore();
		jest.useRealTimers();
	}
}

/** Sends the requests of a run as the node does. */
async function outcomesOf(
	{ requests, operation = 'create', begins = 0, stops = Infinity, longestPause }: SimulatedRun,
	simulated: SimulatedService,
	limiter: Limiter,
): Promise<Array<Error | undefined>> {
	const end = new AbortController();
	const stop = end.abort.bind(end, STOPPED);
	const stopping = stops < Infinity ? setTimeout(stop, stops) : undefined;
	const target: Target = { resource: 'report', operation };
	const group = { longestPauseMs: longestPause };
	const outcomes = Array.from({ length: requests }, async () => {
		if (begins > 0) await pause(begins);
		// Like an item, each request has its own signal
		const caller = { group, signal: AbortSignal.any([end.signal]), deadline: Infinity };
		const { failure } = await send(limiter, caller, target, async () =>
			outcomeOf(async () => simulated.answer(), ACCOUNT, target, { url: '/reports' }),
		);
		return failure;
	});
	return await Promise.all(outcomes).finally(() => {
		clearTimeout(stopping);
	});
}
