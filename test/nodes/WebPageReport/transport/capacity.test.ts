import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import { Capacity } from '../../../../nodes/WebPageReport/transport/capacity';

const now = 1_000_000;

const overloaded = new Failure('Busy', 'Wait.', { retry: { of: 'reads' }, code: '503' });

/** A refusal that asks for a pause of so many milliseconds. */
const refusal = (after?: number) =>
	new Failure('Too many', 'Wait.', { retry: { of: 'any request', after }, code: '429' });

/** Lets out as many as may leave. */
function leave(capacity: Capacity, at = now) {
	const departures = [];
	while (capacity.hasRoom(at)) departures.push(capacity.depart(at));
	return departures;
}

/** A service that has answered once without a word of a limit. */
function knownCapacity(most: number): Capacity {
	const capacity = new Capacity(most);
	capacity.arrive(capacity.depart(now), {}, undefined, now);
	return capacity;
}

afterEach(() => {
	jest.restoreAllMocks();
});

it.each([1, 2, 10, 100])('as many leave as are allowed at once: %d', (most) => {
	expect(leave(knownCapacity(most))).toHaveLength(most);
});

it('ten leave before the first answer, however many are allowed', () => {
	expect(leave(new Capacity(100))).toHaveLength(10);
});

it('tickets are numbered in the order in which they leave', () => {
	expect(leave(new Capacity(3))).toEqual([1, 2, 3].map((ticket) => ({ ticket, at: now })));
});

it('of two credentials, the careful one counts', () => {
	const capacity = knownCapacity(10);
	capacity.allow(3);
	capacity.allow(7);
	expect(capacity.most).toBe(3);
	expect(leave(capacity)).toHaveLength(3);
});

it.each([undefined, new Failure('Not found', 'Look.', { code: '404' })])(
	'an answer makes room for another, whatever it is: %s',
	(error) => {
		const capacity = knownCapacity(2);
		const [first] = leave(capacity);
		if (first) capacity.arrive(first, {}, error, now + 5);
		expect(leave(capacity)).toHaveLength(1);
		expect(capacity.lastTaken).toBe(now + 5);
	},
);

it('an overload halves what there may be at once, successes bring it back', () => {
	const capacity = knownCapacity(10);
	leave(capacity).forEach((departure) => {
		capacity.arrive(departure, {}, overloaded, now);
	});
	const counts = [5, 6, 7, 8, 9, 10, 10].map(() => {
		const departures = leave(capacity);
		departures.forEach((departure) => {
			capacity.arrive(departure, {}, undefined, now);
		});
		return departures.length;
	});
	expect(counts).toEqual([5, 6, 7, 8, 9, 10, 10]);
});

it('successes bring back one a round, also where the fractions of one do not add up', () => {
	const capacity = knownCapacity(100);
	leave(capacity).forEach((departure) => {
		capacity.arrive(departure, {}, overloaded, now);
	});
	for (let count = 50; count <= 100; count++) {
		const departures = leave(capacity);
		expect(departures).toHaveLength(count);
		departures.forEach((departure) => {
			capacity.arrive(departure, {}, undefined, now);
		});
	}
});

it('what is left is read from the headers, also of an answer that is a failure', () => {
	const capacity = new Capacity(10);
	const departure = capacity.depart(now);
	const failure = new Failure('Not found', 'Look.', { code: '404' });
	capacity.arrive(departure, { 'x-ratelimit-remaining': '3' }, failure, now);
	expect(leave(capacity)).toHaveLength(3);
});

it('nothing left, said once, is over as soon as one is taken without a word of it', () => {
	const capacity = knownCapacity(10);
	const said = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' };
	capacity.arrive(capacity.depart(now), said, undefined, now);
	expect(leave(capacity, now + 999)).toEqual([]);
	// The answer that got lost shows nothing, but that the service is overloaded
	for (const answer of [overloaded, undefined]) {
		const [alone, ...others] = leave(capacity, now + 1_000);
		expect(others).toEqual([]);
		if (alone) capacity.arrive(alone, {}, answer, now + 1_000);
	}
	expect(leave(capacity, now + 1_000)).toHaveLength(5);
});

describe('a refusal', () => {
	it('pauses all for as long as it asks', () => {
		const capacity = knownCapacity(10);
		const failure = refusal(5_000);
		capacity.arrive(capacity.depart(now), {}, failure, now);
		expect(capacity.pausedUntil).toBe(now + 5_000);
		expect(capacity.refusal).toBe(failure);
		expect(leave(capacity, now + 4_999)).toEqual([]);
		expect(leave(capacity, now + 5_000)).toHaveLength(1);
	});

	it('does not count as an overload, nor as taken', () => {
		const capacity = new Capacity(4);
		leave(capacity).forEach((departure) => {
			capacity.arrive(departure, {}, refusal(1_000), now);
		});
		expect(capacity.lastTaken).toBe(0);
		const [single] = leave(capacity, now + 1_000);
		if (single) capacity.arrive(single, { 'ratelimit-remaining': '9' }, undefined, now + 1_000);
		expect(leave(capacity, now + 1_000)).toHaveLength(4);
	});

	it('right after the pause that was asked for makes later ones longer by a second', () => {
		const capacity = knownCapacity(10);
		const pauses = [4_000, 1_000, 4_000].map((asked) => {
			const at = capacity.pausedUntil + now;
			capacity.arrive(capacity.depart(at), {}, refusal(asked), at);
			const pause = capacity.pausedUntil - at;
			return pause;
		});
		expect(pauses).toEqual([4_000, 2_000, 5_000]);
	});

	it('together with others does not make later ones longer', () => {
		const capacity = knownCapacity(10);
		leave(capacity).forEach((departure) => {
			capacity.arrive(departure, {}, refusal(4_000), now);
		});
		expect(capacity.pausedUntil).toBe(now + 4_000);
	});

	it('that asks for nothing pauses twice as long each time', () => {
		jest.spyOn(Math, 'random').mockReturnValue(0.999_999);
		const capacity = knownCapacity(10);
		const pauses = [1, 2, 3, 4].map(() => {
			const at = Math.max(now, capacity.pausedUntil);
			capacity.arrive(capacity.depart(at), {}, refusal(), at);
			return capacity.pausedUntil - at;
		});
		expect(pauses).toEqual([500, 1_000, 2_000, 4_000]);
	});
});
