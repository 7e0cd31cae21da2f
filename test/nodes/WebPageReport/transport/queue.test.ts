import fc from 'fast-check';

import { Queue, type Request } from '../../../../nodes/WebPageReport/transport/queue';

/** A queue with requests that have names, and what has become of them. */
function namedQueue() {
	const queue = new Queue();
	const refused = new Map<string, unknown>();
	const add = (name: string, lane: object, more: Partial<Request> = {}) => {
		const request: Request = { lane, since: 0, isReady: () => true, ...more };
		const refuse = (reason: unknown) => {
			refused.set(name, reason);
		};
		queue.add({ request, leave: () => undefined, refuse });
		names.set(request, name);
	};
	const names = new Map<Request, string>();
	const take = () => {
		const waiting = queue.take();
		return waiting && names.get(waiting.request);
	};
	const takeAll = () => {
		const taken: string[] = [];
		for (let name = take(); name !== undefined; name = take()) taken.push(name);
		return taken;
	};
	return { queue, add, take, takeAll, refused };
}

const stop = () => {
	throw new Error('Stopped');
};

describe('a queue', () => {
	it('keeps the order within a lane', () => {
		const { add, takeAll } = namedQueue();
		const lane = {};
		['1', '2', '3'].forEach((name) => {
			add(name, lane);
		});
		expect(takeAll()).toEqual(['1', '2', '3']);
	});

	it('takes lane by lane, whatever their length', () => {
		const { add, takeAll } = namedQueue();
		const [long, short] = [{}, {}];
		['a1', 'a2', 'a3'].forEach((name) => {
			add(name, long);
		});
		add('b1', short);
		expect(takeAll()).toEqual(['a1', 'b1', 'a2', 'a3']);
	});

	it('passes over a lane that is not ready, which keeps its turn', () => {
		const { add, take, takeAll } = namedQueue();
		const state = { isReady: false };
		add('a', {}, { isReady: () => state.isReady });
		const other = {};
		add('b1', other);
		add('b2', other);
		expect(take()).toBe('b1');
		state.isReady = true;
		expect(takeAll()).toEqual(['a', 'b2']);
	});

	it('takes nothing where nobody is ready, and keeps all', () => {
		const { queue, add, take } = namedQueue();
		add('a', {}, { isReady: () => false });
		expect(take()).toBeUndefined();
		expect(queue.isEmpty).toBe(false);
	});

	it('refuses what is not wanted any more, and takes the next one', () => {
		const { queue, add, take, refused } = namedQueue();
		const lane = {};
		add('a1', lane, { isReady: stop });
		add('a2', lane);
		expect(take()).toBe('a2');
		expect([...refused]).toEqual([['a1', new Error('Stopped')]]);
		expect(queue.isEmpty).toBe(true);
	});

	it('sweeps out what is not wanted any more, or cannot wait, wherever it stands', () => {
		const { queue, add, takeAll, refused } = namedQueue();
		const lane = {};
		add('1', lane);
		add('2', lane, { isReady: stop });
		add('3', lane, { deadline: 5 });
		add('4', lane);
		add('5', {}, { isReady: stop });
		queue.sweep(({ deadline }) => deadline);
		expect([...refused]).toEqual([
			['2', new Error('Stopped')],
			['3', 5],
			['5', new Error('Stopped')],
		]);
		expect(takeAll()).toEqual(['1', '4']);
		expect(queue.isEmpty).toBe(true);
	});

	it('shows the first of every lane', () => {
		const { queue, add } = namedQueue();
		const lane = {};
		add('1', lane, { since: 1 });
		add('2', lane, { since: 2 });
		add('3', {}, { since: 3 });
		expect(queue.firsts.map(({ since }) => since)).toEqual([1, 3]);
	});

	it('lets nobody starve: between two of a lane, each other one has one turn at the most', () => {
		const sizes = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 6 });
		fc.assert(
			fc.property(sizes, (lengths) => {
				const { queue, add, takeAll } = namedQueue();
				lengths.forEach((length, index) => {
					const lane = {};
					for (let number = 0; number < length; number++) add(String(index), lane);
				});
				const taken = takeAll();
				const all = lengths.reduce((sum, length) => sum + length, 0);
				expect(taken).toHaveLength(all);
				expect(queue.isEmpty).toBe(true);
				lengths.forEach((length, index) => {
					const turns = taken.flatMap((name, turn) => (name === String(index) ? [turn] : []));
					expect(turns).toHaveLength(length);
					turns.forEach((turn, count) => {
						const before = count === 0 ? -1 : (turns[count - 1] ?? -1);
						expect(turn - before).toBeLessThanOrEqual(lengths.length);
					});
				});
			}),
		);
	});
});
