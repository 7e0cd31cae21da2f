import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import {
	Limiter,
	LONGEST_PAUSE,
	type QueuedRequest,
	withPauseAdvice,
} from '../../../../nodes/WebPageReport/transport/limiter';
import { Throttle } from '../../../../nodes/WebPageReport/transport/throttle';
import type { Limit } from './simulation/service';
import { simulate } from './simulation/simulate';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

beforeEach(() => {
	jest.useFakeTimers({ now: Date.UTC(2026, 10, 21) });
});

afterEach(() => {
	jest.restoreAllMocks();
});

const tooMany = (retryAfter?: number) =>
	new Failure('Too many requests', 'Wait.', {
		fate: 'rate-limited',
		retryAfterMs: retryAfter && retryAfter * SECOND,
	});

/** A request that wants to start now, and has all the time in the world. */
const queued = (more: Partial<QueuedRequest> = {}): QueuedRequest => ({
	group: {},
	signal: new AbortController().signal,
	since: Date.now(),
	deadline: Infinity,
	...more,
});

const inTime = (seconds: number) => Date.now() + seconds * SECOND;

/** A limiter for one request at a time, with one in flight; `leave` ends it. */
async function busy() {
	const limiter = new Limiter(new Throttle(1));
	const first = queued();
	await limiter.enter(first);
	const leave = (failure?: Failure) => {
		limiter.leave(first, { sentAt: 0, failure });
	};
	/** Lets requests start one after another. Returns the order in which they do. */
	const orderOf = async (requests: Record<string, Partial<QueuedRequest>>) => {
		const order: string[] = [];
		const all = Object.entries(requests).map(async ([name, more]) => {
			const request = queued(more);
			const reason = await limiter.enter(request);
			order.push(reason ? 'none' : name);
			if (!reason) limiter.leave(request, { sentAt: 0 });
		});
		leave();
		await Promise.all(all);
		return order;
	};
	return { limiter, leave, orderOf };
}

/** The deadline of a request that gives up, the pause that the service asked for, the end of the pause, and what is said, in s. */
it.each([
	[Infinity, 3_600, 3_600, '60 minutes'],
	[30, 60, 60, '60 seconds'],
	[60, 60, 60, undefined],
	// The pause has since been extended by answers to other requests
	[30, 5, 60, undefined],
])('with %p s left and a pause of %p s that ends in %p s, names %s', (end, after, until, named) => {
	const said = withPauseAdvice(tooMany(after), queued({ deadline: inTime(end) }), inTime(until));
	const asked = `The service asked n8n to wait ${String(named)}. Try again after that.`;
	expect(said.advice).toBe(named ? asked : 'Wait.');
});

it('a pause that ends just as the clock is read blocks nothing', async () => {
	for (let reads = 3; reads < 15; reads++) {
		const { limiter, leave } = await busy();
		const sent = jest.fn();
		void limiter.enter(queued()).then(sent);
		// Each read of the clock returns a second more than the last
		let later = 0;
		const now = Date.now.bind(Date);
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + SECOND * ++later);
		leave(tooMany(reads - 0.001));
		await jest.advanceTimersByTimeAsync(30 * SECOND);
		expect([reads, sent.mock.calls.length]).toEqual([reads, 1]);
		clock.mockRestore();
	}
});

it('forgets the pace after a minute in which nobody wanted to send', async () => {
	for (const isBlocked of [true, false]) {
		const { limiter, leave } = await busy();
		leave(tooMany());
		if (isBlocked) void limiter.enter(queued({ group: { isBlocked } }));
		await jest.advanceTimersByTimeAsync(62 * SECOND);
		void limiter.enter(queued());
		expect(limiter.throttle['pace']).toBe(isBlocked ? 100 : 0);
	}
});

it('gives up as soon as the service asks for a pause that is too long for it; others keep waiting', async () => {
	const { limiter, leave } = await busy();
	const hurried = limiter.enter(queued({ deadline: inTime(30) }));
	const patient = limiter.enter(queued({ deadline: inTime(60) }));
	leave(tooMany(60));
	// Its message is its own, not that of the request that met the limit
	const advice = 'The service asked n8n to wait 60 seconds. Try again after that.';
	const told = { message: 'Too many requests (429)', advice };
	await expect(hurried).resolves.toMatchObject(told);
	// A later request gives up, too
	await expect(limiter.enter(queued({ deadline: inTime(30) }))).resolves.toMatchObject(told);
	await jest.advanceTimersByTimeAsync(61 * SECOND);
	expect(await patient).toBeUndefined();
});

it('a queue is served oldest first, so a retry keeps its place', async () => {
	const { orderOf } = await busy();
	const group = {};
	const ages = { new: inTime(0), older: inTime(-2), again: inTime(-1), newest: inTime(0) };
	const requests = Object.entries(ages).map(([name, since]) => [name, { group, since }] as const);
	const order = await orderOf(Object.fromEntries(requests));
	expect(order).toEqual(['older', 'again', 'new', 'newest']);
});

const FIXED: Limit = { kind: 'fixed', most: 60, window: MINUTE };

it.each<[string, Limit, number[]]>([
	['one request a minute, with two runs', { ...FIXED, most: 1 }, [12, 12]],
	['five requests a minute, with six runs', { ...FIXED, most: 5 }, [10, 10, 10, 10, 10, 10]],
	['sixty requests in ten minutes', { ...FIXED, window: 10 * MINUTE }, [200]],
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
		for (const kind of ['fixed', 'sliding'] as const) {
			for (const [pause, taken] of [
				[LONGEST_PAUSE.unattended, 50],
				[LONGEST_PAUSE.attended, 20],
			]) {
				const limit: Limit = { kind, most: 20, window: 60 * MINUTE };
				const runs = [{ requests: 50, longestPauseMs: pause }];
				const service = { limit, dialect, latency: () => 300 };
				const { simulated, failures } = await simulate(service, runs, 10, 3);
				expect([simulated.taken, failures.length]).toEqual([taken, 50 - Number(taken)]);
			}
		}
	},
);
