import { sleep } from 'n8n-workflow';

import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import { inTime, wait } from '../../../../nodes/WebPageReport/transport/wait';
import { failureOf } from '../../../support/failureOf';

const go = () => undefined;

/** Tells whoever asks that nobody waits any more, once so many milliseconds are over. */
function endingAfter(milliseconds: number) {
	const end = Date.now() + milliseconds;
	return jest.fn(() => {
		if (Date.now() >= end) throw new Failure('Not wanted', 'Go home.');
	});
}

/** Milliseconds until the promise is settled, seen at every millisecond of the fake clock. */
async function timeOf(promise: Promise<unknown>): Promise<number> {
	const start = Date.now();
	const state = { settled: false };
	const settle = () => {
		state.settled = true;
	};
	promise.then(settle, settle);
	await jest.advanceTimersByTimeAsync(0);
	while (!state.settled) await jest.advanceTimersByTimeAsync(1);
	return Date.now() - start;
}

beforeEach(() => {
	jest.useFakeTimers();
});

afterEach(() => {
	jest.useRealTimers();
});

describe('a wait', () => {
	it.each([1, 100, 249, 250, 251, 1_000, 1_234])('of %d ms lasts as long', async (milliseconds) => {
		expect(await timeOf(wait(milliseconds, go))).toBe(milliseconds);
	});

	it.each([0, -1])('of %d ms is none', async (milliseconds) => {
		const waiting = wait(milliseconds, go);
		expect(jest.getTimerCount()).toBe(0);
		await waiting;
	});

	it('ends soon after it is not wanted any more, and leaves nothing behind', async () => {
		const check = endingAfter(300);
		const waiting = failureOf(async () => {
			await wait(60_000, check);
		});
		expect(await timeOf(waiting)).toBe(500);
		expect(jest.getTimerCount()).toBe(0);
		expect((await waiting).title).toBe('Not wanted');
		expect(check).toHaveBeenCalledTimes(3);
	});

	it.each([0, 1_000])('of %d ms does not begin where it is not wanted', async (milliseconds) => {
		const { title } = await failureOf(async () => {
			await wait(milliseconds, endingAfter(0));
		});
		expect(title).toBe('Not wanted');
	});

	it('that is not wanted any more at its end does not end well', async () => {
		const waiting = failureOf(async () => {
			await wait(400, endingAfter(400));
		});
		expect(await timeOf(waiting)).toBe(400);
		expect((await waiting).title).toBe('Not wanted');
	});
});

describe('work that has to end in time', () => {
	const tooLate = () => new Failure('Too late', 'Wait longer.');

	/** Work that never ends by itself. */
	const never = async () => await new Promise<never>(() => undefined);

	/** Work that ends when it is told to, a little later. */
	const obedient = async (signal: AbortSignal) =>
		await new Promise<never>((_, reject) => {
			signal.addEventListener('abort', () => {
				setTimeout(() => {
					reject(new Error('told to end'));
				}, 10);
			});
		});

	/** A signal, and how many listen to it. */
	function listenedTo() {
		const controller = new AbortController();
		const { signal } = controller;
		const add = jest.spyOn(signal, 'addEventListener');
		const remove = jest.spyOn(signal, 'removeEventListener');
		return {
			signal,
			stop: () => {
				controller.abort();
			},
			listeners: () => add.mock.calls.length - remove.mock.calls.length,
			pairs: () => [add.mock.calls, remove.mock.calls],
		};
	}

	it('gives what the work gives, and leaves no timer behind after 250 ms', async () => {
		const work = async () => {
			await sleep(100);
			return 'done';
		};
		const outcome = inTime(work, { milliseconds: 60_000, tooLate });
		expect(await timeOf(outcome)).toBe(100);
		expect(await outcome).toBe('done');
		await jest.advanceTimersByTimeAsync(150);
		expect(jest.getTimerCount()).toBe(0);
	});

	it('fails as the work fails', async () => {
		const reason = new Error('it broke');
		const work = async () => await Promise.reject(reason);
		await expect(inTime(work, { milliseconds: 60_000, tooLate })).rejects.toBe(reason);
		await jest.advanceTimersByTimeAsync(250);
		expect(jest.getTimerCount()).toBe(0);
	});

	it.each([1, 249, 250, 1_234, 60_000])('is left after %d ms', async (milliseconds) => {
		const work = jest.fn(never);
		const outcome = failureOf(async () => await inTime(work, { milliseconds, tooLate }));
		expect(await timeOf(outcome)).toBe(milliseconds);
		expect((await outcome).title).toBe('Too late');
		expect(work).toHaveBeenCalledTimes(1);
		expect(jest.getTimerCount()).toBe(0);
	});

	it('is told to end when it is left, and not before', async () => {
		let told: number | undefined;
		const work = async (signal: AbortSignal) => {
			const start = Date.now();
			signal.addEventListener('abort', () => {
				told = Date.now() - start;
			});
			return await never();
		};
		await timeOf(failureOf(async () => await inTime(work, { milliseconds: 700, tooLate })));
		expect(told).toBe(700);
	});

	it('ends by itself, in its own words, soon after it has been told to', async () => {
		const { signal, stop } = listenedTo();
		setTimeout(stop, 1_000);
		const outcome = inTime(obedient, { milliseconds: 60_000, tooLate, signal });
		expect(await timeOf(outcome)).toBe(1_010);
		await expect(outcome).rejects.toThrow('told to end');
	});

	it.each([
		[1_000, 1_250],
		[1_001, 1_500],
		[1_249, 1_500],
	])('that does not end after %d ms, as it is told to, is left: %d ms', async (told, left) => {
		const { signal, stop } = listenedTo();
		setTimeout(stop, told);
		const outcome = failureOf(
			async () => await inTime(never, { milliseconds: 60_000, tooLate, signal }),
		);
		expect(await timeOf(outcome)).toBe(left);
		expect((await outcome).title).toBe('Too late');
	});

	it('is told to end at once where it is told so before it begins', async () => {
		const { signal, stop } = listenedTo();
		stop();
		const work = jest.fn(async (end: AbortSignal) => await Promise.resolve(end.aborted));
		expect(await inTime(work, { milliseconds: 60_000, tooLate, signal })).toBe(true);
		const outcome = failureOf(
			async () => await inTime(never, { milliseconds: 60_000, tooLate, signal }),
		);
		expect(await timeOf(outcome)).toBe(250);
		expect((await outcome).title).toBe('Too late');
	});

	it.each([
		['is done', async () => await Promise.resolve('done')],
		['fails', async () => await Promise.reject(new Error('it broke'))],
		['is left', never],
	])('listens to nothing any more when it %s', async (_, work) => {
		const { signal, listeners, pairs } = listenedTo();
		const outcome = inTime<unknown>(work, { milliseconds: 1_000, tooLate, signal });
		expect(listeners()).toBe(1);
		await timeOf(outcome);
		expect(listeners()).toBe(0);
		const [added, removed] = pairs();
		expect(removed?.map(([type, listener]) => [type, listener])).toEqual(
			added?.map(([type, listener]) => [type, listener]),
		);
	});

	it('leaves no failure that nobody hears of', async () => {
		const unheard = jest.fn();
		process.on('unhandledRejection', unheard);
		const work = async (signal: AbortSignal) => await obedient(signal);
		await timeOf(failureOf(async () => await inTime(work, { milliseconds: 500, tooLate })));
		await inTime(async () => await Promise.resolve(1), { milliseconds: 100, tooLate });
		await jest.advanceTimersByTimeAsync(1_000);
		jest.useRealTimers();
		await new Promise((resolve) => setImmediate(resolve));
		process.off('unhandledRejection', unheard);
		expect(unheard).not.toHaveBeenCalled();
	});
});
