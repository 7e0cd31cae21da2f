import type { Outcome } from '../../../../nodes/WebPageReport/request/exchange';
import { type Again, Failure } from '../../../../nodes/WebPageReport/request/failure';
import { Pause } from '../../../../nodes/WebPageReport/request/pause';
import { persist } from '../../../../nodes/WebPageReport/request/persist';
import { failureOf } from './failureOf';

const MINUTE = 60_000;

const failed = (again?: Again): Outcome => ({
	failure: new Failure('It did not work', 'Do something else.', again),
});

/** A service that answers like this, one outcome a request and the last one for ever. */
function service(...outcomes: Outcome[]) {
	const start = Date.now();
	const times: number[] = [];
	const exchange = async () => {
		times.push(Date.now() - start);
		return await Promise.resolve(outcomes[Math.min(times.length, outcomes.length) - 1] ?? {});
	};
	return { times, exchange };
}

/** Runs the fake clock for as long as it takes. */
async function inTime<T>(work: Promise<T>): Promise<T> {
	const [outcome] = await Promise.allSettled([work, jest.advanceTimersByTimeAsync(30 * MINUTE)]);
	if (outcome.status === 'rejected') throw outcome.reason;
	return outcome.value;
}

const read = async (exchange: () => Promise<Outcome>, signal?: AbortSignal) =>
	await inTime(persist(exchange, true, new Pause(), signal));
const write = async (exchange: () => Promise<Outcome>) =>
	await inTime(persist(exchange, false, new Pause(), undefined));

beforeEach(() => {
	jest.useFakeTimers();
	jest.spyOn(Math, 'random').mockReturnValue(1);
});

afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

describe('a request', () => {
	it.each([
		['a read', read],
		['a write', write],
	])('is sent once where it succeeds: %s', async (_, send) => {
		const { times, exchange } = service({ body: { id: 1 } });
		expect(await send(exchange)).toEqual({ id: 1 });
		expect(times).toEqual([0]);
	});

	it.each([
		['a read', read],
		['a write', write],
	])('is sent once where sending it again leads to the same failure: %s', async (_, send) => {
		const outcome = failed();
		const { times, exchange } = service(outcome);
		expect(await failureOf(async () => await send(exchange))).toBe(outcome.failure);
		expect(times).toEqual([0]);
	});

	it.each([
		['a read', read],
		['a write', write],
	])('that was not taken is sent again after the pause asked for: %s', async (_, send) => {
		const { times, exchange } = service(
			failed({ safeFor: 'anything', after: 3_000 }),
			failed({ safeFor: 'anything', after: 1_000 }),
			{ body: 'done' },
		);
		expect(await send(exchange)).toBe('done');
		expect(times).toEqual([0, 3_000, 4_000]);
	});

	it('waits for a pause that another one was asked for', async () => {
		const pause = new Pause();
		pause.extend(700);
		const { times, exchange } = service({ body: 'done' });
		await inTime(persist(exchange, false, pause, undefined));
		expect(times).toEqual([700]);
	});
});

const broken = failed({ safeFor: 'reads' });

describe('a read that got no answer', () => {
	it('is sent four times, with pauses that grow, and fails with the last failure', async () => {
		const last = failed({ safeFor: 'reads' });
		const { times, exchange } = service(broken, broken, broken, last);
		expect(await failureOf(async () => await read(exchange))).toBe(last.failure);
		expect(times).toEqual([0, 500, 1_500, 3_500]);
	});

	it('succeeds at the fourth time', async () => {
		const { times, exchange } = service(broken, broken, broken, { body: 'done' });
		expect(await read(exchange)).toBe('done');
		expect(times).toHaveLength(4);
	});

	it('waits at least half as long, so that not all come back at once', async () => {
		jest.spyOn(Math, 'random').mockReturnValue(0);
		const { times, exchange } = service(broken);
		await failureOf(async () => await read(exchange));
		expect(times).toEqual([0, 250, 750, 1_750]);
	});

	it('waits as long as the service asks for, and holds up no other request', async () => {
		const pause = new Pause();
		const extend = jest.spyOn(pause, 'extend');
		const { times, exchange } = service(failed({ safeFor: 'reads', after: 3_000 }), {
			body: 'done',
		});
		await inTime(persist(exchange, true, pause, undefined));
		expect(times).toEqual([0, 3_000]);
		expect(extend).not.toHaveBeenCalled();
	});

	it.each([
		[10 * MINUTE, [0, 10 * MINUTE]],
		[10 * MINUTE + 1, [0]],
	])('is sent again after %d ms only if that is ten minutes at the most', async (after, sent) => {
		const { times, exchange } = service(failed({ safeFor: 'reads', after }), failed());
		const { advice } = await failureOf(async () => await read(exchange));
		expect(times).toEqual(sent);
		expect(advice.includes('this node waits 10 minutes at the most')).toBe(sent.length === 1);
	});

	it('is not sent again once the workflow has been stopped', async () => {
		const stop = new AbortController();
		setTimeout(() => {
			stop.abort();
		}, 100);
		const { times, exchange } = service(broken);
		const { title } = await failureOf(async () => await read(exchange, stop.signal));
		expect(title).toBe('The workflow was stopped');
		expect(times).toEqual([0]);
	});
});

describe('a write that got no answer', () => {
	it('is never sent again, also where the service names a time', async () => {
		const outcome = failed({ safeFor: 'reads', after: 10 });
		const { times, exchange } = service(outcome);
		expect(await failureOf(async () => await write(exchange))).toBe(outcome.failure);
		expect(times).toEqual([0]);
	});
});

describe('a service that takes nothing', () => {
	it('and names no time is asked at growing pauses, of a minute at the most', async () => {
		const { times, exchange } = service(failed({ safeFor: 'anything' }));
		await failureOf(async () => await write(exchange));
		const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
		expect(pauses.slice(0, 9)).toEqual([
			500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000,
		]);
		expect(Math.max(...pauses)).toBe(MINUTE);
		expect(times.at(-1)).toBeGreaterThan(9 * MINUTE);
		expect(times.at(-1)).toBeLessThanOrEqual(10 * MINUTE);
	});

	it.each([0, 1, 499, 500])(
		'and asks for %d ms is not asked again without a pause',
		async (after) => {
			const { times, exchange } = service(failed({ safeFor: 'anything', after }), { body: 'done' });
			expect(await write(exchange)).toBe('done');
			expect(times).toEqual([0, 500]);
		},
	);

	it('does not use up the tries of a read', async () => {
		const limited = failed({ safeFor: 'anything', after: 1_000 });
		const { times, exchange } = service(limited, limited, limited, limited, broken, {
			body: 'done',
		});
		expect(await read(exchange)).toBe('done');
		expect(times).toHaveLength(6);
	});

	it('holds up all requests of the run', async () => {
		const pause = new Pause();
		const extend = jest.spyOn(pause, 'extend');
		const { exchange } = service(failed({ safeFor: 'anything', after: 2_000 }), { body: 'done' });
		await inTime(persist(exchange, false, pause, undefined));
		expect(extend.mock.calls).toEqual([[2_000]]);
	});

	it('and asks for ten minutes gets them', async () => {
		const after = 10 * MINUTE;
		const { times, exchange } = service(failed({ safeFor: 'anything', after }), { body: 'done' });
		expect(await write(exchange)).toBe('done');
		expect(times).toEqual([0, after]);
	});

	it.each([10 * MINUTE + 1, 90 * MINUTE])(
		'and asks for %d ms is left at once, with a word on it',
		async (after) => {
			const { times, exchange } = service(failed({ safeFor: 'anything', after }));
			const { title, advice, again } = await failureOf(async () => await write(exchange));
			expect(times).toEqual([0]);
			expect(title).toBe('It did not work');
			expect(advice).toBe(
				'Do something else. For one request this node waits 10 minutes at the most.',
			);
			expect(again).toBeUndefined();
		},
	);

	it('is not even asked while the pause of the run is too long', async () => {
		const pause = new Pause();
		pause.extend(11 * MINUTE);
		const { times, exchange } = service({ body: 'done' });
		const { title, advice } = await failureOf(
			async () => await persist(exchange, false, pause, undefined),
		);
		expect(times).toEqual([]);
		expect(title).toBe('The service takes no more requests for now');
		expect(advice).toMatch(/^Nothing was done\. Run it again later\. .* 10 minutes/);
	});

	it('is left where all its pauses together take more than ten minutes', async () => {
		const { times, exchange } = service(failed({ safeFor: 'anything', after: 4 * MINUTE }));
		await failureOf(async () => await write(exchange));
		expect(times).toEqual([0, 4 * MINUTE, 8 * MINUTE]);
	});
});
