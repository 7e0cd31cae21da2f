import { sleep } from 'n8n-workflow';

import { tooLate } from '../../../../nodes/WebPageReport/errors/networkError';
import { Service } from '../../../../nodes/WebPageReport/transport/service';
import { failureOf } from '../../../support/failureOf';
import { create, lost, Network, never } from './delivered';
import { begun, counter, failed, goesOn, isSettled, NOT_WANTED, runOf, sender } from './runs';

beforeEach(() => {
	jest.useFakeTimers();
});

afterEach(() => {
	jest.useRealTimers();
});

describe('a wait of a run', () => {
	const pause = (after: number) => failed({ of: 'any request', after });

	/** The lines in the log of a run whose requests the service does not take at first. */
	async function logOf(...pauses: number[]) {
		const run = begun({ ...goesOn, items: 3 });
		const send = sender(run);
		const throttled = jest.fn<Promise<unknown>, []>().mockResolvedValue('sent');
		pauses.forEach((after) => throttled.mockRejectedValueOnce(pause(after)));
		const all = Promise.all([0, 1, 2].map(async (item) => await send(item, false, throttled)));
		await jest.advanceTimersByTimeAsync(60_000);
		expect(await all).toEqual(['sent', 'sent', 'sent']);
		return run.log.mock.calls.map(([line]) => line);
	}

	const going = (seconds: number) =>
		`The service limits requests, continuing in ${String(seconds)} seconds`;

	it.each([
		['once where it is long', [4_900], [going(5)]],
		['once where several are asked for the same', [5_000, 5_000, 5_000], [going(5)]],
		['not where it is short', [2_900], []],
		// A second longer than it is asked for: the service has asked for too little before
		['again where it is followed by another', [5_000, 5_000, 5_000, 8_000], [going(5), going(9)]],
	])('is told of %s', async (_, pauses, lines) => {
		expect(await logOf(...pauses)).toEqual(lines);
	});
});

describe('a run that somebody waits for only so long', () => {
	const impatient = { ...goesOn, patience: 45_000 };

	it('has a time by which it has to be over, and others have none', async () => {
		const start = Date.now();
		const run = runOf(impatient);
		await jest.advanceTimersByTimeAsync(100);
		expect([run.deadline, runOf().deadline]).toEqual([start + 45_000, undefined]);
	});

	it('leaves a service at once that asks for more, and waits where that is in time', async () => {
		for (const [after, title] of [
			[44_000, undefined],
			[45_001, 'It failed'],
		] as const) {
			const attempt = jest
				.fn<Promise<unknown>, []>()
				.mockRejectedValueOnce(failed({ of: 'any request', after }))
				.mockResolvedValue('sent');
			const sent = sender(begun(impatient))(0, false, attempt).catch((error: unknown) => error);
			await jest.advanceTimersByTimeAsync(300);
			if (title) expect(await sent).toMatchObject({ title });
			await jest.advanceTimersByTimeAsync(60_000);
			if (!title) expect(await sent).toBe('sent');
			expect(attempt).toHaveBeenCalledTimes(title ? 1 : 2);
		}
	});

	it('sends nothing any more once its time is over, however long others keep the service busy', async () => {
		const service = new Service(1);
		const slow = async () => {
			await sleep(50_000);
			return 'slow';
		};
		const other = sender(begun(goesOn), service)(0, true, slow);
		const attempt = counter();
		const sent = failureOf(async () => await sender(begun(impatient), service)(0, false, attempt));
		await jest.advanceTimersByTimeAsync(44_990);
		expect(await isSettled(sent)).toBe(false);
		await jest.advanceTimersByTimeAsync(260);
		expect(await sent).toMatchObject({
			title: 'No request could be sent in time',
			advice: 'Nothing was sent. Try again later.',
		});
		await jest.advanceTimersByTimeAsync(10_000);
		expect(await other).toBe('slow');
		expect(attempt).not.toHaveBeenCalled();
	});
});

describe('a request that nobody waits for any more', () => {
	const impatient = { ...goesOn, patience: 45_000, retryAfter: 1_000 };

	it.each([
		['a later try', true],
		['a later request of the same try', false],
	])('ends with the failure that was met before: %s', async (_, isLater) => {
		const run = begun(impatient);
		const met = failed();
		await failureOf(async () => await sender(run)(0, true, async () => await Promise.reject(met)));
		await jest.advanceTimersByTimeAsync(45_000);
		const next = isLater ? runOf(impatient, run) : run;
		const attempt = counter();
		const sent = failureOf(async () => await sender(next)(0, true, attempt));
		expect(await sent).toBe(met);
		expect(attempt).not.toHaveBeenCalled();
	});

	it('ends with the time-out of an earlier try', async () => {
		const run = begun(impatient);
		const first = failureOf(async () => await sender(run)(0, true, never));
		await jest.advanceTimersByTimeAsync(45_000);
		expect(await first).toMatchObject({ title: 'The service did not answer in time' });
		const next = runOf(impatient, run);
		const second = failureOf(async () => await sender(next)(0, true, never));
		expect(await second).toEqual(await first);
	});
});

describe('while nobody knows whether an item has failed', () => {
	it.each([
		['no other begins, where that would stop the workflow', {}, 0],
		['all others go on, where n8n does', goesOn, 1],
	])('%s', async (_, changes, requests) => {
		const run = begun(changes);
		run.progress.doubt(0);
		const attempt = counter();
		const sent = sender(run)(1, true, attempt);
		await jest.advanceTimersByTimeAsync(60_000);
		expect(attempt).toHaveBeenCalledTimes(requests);
		run.progress.end(0);
		await jest.advanceTimersByTimeAsync(250);
		expect(await sent).toBe(1);
	});

	it('no other begins, and none is sent once it has failed', async () => {
		const run = begun();
		run.progress.doubt(0);
		const attempt = counter();
		const sent = failureOf(async () => await sender(run)(1, true, attempt));
		await jest.advanceTimersByTimeAsync(1_000);
		run.progress.fail(0);
		run.progress.end(0);
		await jest.advanceTimersByTimeAsync(250);
		expect(await sent).toMatchObject(NOT_WANTED);
		expect(attempt).not.toHaveBeenCalled();
	});

	it('requests on another lane leave', () => {
		const run = begun();
		run.progress.doubt(0);
		const ready = (lane?: object) => run.requestOf(0, undefined, lane).isReady();
		expect([ready(), ready({})]).toEqual([false, true]);
	});

	it('another run goes on', async () => {
		const service = new Service(10);
		const doubtful = begun();
		doubtful.progress.doubt(0);
		const held = counter();
		const waiting = sender(doubtful, service)(1, true, held);
		expect(await sender(begun(), service)(0, true, counter())).toBe(1);
		expect(held).not.toHaveBeenCalled();
		doubtful.progress.end(0);
		await jest.advanceTimersByTimeAsync(250);
		expect(await waiting).toBe(1);
	});
});

describe('an agent that creates a report', () => {
	const impatient = { ...goesOn, patience: 45_000 };

	it('is answered in 45 seconds, where a create never ends', async () => {
		const network = new Network([never]);
		const outcome = network.deliver(begun(impatient), create);
		await jest.advanceTimersByTimeAsync(45_000);
		const more = 'A tool has 45 seconds to answer.';
		const { title, advice } = tooLate(create, { more });
		expect(advice).not.toContain('Timeout');
		expect(await outcome).toMatchObject({ title, advice });
		await jest.advanceTimersByTimeAsync(100_000);
		expect(network.sent).toEqual([[0, 'POST']]);
	});

	it('is answered in 45 seconds, where a look never ends', async () => {
		const network = new Network([lost(create)], [{ data: [] }, { data: [] }, never]);
		const outcome = network.deliver(begun(impatient), create);
		await jest.advanceTimersByTimeAsync(45_000);
		expect(await outcome).toMatchObject({
			advice: expect.stringContaining('Check with Get Many') as string,
		});
		expect(network.sent.map(([time]) => time)).toEqual([0, 2_000, 10_000, 30_000]);
	});

	it('is looked for as long as there is time', async () => {
		const network = new Network([lost(create)]);
		const outcome = network.deliver(begun(impatient), create);
		await jest.advanceTimersByTimeAsync(30_000);
		expect(await outcome).toMatchObject({
			advice: expect.stringContaining('Check with Get Many') as string,
		});
		expect(network.sent.at(-1)).toEqual([30_000, 'GET']);
	});
});
