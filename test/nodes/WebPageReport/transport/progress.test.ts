import type { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import type { Plan } from '../../../../nodes/WebPageReport/transport/plan';
import type { Run } from '../../../../nodes/WebPageReport/transport/run';
import { failureOf } from '../../../support/failureOf';
import { begun, failed, goesOn, inTime, isSettled, NOT_WANTED, runOf, sender } from './runs';

beforeEach(() => {
	jest.useFakeTimers();
});

afterEach(() => {
	jest.useRealTimers();
});

describe('a run that is ready to send', () => {
	it.each<[string, number, Partial<Plan>, boolean]>([
		['every item', 2, {}, true],
		['only the first where all begin at once', 1, {}, false],
		['only the first of a batch', 1, { atOnce: false }, true],
		['only the first where n8n goes on', 1, goesOn, true],
		['only the first, and is done', 1, { ...goesOn, hasEnded: () => true }, false],
		['only the first of a batch, and is done', 1, { atOnce: false, hasEnded: () => true }, false],
		['every item, and is done', 2, { ...goesOn, hasEnded: () => true }, true],
	])('is one of which n8n has begun %s', async (_, items, changes, isReady) => {
		const run = begun(changes, items);
		const ready = run.progress.ready(0);
		if (isReady) {
			expect(await isSettled(ready)).toBe(true);
			await ready;
		} else expect(await inTime(ready)).toMatchObject(NOT_WANTED);
	});

	it('waits for the items that n8n begins in the same go', async () => {
		const run = runOf();
		run.progress.begin(0);
		const ready = run.progress.ready(0);
		run.progress.begin(1);
		await jest.advanceTimersByTimeAsync(0);
		await expect(ready).resolves.toBeUndefined();
	});

	it('asks whether n8n is done with the node only when all that begins in one go has begun', async () => {
		let hasEnded = false;
		const run = begun({ ...goesOn, hasEnded: () => hasEnded }, 1);
		const ready = run.progress.ready(0);
		hasEnded = true;
		expect(await inTime(ready)).toMatchObject(NOT_WANTED);
	});

	it('waits longer than n8n does before another try, where an item is missing and there may be one', async () => {
		const run = begun({ ...goesOn, retryAfter: 1_000 }, 1);
		const ready = run.progress.ready(0);
		await jest.advanceTimersByTimeAsync(1_249);
		expect(await isSettled(ready)).toBe(false);
		await jest.advanceTimersByTimeAsync(1);
		expect(await isSettled(ready)).toBe(true);
		await ready;
	});

	it('refuses an item while it waits, as soon as n8n begins another try', async () => {
		const run = begun({ ...goesOn, retryAfter: 5_000 }, 1);
		const ready = run.progress.ready(0);
		const refused = failureOf(async () => {
			await ready;
		});
		await jest.advanceTimersByTimeAsync(1_000);
		run.progress.supersede();
		await jest.advanceTimersByTimeAsync(250);
		expect(await isSettled(ready)).toBe(true);
		expect(await refused).toMatchObject(NOT_WANTED);
	});

	it('refuses an item after another one has failed, also later', async () => {
		const run = begun();
		const early = run.progress.ready(0);
		run.progress.fail(1);
		expect(await inTime(early)).toMatchObject(NOT_WANTED);
		expect(await inTime(run.progress.ready(0))).toMatchObject(NOT_WANTED);
	});

	it('refuses no item where n8n goes on', async () => {
		const run = begun(goesOn);
		run.progress.fail(1);
		expect(await isSettled(run.progress.ready(0))).toBe(true);
	});
});

describe('the failure to report', () => {
	/** What is said of each item once all is over, in the order in which they ended. */
	async function reports(run: Run, failures: Array<[item: number, failure: Failure]>) {
		const all = Promise.all(
			failures.map(async ([item, failure]) => await run.progress.isToReport(item, failure)),
		);
		await jest.advanceTimersByTimeAsync(0);
		return await all;
	}

	it('is the first one, of whichever item, and no other', async () => {
		const run = begun({ items: 3 });
		const failures: Array<[number, Failure]> = [
			[2, failed()],
			[0, failed()],
			[1, failed()],
		];
		expect(await reports(run, failures)).toEqual([true, false, false]);
	});

	it('is the one of the request that failed first, also where another item ends before', async () => {
		const run = begun();
		const failure = failed();
		const attempt = async () => await Promise.reject(failure);
		expect(await inTime(sender(run)(1, false, attempt))).toBe(failure);
		expect(
			await reports(run, [
				[0, failed()],
				[1, failure],
			]),
		).toEqual([false, true]);
	});

	it('is not that of an item that nobody wanted any more', async () => {
		const lonely = begun({}, 1);
		const unwanted = await inTime(lonely.progress.ready(0));
		expect(await reports(lonely, [[0, unwanted]])).toEqual([false]);

		const run = begun();
		run.progress.fail(1);
		const refused = await inTime(run.progress.ready(0));
		expect(
			await reports(run, [
				[0, refused],
				[1, failed()],
			]),
		).toEqual([false, true]);
	});

	it.each([
		['at once', true],
		['in batches', false],
	])('is reported only once n8n has begun all items, %s', async (_, atOnce) => {
		const run = begun({ items: 3, atOnce }, 1);
		const report = run.progress.isToReport(0, failed());
		await jest.advanceTimersByTimeAsync(60_000);
		expect(await isSettled(report)).toBe(false);
		run.progress.begin(1);
		expect(await isSettled(report)).toBe(false);
		run.progress.begin(2);
		expect(await isSettled(report)).toBe(true);
		expect(await report).toBe(true);
	});

	it('comes after all that n8n does in the same go', async () => {
		const run = begun();
		const order: string[] = [];
		const report = run.progress.isToReport(0, failed()).then(() => order.push('reported'));
		void Promise.resolve().then(() => order.push('listens'));
		await jest.advanceTimersByTimeAsync(0);
		await report;
		expect(order).toEqual(['listens', 'reported']);
	});
});

describe('an item', () => {
	it('is awaited until it has begun', () => {
		const run = runOf();
		expect([run.progress.awaits(0), run.progress.awaits(1)]).toEqual([true, true]);
		run.progress.begin(0);
		expect([run.progress.awaits(0), run.progress.awaits(1)]).toEqual([false, true]);
		run.progress.begin(1);
		expect([run.progress.awaits(0), run.progress.awaits(1), run.progress.awaits(2)]).toEqual([
			false,
			false,
			true,
		]);
	});
});
