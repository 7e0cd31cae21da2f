import { Failure } from '../../../../../nodes/WebPageReport/errors/failure';
import type { Target } from '../../../../../nodes/WebPageReport/shared/target';
import { http } from '../../../../../nodes/WebPageReport/transport/http';
import { Limiter } from '../../../../../nodes/WebPageReport/transport/limiter';
import { send } from '../../../../../nodes/WebPageReport/transport/send';
import { SLICE } from '../../../../../nodes/WebPageReport/transport/time';
import { pause, randomOf, SimulatedService, type Traits } from './service';

/** The requests of a run, which all want to start at once. */
export interface SimulatedRun {
	requests: number;
	operation?: 'create' | 'get';
	/** When they begin, in milliseconds after the start. */
	begins?: number;
	/** When nobody wants them any more, in milliseconds after the start. */
	stops?: number;
	/** How long they wait for the service, in milliseconds; as if somebody waits where left out. */
	longestPause?: number;
}

/** What a node and a service have seen of each other. */
export interface Figures {
	simulated: SimulatedService;
	/** Milliseconds from the start to the last answer. */
	time: number;
	/** What has become of the requests, run by run: milliseconds until the answer, or why they failed. */
	outcomes: Array<Array<number | Error>>;
	/** What is left of it all a little later. */
	left: { waiting: number; inFlight: number; timers: number };
}

const ACCOUNT = {
	id: '1',
	baseUrl: 'https://reports.example.com/api/v1',
	apiKey: 'key',
	requestsAtOnce: 10,
	credentials: {},
};

/** Why a request has not been answered that was not wanted any more. */
const STOPPED = new Failure('The run was stopped', 'Start it again.');

/** How the node gets on with a service. */
export async function simulate(
	traits: Traits,
	runs: SimulatedRun[],
	atOnce: number,
	seed: number,
): Promise<Figures> {
	return await inVirtualTime(seed, async () => {
		const simulated = new SimulatedService(traits, seed);
		const limiter = new Limiter(atOnce);
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

/** Does work on a clock that runs as fast as it can, with the same chance for the same seed. */
async function inVirtualTime<T>(seed: number, work: () => Promise<T>): Promise<T> {
	const random = randomOf(seed);
	const now = Math.floor(Date.UTC(2026, 10, 21) + 60_000 * random());
	// The event loop itself goes on
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
			if (jest.getTimerCount() === 0) throw new Error('It waits for nothing');
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
	const queue = { longestPauseMs: longestPause };
	const outcomes = Array.from({ length: requests }, async (): Promise<number | Error> => {
		if (begins > 0) await pause(begins);
		const since = Date.now();
		// Each has a signal of its own, as each item has
		const caller = { queue, signal: AbortSignal.any([end.signal]), deadline: Infinity };
		const { failure } = await send(limiter, caller, target, async () =>
			http(async () => simulated.answer(), ACCOUNT, target, { url: '/reports' }),
		);
		return failure ?? Date.now() - since;
	});
	return await Promise.all(outcomes).finally(() => {
		clearTimeout(stopping);
	});
}
