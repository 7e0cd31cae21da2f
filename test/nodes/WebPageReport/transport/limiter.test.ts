import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import {
	type Lane,
	Limiter,
	LONGEST_WAIT,
	type Patience,
} from '../../../../nodes/WebPageReport/transport/limiter';
import type { Headers } from '../../../../nodes/WebPageReport/transport/limitHeaders';

beforeEach(() => {
	jest.useFakeTimers({ now: Date.UTC(2026, 10, 21) });
	jest.spyOn(Math, 'random').mockReturnValue(1);
});

afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

const overload = new Failure('Busy', 'Wait.', { fate: 'unknown', isPassing: true });
const unsent = new Failure('No route', 'Wait.', { isPassing: true });
const tooMany = (after?: number) =>
	new Failure('Too many requests', 'Wait.', { fate: 'not taken', isPassing: true, after });

const laneOf = (): Lane => ({ isHeld: false, pause: () => undefined });

/** What runs on a limiter, in the order in which it has left. */
class Traffic {
	readonly names: string[] = [];
	private readonly ends: Array<(outcome: Headers | Failure) => void> = [];

	constructor(readonly limiter: Limiter) {}

	/** Wants to leave; the promise is that of the limiter. */
	async send(name: string, lane = laneOf(), patience: Partial<Patience> = {}): Promise<string> {
		const { signal } = new AbortController();
		return await this.limiter.run({ lane, signal, deadline: Infinity, ...patience }, (hear) => {
			this.names.push(name);
			return new Promise((resolve, reject) => {
				this.ends.push((outcome) => {
					if (outcome instanceof Failure) reject(outcome);
					else {
						hear(outcome);
						resolve(name);
					}
				});
			});
		});
	}

	/** Wants to leave so many times, and forgets what comes of it. */
	flood(count: number, lane = laneOf(), name = 'x'): void {
		for (let sent = 0; sent < count; sent++) this.send(name, lane).catch(() => undefined);
	}

	get inFlight(): number {
		return this.ends.length;
	}

	/** Answers the oldest of those in flight, or so many, or those after so many others. */
	async answer(outcome: Headers | Failure = {}, count = 1, after = 0): Promise<void> {
		for (const end of this.ends.splice(after, count)) end(outcome);
		await jest.advanceTimersByTimeAsync(0);
	}

	/** Answers all that are in flight, and says how many there are then. */
	async round(outcome: Headers | Failure = {}): Promise<number> {
		await this.answer(outcome, this.inFlight);
		return this.inFlight;
	}
}

const flooded = async (most: number, count = 2_000) => {
	const traffic = new Traffic(new Limiter(most));
	traffic.flood(count);
	await jest.advanceTimersByTimeAsync(0);
	return traffic;
};

describe('how many are in flight', () => {
	it('begins with ten, and doubles a round up to what is allowed', async () => {
		const traffic = await flooded(100);
		const rounds = [traffic.inFlight];
		for (let round = 0; round < 5; round++) rounds.push(await traffic.round());
		expect(rounds).toEqual([10, 20, 40, 80, 100, 100]);
	});

	it('begins with what is allowed where that is less', async () => {
		const traffic = await flooded(3);
		expect([traffic.inFlight, await traffic.round()]).toEqual([3, 3]);
	});

	it('halves once for what was in flight together, and then grows by one a round', async () => {
		const traffic = await flooded(100);
		await traffic.round();
		const rounds = [await traffic.round(), await traffic.round(overload)];
		for (let round = 0; round < 3; round++) rounds.push(await traffic.round());
		expect(rounds).toEqual([40, 20, 21, 22, 23]);
	});

	it('halves again for what has left after that, down to one', async () => {
		const traffic = await flooded(10);
		const rounds = [traffic.inFlight];
		for (let round = 0; round < 5; round++) rounds.push(await traffic.round(overload));
		expect(rounds).toEqual([10, 5, 2, 1, 1, 1]);
	});

	it('is ten at the most after a 429, and grows by one a round', async () => {
		const traffic = await flooded(100);
		await traffic.round();
		await traffic.round();
		await traffic.answer(tooMany());
		await traffic.answer({}, 39);
		expect(traffic.inFlight).toBe(0);
		await jest.advanceTimersByTimeAsync(500);
		expect(traffic.inFlight).toBe(1);
		expect([await traffic.round(), await traffic.round()]).toEqual([10, 11]);
	});

	it('is what it was after something that was not sent', async () => {
		const traffic = await flooded(100);
		expect([await traffic.round(unsent), await traffic.round()]).toEqual([10, 20]);
	});

	it('grows with every other answer, also with a refusal of one', async () => {
		const traffic = await flooded(100);
		const refused = new Failure('No', 'Stop.', { fate: 'refused' });
		expect(await traffic.round(refused)).toBe(20);
	});

	it('is what the most careful of those allows who use it, until nobody does', async () => {
		const traffic = await flooded(10, 20);
		traffic.limiter.allow(4);
		traffic.limiter.allow(8);
		expect([traffic.limiter.most, await traffic.round()]).toEqual([4, 4]);
		for (let round = 0; round < 3; round++) await traffic.round();
		traffic.limiter.allow(8);
		expect(traffic.limiter.most).toBe(8);
	});
});

describe('after a refusal', () => {
	it('none leaves until the end of the pause, and then one alone', async () => {
		const traffic = await flooded(10);
		await traffic.round(tooMany(3_000));
		await jest.advanceTimersByTimeAsync(2_999);
		expect(traffic.inFlight).toBe(0);
		await jest.advanceTimersByTimeAsync(1);
		expect(traffic.inFlight).toBe(1);
		await traffic.answer();
		expect(traffic.inFlight).toBe(10);
	});

	it('the pauses grow where the one that goes ahead is refused, and not for those in flight together', async () => {
		const traffic = await flooded(10);
		await traffic.round(tooMany());
		for (const pause of [500, 1_000, 2_000]) {
			await jest.advanceTimersByTimeAsync(pause - 1);
			expect(traffic.inFlight).toBe(0);
			await jest.advanceTimersByTimeAsync(1);
			expect(traffic.inFlight).toBe(1);
			await traffic.answer(tooMany());
		}
	});

	it('a request ends that cannot wait as long as the service asks, also one that comes later', async () => {
		const traffic = new Traffic(new Limiter(1));
		const first = traffic.send('first').catch((error: unknown) => error);
		const deadline = Date.now() + 4_000;
		const early = traffic.send('early', laneOf(), { deadline }).catch((error: unknown) => error);
		await jest.advanceTimersByTimeAsync(0);
		await traffic.answer(tooMany(5_000));
		const late = traffic.send('late', laneOf(), { deadline }).catch((error: unknown) => error);
		expect(await first).toMatchObject({ advice: 'Wait.' });
		for (const failure of [await early, await late]) {
			expect(failure).toMatchObject({
				message: 'Too many requests',
				advice: 'The service asks to wait 5 seconds. Try again after that.',
				fate: 'not taken',
			});
		}
		expect(traffic.names).toEqual(['first']);
	});

	it.each([
		[LONGEST_WAIT, 'waits'],
		[LONGEST_WAIT + 1_000, 'ends'],
	])('of %d milliseconds, a request with all time %s', async (pause, outcome) => {
		const traffic = await flooded(1, 1);
		const ended = jest.fn();
		traffic.send('x').catch(ended);
		await traffic.answer(tooMany(pause));
		expect(ended).toHaveBeenCalledTimes(outcome === 'ends' ? 1 : 0);
	});

	it('whoever waits hears how long, and nobody else', async () => {
		const traffic = new Traffic(new Limiter(1));
		const [one, other] = [jest.fn(), jest.fn()];
		traffic.flood(1, { isHeld: false, pause: other });
		traffic.flood(2, { isHeld: false, pause: one });
		await jest.advanceTimersByTimeAsync(0);
		const end = Date.now() + 200;
		await traffic.answer({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '0.2' });
		expect([one.mock.calls, other.mock.calls]).toEqual([[[end]], []]);
	});
});

describe('what a service says is left', () => {
	const left = (count: number) => ({ 'x-ratelimit-remaining': String(count) });

	it('bounds those in flight, of which one may always go ahead', async () => {
		const traffic = await flooded(100);
		await traffic.answer(left(12));
		expect(traffic.inFlight).toBe(11);
		await traffic.answer(left(4));
		expect(traffic.inFlight).toBe(10);
		await traffic.answer(left(0), 9);
		expect(traffic.inFlight).toBe(1);
		// One of which nobody knows whether it was counted before, and one that was not
		await traffic.answer(left(3));
		await traffic.answer(left(3));
		expect(traffic.inFlight).toBe(3);
	});

	it('is the fewest of what those say that were in flight together', async () => {
		const traffic = await flooded(5, 100);
		await traffic.answer(left(9), 1, 4);
		await traffic.answer(left(2), 1, 0);
		expect(traffic.inFlight).toBe(4);
	});

	it('is no bound any more where the service speaks of it no more', async () => {
		const traffic = await flooded(10);
		await traffic.answer(left(1), 10);
		expect(traffic.inFlight).toBe(1);
		await traffic.answer();
		expect(traffic.inFlight).toBe(10);
	});

	it('makes a pause until the end of the window where nothing is', async () => {
		const traffic = await flooded(10);
		await traffic.round({ ...left(0), 'x-ratelimit-reset': '7' });
		await jest.advanceTimersByTimeAsync(6_999);
		expect(traffic.inFlight).toBe(0);
		await jest.advanceTimersByTimeAsync(1);
		expect(traffic.inFlight).toBe(1);
	});
});

describe('lanes', () => {
	it('take turns, however many requests each has', async () => {
		const traffic = new Traffic(new Limiter(1));
		traffic.flood(4, laneOf(), 'a');
		traffic.flood(2, laneOf(), 'b');
		traffic.flood(1, laneOf(), 'c');
		await jest.advanceTimersByTimeAsync(0);
		for (let round = 0; round < 6; round++) await traffic.answer();
		expect(traffic.names.join('')).toBe('aabcaba'.slice(0, 7));
	});

	it('that are held stand aside until they are let go', async () => {
		const traffic = new Traffic(new Limiter(2));
		const held = { isHeld: true, pause: () => undefined };
		traffic.flood(2, held, 'held');
		traffic.flood(1, laneOf(), 'free');
		await jest.advanceTimersByTimeAsync(60_000);
		expect(traffic.names).toEqual(['free']);
		held.isHeld = false;
		traffic.limiter.letGo();
		await jest.advanceTimersByTimeAsync(0);
		expect(traffic.names).toEqual(['free', 'held']);
	});
});

describe('a request that is not wanted any more', () => {
	const reason = new Failure('Stopped', 'Nothing was changed.');

	it('ends at once while it waits, and never leaves', async () => {
		const traffic = await flooded(1, 1);
		const end = new AbortController();
		const waiting = traffic.send('y', laneOf(), { signal: end.signal });
		const ended = expect(waiting).rejects.toBe(reason);
		end.abort(reason);
		await ended;
		await traffic.round();
		expect([traffic.names, traffic.limiter.isStale(Infinity)]).toEqual([['x'], true]);
	});

	it('does not even wait where that is known before', async () => {
		const traffic = new Traffic(new Limiter(1));
		await expect(traffic.send('y', laneOf(), { signal: AbortSignal.abort(reason) })).rejects.toBe(
			reason,
		);
		expect(traffic.names).toEqual([]);
	});

	it('leaves no timer behind', async () => {
		const traffic = await flooded(1, 1);
		const sent = traffic.send('y', laneOf());
		await traffic.answer(tooMany(1_000));
		await jest.advanceTimersByTimeAsync(1_000);
		await traffic.answer();
		expect(await sent).toBe('y');
		expect(jest.getTimerCount()).toBe(0);
	});
});

it.each([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])(
	'a pause that ends in the very moment in which it is looked at keeps nobody, after %i looks',
	async (looks) => {
		const traffic = await flooded(1, 1);
		let isSent = false;
		void traffic.send('y', laneOf()).then(() => (isSent = true));
		// Every look at the clock is a second later than the one before
		let later = 0;
		const now = Date.now.bind(Date);
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 1_000 * ++later);
		await traffic.answer(tooMany(1_000 * looks - 1));
		await jest.advanceTimersByTimeAsync(30_000);
		clock.mockRestore();
		await traffic.answer();
		await traffic.round();
		expect(isSent).toBe(true);
	},
);

describe('what is known of a service is of no more use', () => {
	it('when nobody has used it for a while, and not while somebody does', async () => {
		const traffic = await flooded(1, 1);
		await jest.advanceTimersByTimeAsync(1_000);
		expect(traffic.limiter.isStale(Infinity)).toBe(false);
		await traffic.answer();
		const end = Date.now();
		expect([end, end + 1].map((since) => traffic.limiter.isStale(since))).toEqual([false, true]);
		traffic.flood(1);
		expect(traffic.limiter.isStale(Infinity)).toBe(false);
	});

	it.each([
		[LONGEST_WAIT, false],
		[LONGEST_WAIT + 1, true],
	])('at once where it asks for a pause of %d milliseconds: %p', async (pause, isStale) => {
		const traffic = await flooded(1, 1);
		await traffic.answer(tooMany(pause));
		expect(traffic.limiter.isStale(0)).toBe(isStale);
	});
});
