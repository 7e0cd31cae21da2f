import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import type { Outcome } from '../../../../nodes/WebPageReport/transport/http';
import type { Headers } from '../../../../nodes/WebPageReport/transport/limitHeaders';
import {
	Limiter,
	type QueuedRequest,
	withPause,
} from '../../../../nodes/WebPageReport/transport/limiter';
import { OPERATIONS } from '../../../support/operations';

const { target } = OPERATIONS.list;

beforeEach(() => {
	jest.useFakeTimers({ now: Date.UTC(2026, 10, 21) });
	jest.spyOn(Math, 'random').mockReturnValue(0.999);
});

afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

const overload = new Failure('Busy', 'Wait.', { fate: 'unknown', target, isTransient: true });
const unsent = new Failure('No route', 'Wait.', { fate: 'not sent', isTransient: true });
const cancelled = new Failure('Late', 'Wait.', {
	fate: 'unknown',
	target,
	endedBy: 'time',
});
const refused = new Failure('No', 'Stop.', { fate: 'refused' });
const notYet = new Failure('Not yet', 'Wait.', { fate: 'refused', isTransient: true });
const tooMany = (retryAfterMs?: number) =>
	new Failure('Too many requests', 'Wait.', { fate: 'rate-limited', retryAfterMs });

/** A request that wants to start now, and has all the time in the world. */
const queued = (more: Partial<QueuedRequest> = {}): QueuedRequest => ({
	queue: {},
	signal: new AbortController().signal,
	since: Date.now(),
	deadline: Infinity,
	...more,
});

/** A limiter with this many requests waiting; those in flight can be answered together. */
async function flooded(most: number, count = 2_000) {
	const limiter = new Limiter(most);
	let ends: Array<(failure?: Failure, headers?: Headers) => void> = [];
	const queue = {};
	const send = async (): Promise<void> => {
		const request = queued({ queue });
		const reason = await limiter.enter(request);
		if (reason) throw reason;
		await new Promise<void>((resolve) => {
			ends.push((failure, headers = {}) => {
				limiter.leave(request, { headers, failure });
				resolve();
			});
		});
	};
	/** Answers all requests in flight. Returns how many are in flight `time` ms later. */
	const round = async (failure?: Failure, time = 500, said: Headers[] = []): Promise<number> => {
		const all = ends;
		ends = [];
		for (const [index, end] of all.entries()) end(failure, said[index] ?? said.at(-1));
		await jest.advanceTimersByTimeAsync(time);
		return ends.length;
	};
	for (let sent = 0; sent < count; sent++) send().catch(() => undefined);
	return { limiter, send, round, first: await round() };
}

it.each<[string, number, Array<Failure | undefined>, number[]]>([
	['ten, doubling each round up to the maximum', 100, Array(4).fill(undefined), [20, 40, 80, 100]],
	['the maximum, if below ten', 3, [undefined], [3]],
	['halved once per overloaded round, then one more', 100, [overload, undefined], [5, 6]],
	['halved for each overloaded round, down to one', 10, Array(4).fill(overload), [5, 2, 1, 1]],
	// Starts are 100 ms apart, so five fit into a round of half a second
	['one after a 429, then several', 100, [undefined, tooMany(), undefined], [20, 1, 5]],
	['unchanged after a request that was not sent', 100, [unsent, undefined], [10, 20]],
	['unchanged after a request that we ended ourselves', 100, [cancelled, undefined], [10, 20]],
	['doubled after a refusal', 100, [refused], [20]],
	['doubled after a transient refusal', 100, [notYet], [20]],
])('requests in flight: %s', async (_, most, outcomes, inFlight) => {
	const { first, round } = await flooded(most);
	const rounds: number[] = [];
	for (const outcome of outcomes) rounds.push(await round(outcome));
	expect([first, ...rounds]).toEqual([Math.min(10, most), ...inFlight]);
});

it('starts only as many requests as the service says are left, none at 0', async () => {
	const { round } = await flooded(10);
	const left = (...counts: string[]) =>
		counts.map((count) => ({ 'x-ratelimit-remaining': count, 'x-ratelimit-reset': '5' }));
	// Of the answers to concurrent requests, the lowest number applies
	expect(await round(undefined, 500, left('3', '7'))).toBe(3);
	expect(await round(undefined, 500, left('9'))).toBe(9);
	expect(await round(undefined, 4_900, left('0'))).toBe(0);
	expect(await round(undefined, 200)).toBe(1);
});

it('follows the maximum if it is lowered or raised', async () => {
	const { limiter, round } = await flooded(10, 200);
	limiter.maxInFlight = 4;
	expect(await round()).toBe(4);
	limiter.maxInFlight = 8;
	for (let rounds = 0; rounds < 8; rounds++) await round();
	expect(await round()).toBe(8);
});

it.each([unsent, cancelled])('%p does not count as the answer to a probe', async (failure) => {
	const { round } = await flooded(10);
	expect(await round(tooMany(400))).toBe(1);
	expect(await round(failure)).toBe(1);
	expect(await round()).toBeGreaterThan(1);
});

it('requests start at most ten seconds apart, even if every other one is refused', async () => {
	const { round } = await flooded(10);
	for (let rounds = 0; rounds < 30; rounds++) {
		await round(tooMany(), 60_000);
		await round(undefined, 60_000);
	}
	expect(await round(undefined, 10_500)).toBeGreaterThanOrEqual(1);
});

it('ignores a pause that is longer than any run waits', async () => {
	const { send, round } = await flooded(10, 1);
	await round(tooMany(24 * 3_600_000));
	void send();
	expect(await round()).toBe(1);
});

it('requests start together again after an idle minute', async () => {
	const { send, round } = await flooded(10, 1);
	await round(tooMany());
	const more = async () => {
		for (let sent = 0; sent < 10; sent++) void send();
		const first = await round(undefined, 50);
		return [first, await round(undefined, 50)];
	};
	expect(await more()).toEqual([1, 1]);
	await round(undefined, 2_000);
	for (let rounds = 0; rounds < 10; rounds++) await round();
	await jest.advanceTimersByTimeAsync(61_000);
	expect((await more())[0]).toBe(10);
});

it.each([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])(
	'a pause that ends just as the clock is read blocks nothing, after %i reads',
	async (reads) => {
		const { send, round } = await flooded(1, 1);
		const sent = jest.fn();
		void send().then(sent);
		// Each read of the clock returns a second more than the last
		let later = 0;
		const now = Date.now.bind(Date);
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 1_000 * ++later);
		await round(tooMany(1_000 * reads - 1));
		await jest.advanceTimersByTimeAsync(30_000);
		clock.mockRestore();
		await round();
		await round();
		expect(sent).toHaveBeenCalled();
	},
);

const SECOND = 1_000;

/** The advice of a request that gives up, by its deadline, the pause that the service asked for, and the end of the pause, in s. */
it.each([
	[Infinity, 3_600, 3_600, 'The service asked n8n to wait 60 minutes. Try again after that.'],
	[30, 60, 60, 'The service asked n8n to wait 60 seconds. Try again after that.'],
	[60, 60, 60, 'Wait.'],
	[Infinity, 600, 600, 'Wait.'],
	// The pause has since been extended by answers to other requests
	[30, 5, 60, 'Wait.'],
	[30, undefined, 60, 'Wait.'],
])(
	'with %p s left and a pause of %p s that ends in %p s, says: %s',
	(left, after, until, advice) => {
		const inTime = (seconds: number) => Date.now() + seconds * SECOND;
		const failure = tooMany(after && after * SECOND);
		const said = withPause(failure, queued({ deadline: inTime(left) }), inTime(until));
		expect(said.advice).toBe(advice);
	},
);

describe('a request that waits', () => {
	/** A limiter for one request at a time, with one in flight; `leave` ends it. */
	const busy = async () => {
		const limiter = new Limiter(1);
		const first = queued();
		await limiter.enter(first);
		const leave = (outcome: Outcome) => {
			limiter.leave(first, outcome);
		};
		return { limiter, leave };
	};

	it('gives up as soon as the service asks for a pause that is too long for it; others keep waiting', async () => {
		const { limiter, leave } = await busy();
		const hurried = limiter.enter(queued({ deadline: Date.now() + 30 * SECOND }));
		const patient = limiter.enter(queued({ deadline: Date.now() + 60 * SECOND }));
		leave({ headers: {}, failure: tooMany(60 * SECOND) });
		// Its message is its own, not that of the request that met the limit
		const advice = 'The service asked n8n to wait 60 seconds. Try again after that.';
		const told = { message: 'Too many requests (429)', advice };
		await expect(hurried).resolves.toMatchObject(told);
		// A later request gives up, too
		const late = limiter.enter(queued({ deadline: Date.now() + 30 * SECOND }));
		await expect(late).resolves.toMatchObject(told);
		await jest.advanceTimersByTimeAsync(61 * SECOND);
		expect(await patient).toBeUndefined();
	});

	it('gives up as soon as it is stopped, and never starts', async () => {
		const { limiter, leave } = await busy();
		const end = new AbortController();
		const stopped = limiter.enter(queued({ signal: end.signal }));
		end.abort(unsent);
		expect(await stopped).toBe(unsent);
		leave({ headers: {} });
		expect(await limiter.enter(queued())).toBeUndefined();
	});

	it('keeps its place in the queue if it is sent again', async () => {
		const { limiter, leave } = await busy();
		const queue = {};
		const order: string[] = [];
		const start = async (name: string, since: number) => {
			const request = queued({ queue, since });
			await limiter.enter(request);
			order.push(name);
			limiter.leave(request, { headers: {} });
		};
		const all = [
			start('new', Date.now()),
			start('again', Date.now() - SECOND),
			start('older', Date.now() - 2 * SECOND),
			start('newest', Date.now()),
		];
		leave({ headers: {} });
		await Promise.all(all);
		expect(order).toEqual(['older', 'again', 'new', 'newest']);
	});
});
