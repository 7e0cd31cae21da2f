import { Pause, wait } from '../../../../nodes/WebPageReport/request/pause';
import { failureOf } from './failureOf';

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
		expect(await timeOf(wait(milliseconds, undefined))).toBe(milliseconds);
	});

	it.each([0, -1])('of %d ms is none', async (milliseconds) => {
		const waiting = wait(milliseconds, undefined);
		expect(jest.getTimerCount()).toBe(0);
		await waiting;
	});

	it('ends soon after the workflow was stopped, and leaves nothing behind', async () => {
		const stop = new AbortController();
		setTimeout(() => {
			stop.abort();
		}, 300);
		const waiting = failureOf(async () => {
			await wait(60_000, stop.signal);
		});
		expect(await timeOf(waiting)).toBe(500);
		expect(jest.getTimerCount()).toBe(0);
		const { title, advice, again } = await waiting;
		expect(title).toBe('The workflow was stopped');
		expect(advice).toBe('Nothing was sent for this item any more.');
		expect(again).toBeUndefined();
	});

	it('does not begin in a workflow that was stopped before', async () => {
		const { title } = await failureOf(async () => {
			await wait(0, AbortSignal.abort());
		});
		expect(title).toBe('The workflow was stopped');
	});

	it('is not disturbed by a signal that stays silent', async () => {
		expect(await timeOf(wait(400, new AbortController().signal))).toBe(400);
	});
});

describe('a pause', () => {
	it('is over where nobody has asked for one', async () => {
		const pause = new Pause();
		expect(pause.remaining).toBe(0);
		expect(await timeOf(pause.isOver(Infinity, undefined))).toBe(0);
		expect(jest.getTimerCount()).toBe(0);
	});

	it('gets shorter with time, and never less than nothing', async () => {
		const pause = new Pause();
		pause.extend(1_000);
		expect(pause.remaining).toBe(1_000);
		await jest.advanceTimersByTimeAsync(400);
		expect(pause.remaining).toBe(600);
		await jest.advanceTimersByTimeAsync(5_000);
		expect(pause.remaining).toBe(0);
	});

	it.each([
		[1_000, 10],
		[10, 1_000],
	])('of %d and of %d ms at once is the longer one', (first, second) => {
		const pause = new Pause();
		pause.extend(first);
		pause.extend(second);
		expect(pause.remaining).toBe(1_000);
	});

	it('is waited for by everybody, also when it is extended meanwhile', async () => {
		const pause = new Pause();
		pause.extend(500);
		setTimeout(() => {
			pause.extend(2_000);
		}, 400);
		const both = Promise.all([
			pause.isOver(Infinity, undefined),
			pause.isOver(Infinity, undefined),
		]);
		expect(await timeOf(both)).toBe(2_400);
	});

	it.each([
		[5_000, true, 5_000],
		[4_999, false, 0],
	])(
		'of 5,000 ms, with %d ms left, is waited for only if it ends in time',
		async (left, over, time) => {
			const pause = new Pause();
			pause.extend(5_000);
			const isOver = pause.isOver(Date.now() + left, undefined);
			expect(await timeOf(isOver)).toBe(time);
			expect(await isOver).toBe(over);
		},
	);

	it('ends when the workflow is stopped', async () => {
		const pause = new Pause();
		pause.extend(5_000);
		const { title } = await failureOf(async () => {
			await pause.isOver(Infinity, AbortSignal.abort());
		});
		expect(title).toBe('The workflow was stopped');
	});
});
