import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import { Cooldown, wait } from '../../../../nodes/WebPageReport/transport/cooldown';
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

describe('a pause', () => {
	it('is over where nobody has asked for one', async () => {
		const pause = new Cooldown();
		expect(pause.remaining).toBe(0);
		expect(await timeOf(pause.waitUntil(Infinity, go))).toBe(0);
		expect(jest.getTimerCount()).toBe(0);
	});

	it('gets shorter with time, and never less than nothing', async () => {
		const pause = new Cooldown();
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
		const pause = new Cooldown();
		pause.extend(first);
		pause.extend(second);
		expect(pause.remaining).toBe(1_000);
	});

	it('is waited for by everybody, also when it is extended meanwhile', async () => {
		const pause = new Cooldown();
		pause.extend(500);
		setTimeout(() => {
			pause.extend(2_000);
		}, 400);
		const both = Promise.all([pause.waitUntil(Infinity, go), pause.waitUntil(Infinity, go)]);
		expect(await timeOf(both)).toBe(2_400);
	});

	it.each([
		[5_000, true, 5_000],
		[4_999, false, 0],
	])(
		'of 5,000 ms, with %d ms left, is waited for only if it ends in time',
		async (left, over, time) => {
			const pause = new Cooldown();
			pause.extend(5_000);
			const isOver = pause.waitUntil(Date.now() + left, go);
			expect(await timeOf(isOver)).toBe(time);
			expect(await isOver).toBe(over);
		},
	);

	it('ends when it is not wanted any more', async () => {
		const pause = new Cooldown();
		pause.extend(5_000);
		const waiting = failureOf(async () => {
			await pause.waitUntil(Infinity, endingAfter(600));
		});
		expect(await timeOf(waiting)).toBe(750);
		expect((await waiting).title).toBe('Not wanted');
	});
});
