import { Failure } from '../../../../../nodes/WebPageReport/errors/failure';
import type { Target } from '../../../../../nodes/WebPageReport/shared/target';
import { outcomeOf } from '../../../../../nodes/WebPageReport/transport/http';
import { Limiter } from '../../../../../nodes/WebPageReport/transport/limiter';
import { send } from '../../../../../nodes/WebPageReport/transport/send';
import { Throttle } from '../../../../../nodes/WebPageReport/transport/throttle';
import { SLICE } from '../../../../../nodes/WebPageReport/transport/time';
import { pause, randomOf, SimulatedService, type Traits } from './service';

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

/** The result of a simulation. */
export interface Figures {
	simulated: SimulatedService;
	/** Milliseconds from the start to the last answer. */
	time: number;
	/** Outcome of each request, by run: the failure, or the time until the answer, in ms. */
	outcomes: Array<Array<number | Error>>;
	/** What is left shortly after the last answer. */
	left: { waiting: number; inFlight: number; timers: number };
}

const ACCOUNT = {
	id: '1',
	baseUrl: 'https://reports.example.com/api/v1',
	apiKey: 'key',
	requestsAtOnce: 10,
	credentials: {},
};

/** The failure of requests whose run was stopped. */
const STOPPED = new Failure('The run was stopped', 'Start it again.');

/** Simulates the node with a service. */
export async function simulate(
	traits: Traits,
	runs: SimulatedRun[],
	atOnce: number,
	seed: number,
): Promise<Figures> {
	return await inVirtualTime(seed, async () => {
		const simulated = new SimulatedService(traits, seed);
		const limiter = new Limiter(new Throttle(atOnce));
		const start = Date.now();
		const outcomes = await Promise.all(
			runs.map(async (run) => await outcomesOf(run, simulated, limiter)),
		);
		const time = Date.now() - start;
		await pause(SLICE);
		const left = {
			waiting: limiter['queues'].size,
			inFlight: limiter['inFlight'].size,
			timers: jest.getTimerCount(),
		};
		return { simulated, time, outcomes, left };
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
): Promise<Array<number | Error>> {
	const end = new AbortController();
	const stop = () => {
		end.abort(STOPPED);
	};
	const stopping = stops < Infinity ? setTimeout(stop, stops) : undefined;
	const target: Target = { resource: 'report', operation };
	const group = { longestPauseMs: longestPause };
	const outcomes = Array.from({ length: requests }, async (): Promise<number | Error> => {
		if (begins > 0) await pause(begins);
		const since = Date.now();
		// Like an item, each request has its own signal
		const caller = { group, signal: AbortSignal.any([end.signal]), deadline: Infinity };
		const { failure } = await send(limiter, caller, target, async () =>
			outcomeOf(async () => simulated.answer(), ACCOUNT, target, { url: '/reports' }),
		);
		return failure ?? Date.now() - since;
	});
	return await Promise.all(outcomes).finally(() => {
		clearTimeout(stopping);
	});
}
