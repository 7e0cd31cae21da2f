import { Failure, type FailureDetails } from '../../../../nodes/WebPageReport/errors/failure';
import type { Plan } from '../../../../nodes/WebPageReport/transport/plan';
import { Run } from '../../../../nodes/WebPageReport/transport/run';
import { failureOf } from '../../../support/failureOf';

/** What n8n is about to do with two items. */
const plan = (changes: Partial<Plan> = {}): Plan => ({
	items: 2,
	atOnce: true,
	stopOnFailure: true,
	retryAfter: undefined,
	hasEnded: () => false,
	...changes,
});

const goesOn = { stopOnFailure: false };

const failed = (retry?: FailureDetails['retry']) => new Failure('It failed', 'Look.', { retry });

/** A run of which n8n has begun some items. */
function begun(changes: Partial<Plan> = {}, items = plan(changes).items): Run {
	const run = new Run(plan(changes));
	for (let item = 0; item < items; item++) run.progress.begin(item);
	return run;
}

/** A service that answers with the number of the request. */
function counter() {
	let count = 0;
	return jest.fn(async () => await Promise.resolve(++count));
}

/** Whether a promise has ended, after everything that can go on has gone on. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
	let ended = false;
	const end = () => {
		ended = true;
	};
	promise.then(end, end);
	await jest.advanceTimersByTimeAsync(0);
	return ended;
}

const NOT_WANTED = {
	title: 'n8n has stopped before this item could begin',
	advice: 'Nothing was sent for it.',
	details: {},
};

beforeEach(() => {
	jest.useFakeTimers();
});

afterEach(() => {
	jest.useRealTimers();
});

/** The failure that the work ends with, however long it takes. */
async function inTime(work: Promise<unknown>): Promise<Failure> {
	const failure = failureOf(async () => await work);
	await jest.advanceTimersByTimeAsync(60_000);
	return await failure;
}

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
		const run = new Run(plan());
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

describe('a request of a run', () => {
	it('is sent, and gives the body of the answer', async () => {
		const attempt = counter();
		expect(await begun().send(0, true, attempt, undefined)).toBe(1);
		expect(attempt).toHaveBeenCalledTimes(1);
	});

	it.each([
		['is not sent', {}, 0],
		['is sent all the same', goesOn, 1],
	])('%s after another item has failed, with %j', async (_, changes, requests) => {
		const run = begun(changes);
		const attempt = counter();
		run.progress.fail(0);
		const sent = run.send(1, false, attempt, undefined);
		if (requests === 0) expect(await inTime(sent)).toMatchObject(NOT_WANTED);
		else expect(await sent).toBe(1);
		expect(attempt).toHaveBeenCalledTimes(requests);
	});

	it.each([true, false])('has nine beside it, a read: %j', async (isRead) => {
		const run = begun(goesOn);
		const open: Array<(body: unknown) => void> = [];
		const attempt = async () => await new Promise((resolve) => open.push(resolve));
		const all = Array.from({ length: 12 }, async (_, item) => {
			await run.send(item, isRead, attempt, undefined);
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
		const ends: Array<(reason: unknown) => void> = [];
		const attempt = async () => await new Promise((_, reject) => ends.push(reject));
		const all = Array.from({ length: 12 }, async (_, item) =>
			failureOf(async () => await run.send(item, false, attempt, undefined)),
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
			expect(await inTime(begun(goesOn).send(0, isRead, attempt, undefined))).toBe(failure);
			expect(attempt).toHaveBeenCalledTimes(times);
		}
	});

	it('waits while the service takes no more, like all others, and ends early when stopped', async () => {
		const run = begun(goesOn);
		const throttled = jest
			.fn<Promise<unknown>, []>()
			.mockRejectedValueOnce(failed({ of: 'any request', after: 5_000 }))
			.mockResolvedValue('first');
		const first = run.send(0, false, throttled, undefined);
		await jest.advanceTimersByTimeAsync(10);

		const attempt = counter();
		const second = run.send(1, true, attempt, undefined);
		const stopped = failureOf(async () => await run.send(2, true, attempt, AbortSignal.abort()));
		await jest.advanceTimersByTimeAsync(4_980);
		const { title, advice } = await stopped;
		expect(title).toBe('The workflow was stopped');
		expect(advice).toBe('Nothing was sent for this item any more.');
		expect(attempt).not.toHaveBeenCalled();
		await jest.advanceTimersByTimeAsync(10);
		expect(await Promise.all([first, second])).toEqual(['first', 1]);
	});

	it('waits no longer when another item fails', async () => {
		const run = begun();
		const attempt = jest
			.fn<Promise<unknown>, []>()
			.mockRejectedValueOnce(failed({ of: 'any request', after: 60_000 }))
			.mockResolvedValue('sent');
		const waiting = failureOf(async () => await run.send(0, false, attempt, undefined));
		await jest.advanceTimersByTimeAsync(10);
		const behind = failureOf(async () => await run.send(1, true, attempt, undefined));
		await jest.advanceTimersByTimeAsync(100);
		run.progress.fail(1);
		await jest.advanceTimersByTimeAsync(250);
		expect(await isSettled(waiting)).toBe(true);
		expect(await Promise.all([waiting, behind])).toMatchObject([NOT_WANTED, NOT_WANTED]);
		expect(attempt).toHaveBeenCalledTimes(1);
	});

	it('is not sent again after a pause in which another item has failed', async () => {
		const run = begun();
		const attempt = jest.fn(async () => await Promise.reject(failed({ of: 'reads' })));
		const waiting = failureOf(async () => await run.send(0, true, attempt, undefined));
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
		const attempt = jest
			.fn<Promise<unknown>, []>()
			.mockRejectedValueOnce(failed({ of: 'any request', after: 5_000 }))
			.mockResolvedValue('sent');
		const sent = run.send(0, false, attempt, undefined).catch((error: unknown) => error);
		await jest.advanceTimersByTimeAsync(100);
		hasEnded = true;
		await jest.advanceTimersByTimeAsync(10_000);
		if (requests === 2) expect(await sent).toBe('sent');
		else expect(await sent).toMatchObject(NOT_WANTED);
		expect(attempt).toHaveBeenCalledTimes(requests);
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
		expect(await inTime(run.send(1, false, attempt, undefined))).toBe(failure);
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

describe('a write of a run', () => {
	it.each([
		[true, 1],
		[false, 2],
	])('is remembered for the next try: %j', async (retries, writes) => {
		const write = jest.fn(async () => await Promise.resolve([{ id: 1 }]));
		const run = new Run(plan({ retryAfter: retries ? 1 : undefined }));
		expect(await run.once(0, write)).toEqual([{ id: 1 }]);
		const next = new Run(plan({ retryAfter: retries ? 1 : undefined }), run.writes);
		expect(await next.once(0, write)).toEqual([{ id: 1 }]);
		expect(write).toHaveBeenCalledTimes(writes);
	});

	it('that another item has kept from being sent is done in the next try', async () => {
		const run = begun({ retryAfter: 1 });
		const attempt = counter();
		const write = (of: Run) => async () => [
			{ id: (await of.send(0, false, attempt, undefined)) as number },
		];
		run.progress.fail(1);
		expect(await inTime(run.once(0, write(run)))).toMatchObject(NOT_WANTED);
		const next = new Run(plan({ retryAfter: 1 }), run.writes);
		expect(await next.once(0, write(next))).toEqual([{ id: 1 }]);
		expect(attempt).toHaveBeenCalledTimes(1);
	});

	it('begins no sooner for it', () => {
		const run = new Run(plan());
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
