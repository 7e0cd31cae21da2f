import { STOPPED } from '../../../../../nodes/WebPageReport/errors/failure';
import { outcomeOf } from '../../../../../nodes/WebPageReport/transport/http';
import { Limiter } from '../../../../../nodes/WebPageReport/transport/limiter';
import { send } from '../../../../../nodes/WebPageReport/transport/send';
import { Throttle } from '../../../../../nodes/WebPageReport/transport/throttle';
import { SLICE } from '../../../../../nodes/WebPageReport/transport/time';
import { ACCOUNT } from '../../../../support/account';
import { pause, SimulatedService, type Traits } from './service';

const TARGET = { resource: 'report', operation: 'get' } as const;

/** The requests of a run, which all want to start at once. */
export interface SimulatedRun {
	requests: number;
	/** When the run begins, in ms after the start. */
	begins?: number;
	/** When the run is stopped, in ms after the start. */
	stops?: number;
	/** Longest pause that they accept, in ms; by default, that of an attended run. */
	longestPauseMs?: number;
}

/** Simulates the node with a service: what came of all requests, in how many ms, and how much is left of them. */
export async function simulate(traits: Traits, runs: SimulatedRun[], atOnce: number, seed: number) {
	return await inVirtualTime(seed, async () => {
		const simulated = new SimulatedService(traits);
		const limiter = new Limiter(new Throttle(atOnce));
		const start = Date.now();
		const sending = runs.map(async (run) => await outcomesOf(run, simulated, limiter));
		const outcomes = (await Promise.all(sending)).flat();
		const time = Date.now() - start;
		const stopping = Math.max(0, ...runs.map(({ stops = 0 }) => stops - time));
		await pause(stopping + SLICE);
		const failures = outcomes.flatMap(({ failure }) => failure ?? []);
		const left = limiter['queues'].size + limiter.inFlight.size + jest.getTimerCount();
		return { simulated, time, ended: outcomes.length, failures, left };
	});
}

/** Does work in virtual time, as fast as possible. The seed determines all random numbers. */
async function inVirtualTime<T>(seed: number, work: () => Promise<T>): Promise<T> {
	// Park and Miller's generator
	let state = seed + 1_000_000;
	jest.spyOn(Math, 'random').mockImplementation(() => {
		state = (state * 48_271) % 2_147_483_647;
		return state / 2_147_483_647;
	});
	// The event loop keeps running
	jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
	let isDone = false as boolean;
	const result = work().finally(() => {
		isDone = true;
	});
	while (!isDone) {
		if (jest.getTimerCount() === 0) throw new Error('Nothing is left to wait for');
		jest.advanceTimersToNextTimer();
		await new Promise((resolve) => setImmediate(resolve));
	}
	return await result;
}

/** Sends the requests of a run as the node does. */
async function outcomesOf(
	{ requests, begins = 0, stops, longestPauseMs }: SimulatedRun,
	simulated: SimulatedService,
	limiter: Limiter,
) {
	const end = new AbortController();
	if (stops !== undefined) setTimeout(end.abort.bind(end, STOPPED), stops);
	const group = { longestPauseMs };
	await pause(begins);
	const sending = Array.from({ length: requests }, async () => {
		// Like an item, each request has its own signal
		const caller = { group, signal: AbortSignal.any([end.signal]), deadline: Infinity };
		return await send(limiter, caller, TARGET, async () =>
			outcomeOf(async () => simulated.answer(), ACCOUNT, TARGET, { url: '/reports' }),
		);
	});
	return await Promise.all(sending);
}
