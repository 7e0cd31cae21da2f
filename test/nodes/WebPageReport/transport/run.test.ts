import type { Plan } from '../../../../nodes/WebPageReport/transport/plan';
import type { Run } from '../../../../nodes/WebPageReport/transport/run';
import { failureOf } from '../../../support/failureOf';
import {
	begun,
	counter,
	failed,
	goesOn,
	inTime,
	isSettled,
	NOT_WANTED,
	runOf,
	sender,
} from './runs';

beforeEach(() => {
	jest.useFakeTimers();
});

afterEach(() => {
	jest.useRealTimers();
});

describe('a request of a run', () => {
	it('is sent, and gives the body of the answer', async () => {
		const attempt = counter();
		expect(await sender(begun())(0, true, attempt)).toBe(1);
		expect(attempt).toHaveBeenCalledTimes(1);
	});

	it.each([
		['is not sent', {}, 0],
		['is sent all the same', goesOn, 1],
	])('%s after another item has failed, with %j', async (_, changes, requests) => {
		const run = begun(changes);
		const send = sender(run);
		const attempt = counter();
		run.progress.fail(0);
		const sent = send(1, false, attempt);
		if (requests === 0) expect(await inTime(sent)).toMatchObject(NOT_WANTED);
		else expect(await sent).toBe(1);
		expect(attempt).toHaveBeenCalledTimes(requests);
	});

	it.each([true, false])('has nine beside it, a read: %j', async (isRead) => {
		const run = begun(goesOn);
		const send = sender(run);
		const open: Array<(body: unknown) => void> = [];
		const attempt = async () => await new Promise((resolve) => open.push(resolve));
		const all = Array.from({ length: 12 }, async (_, item) => {
			await send(item, isRead, attempt);
		});
		await jest.advanceTimersByTimeAsync(0);
		expect(open).toHaveLength(10);
		while (open.length > 0) {
			open.splice(0).forEach((resolve) => {
				resolve('done');
			});
			await jest.advanceTimersByTimeAsync(0);
		}
		await Promise.all(all);
	});

	it('that fails lets no other one out, where that stops the workflow', async () => {
		const run = begun({ items: 12 });
		const send = sender(run);
		const ends: Array<(reason: unknown) => void> = [];
		const attempt = async () => await new Promise((_, reject) => ends.push(reject));
		const all = Array.from({ length: 12 }, async (_, item) =>
			failureOf(async () => await send(item, false, attempt)),
		);
		await jest.advanceTimersByTimeAsync(0);
		expect(ends).toHaveLength(10);
		ends.forEach((reject) => {
			reject(failed());
		});
		await jest.advanceTimersByTimeAsync(0);
		expect(ends).toHaveLength(10);
		const titles = (await Promise.all(all)).map(({ title }) => title);
		expect(titles).toEqual([
			...Array<string>(10).fill('It failed'),
			...Array<string>(2).fill(NOT_WANTED.title),
		]);
	});

	it('is repeated where it is a read that broke, and not where it is a write', async () => {
		for (const [isRead, times] of [
			[true, 4],
			[false, 1],
		] as const) {
			const failure = failed({ of: 'reads' });
			const attempt = jest.fn(async () => await Promise.reject(failure));
			expect(await inTime(sender(begun(goesOn))(0, isRead, attempt))).toBe(failure);
			expect(attempt).toHaveBeenCalledTimes(times);
		}
	});

	it('waits while the service takes no more, like all others, and ends early when stopped', async () => {
		const run = begun(goesOn);
		const send = sender(run);
		const throttled = jest
			.fn<Promise<unknown>, []>()
			.mockRejectedValueOnce(failed({ of: 'any request', after: 5_000 }))
			.mockResolvedValue('first');
		const first = send(0, false, throttled);
		await jest.advanceTimersByTimeAsync(10);

		const attempt = counter();
		const second = send(1, true, attempt);
		const stopped = failureOf(async () => await send(2, true, attempt, AbortSignal.abort()));
		await jest.advanceTimersByTimeAsync(4_980);
		const { title, advice } = await stopped;
		expect(title).toBe('The workflow was stopped');
		expect(advice).toBe('Nothing was changed.');
		expect(attempt).not.toHaveBeenCalled();
		await jest.advanceTimersByTimeAsync(10);
		expect(await Promise.all([first, second])).toEqual(['first', 1]);
	});

	it('waits no longer when another item fails', async () => {
		const run = begun();
		const send = sender(run);
		const attempt = jest
			.fn<Promise<unknown>, []>()
			.mockRejectedValueOnce(failed({ of: 'any request', after: 60_000 }))
			.mockResolvedValue('sent');
		const waiting = failureOf(async () => await send(0, false, attempt));
		await jest.advanceTimersByTimeAsync(10);
		const behind = failureOf(async () => await send(1, true, attempt));
		await jest.advanceTimersByTimeAsync(100);
		run.progress.fail(1);
		await jest.advanceTimersByTimeAsync(250);
		expect(await isSettled(waiting)).toBe(true);
		expect(await Promise.all([waiting, behind])).toMatchObject([NOT_WANTED, NOT_WANTED]);
		expect(attempt).toHaveBeenCalledTimes(1);
	});

	it('is not sent again after a pause in which another item has failed', async () => {
		const run = begun();
		const send = sender(run);
		const attempt = jest.fn(async () => await Promise.reject(failed({ of: 'reads' })));
		const waiting = failureOf(async () => await send(0, true, attempt));
		await jest.advanceTimersByTimeAsync(100);
		run.progress.fail(1);
		await jest.advanceTimersByTimeAsync(60_000);
		expect(await waiting).toMatchObject(NOT_WANTED);
		expect(attempt).toHaveBeenCalledTimes(1);
	});
});

describe('a request that waits while n8n gives up before the last item', () => {
	it.each<[string, number, Partial<Plan>, number]>([
		['is not sent again', 1, {}, 1],
		['is not sent again, in batches', 1, { atOnce: false }, 1],
		['is not sent again, where n8n goes on', 1, goesOn, 1],
		['is sent again where all items have begun', 2, goesOn, 2],
	])('%s', async (_, items, changes, requests) => {
		let hasEnded = false;
		const run = begun({ ...changes, hasEnded: () => hasEnded }, items);
		const send = sender(run);
		const attempt = jest
			.fn<Promise<unknown>, []>()
			.mockRejectedValueOnce(failed({ of: 'any request', after: 5_000 }))
			.mockResolvedValue('sent');
		const sent = send(0, false, attempt).catch((error: unknown) => error);
		await jest.advanceTimersByTimeAsync(100);
		hasEnded = true;
		await jest.advanceTimersByTimeAsync(10_000);
		if (requests === 2) expect(await sent).toBe('sent');
		else expect(await sent).toMatchObject(NOT_WANTED);
		expect(attempt).toHaveBeenCalledTimes(requests);
	});
});

describe('a write of a run', () => {
	it.each([
		[true, 1],
		[false, 2],
	])('is remembered for the next try: %j', async (retries, writes) => {
		const write = jest.fn(async () => await Promise.resolve([{ id: 1 }]));
		const run = runOf({ retryAfter: retries ? 1 : undefined });
		expect(await run.once(0, write)).toEqual([{ id: 1 }]);
		const next = runOf({ retryAfter: retries ? 1 : undefined }, run);
		expect(await next.once(0, write)).toEqual([{ id: 1 }]);
		expect(write).toHaveBeenCalledTimes(writes);
	});

	it('that another item has kept from being sent is done in the next try', async () => {
		const run = begun({ retryAfter: 1 });
		const attempt = counter();
		const write = (of: Run) => async () => [
			{ id: (await sender(of)(0, false, attempt)) as number },
		];
		run.progress.fail(1);
		expect(await inTime(run.once(0, write(run)))).toMatchObject(NOT_WANTED);
		const next = runOf({ retryAfter: 1 }, run);
		expect(await next.once(0, write(next))).toEqual([{ id: 1 }]);
		expect(attempt).toHaveBeenCalledTimes(1);
	});
});
