import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Outcome } from '../../../../nodes/WebPageReport/request/exchange';
import { Failure } from '../../../../nodes/WebPageReport/request/failure';
import { type Plan, Run, runOf } from '../../../../nodes/WebPageReport/request/run';

const create: IHttpRequestOptions = {
	method: 'POST',
	url: '/reports',
	body: { url: 'https://a.example' },
};
const list: IHttpRequestOptions = { method: 'GET', url: '/reports' };

/** What n8n is about to do with two items. */
const plan = (stopOnFailure: boolean): Plan => ({ items: 2, atOnce: true, stopOnFailure });

/** Sends a request of an item; the service answers with the number of the request. */
function sender() {
	let count = 0;
	const exchange = jest.fn(async (): Promise<Outcome> => await Promise.resolve({ body: ++count }));
	const send = async (run: Run, item: number, request: IHttpRequestOptions) =>
		await run.send(item, request, exchange, undefined);
	return { exchange, send };
}

describe('a run that is run again after a failure', () => {
	it('does not write again what has been written, and answers as before', async () => {
		const { exchange, send } = sender();
		const run = new Run(plan(true));
		expect(await send(run, 0, create)).toBe(1);
		run.fail(new Error('item 1'));
		expect(await send(run.again(plan(true)), 0, create)).toBe(1);
		expect(exchange).toHaveBeenCalledTimes(1);
	});

	it('remembers an answer without a body too, through every further try', async () => {
		const exchange = jest.fn(async () => await Promise.resolve({ body: undefined }));
		let run = new Run(plan(false));
		for (let attempt = 0; attempt < 3; attempt++) {
			await run.send(0, create, exchange, undefined);
			run.fail(new Error('another item'));
			run = run.again(plan(false));
		}
		expect(exchange).toHaveBeenCalledTimes(1);
	});

	it.each([
		['another item', 1, create],
		['another method', 0, { ...create, method: 'PUT' as const }],
		['another path', 0, { ...create, url: '/reports/1' }],
		['another body', 0, { ...create, body: { url: 'https://b.example' } }],
	])('writes %s', async (_, item, request) => {
		const { exchange, send } = sender();
		const run = new Run(plan(false));
		await send(run, 0, create);
		run.fail(new Error('later'));
		expect(await send(run.again(plan(false)), item, request)).toBe(2);
		expect(exchange).toHaveBeenCalledTimes(2);
	});

	it.each([
		['was not done', false, 2],
		['may have been done', true, 1],
	])('sends a write that %s: %p, so many times: %i', async (_, isOpen, times) => {
		const failure = new Failure('It failed', 'Look', undefined, isOpen);
		const exchange = jest.fn(async (): Promise<Outcome> => await Promise.resolve({ failure }));
		const run = new Run(plan(true));
		const send = async (of: Run) => await of.send(0, create, exchange, undefined);
		await expect(send(run)).rejects.toBe(failure);
		run.fail(failure);
		await expect(send(run.again(plan(true)))).rejects.toBe(failure);
		expect(exchange).toHaveBeenCalledTimes(times);
	});

	it('keeps nothing of an item that another one has kept from being sent', async () => {
		const { exchange, send } = sender();
		const run = new Run(plan(true));
		const failure = new Failure('It failed', 'Look', undefined, true);
		run.fail(failure);
		const { title, advice } = failure;
		await expect(send(run, 1, create)).rejects.toMatchObject({ title, advice, isOpen: false });
		expect(await send(run.again(plan(true)), 1, create)).toBe(1);
		expect(exchange).toHaveBeenCalledTimes(1);
	});

	it('sends what the service has not taken before another item failed, and not before', async () => {
		jest.useFakeTimers();
		const throttled = new Failure('too many', 'wait', { safeFor: 'anything', after: 1_000 });
		const exchange = jest
			.fn<Promise<Outcome>, []>()
			.mockResolvedValueOnce({ failure: throttled })
			.mockResolvedValue({ body: 'done' });
		const run = new Run(plan(true));
		const open = new Failure('It failed', 'Look', undefined, true);
		const sent = expect(run.send(0, create, exchange, undefined)).rejects.toThrow('It failed');
		await jest.advanceTimersByTimeAsync(10);
		run.fail(open);
		await jest.advanceTimersByTimeAsync(1_500);
		await sent;
		expect(exchange).toHaveBeenCalledTimes(1);
		expect(await run.again(plan(true)).send(0, create, exchange, undefined)).toBe('done');
		jest.useRealTimers();
	});

	it('reads again', async () => {
		const { send } = sender();
		const run = new Run(plan(false));
		await send(run, 0, list);
		run.fail(new Error('later'));
		expect(await send(run.again(plan(false)), 0, list)).toBe(2);
	});

	it('writes again what has failed', async () => {
		const run = new Run(plan(false));
		const failure = new Failure('no', 'no');
		const outcomes: Outcome[] = [{ failure }, { body: 'done' }];
		const exchange = async () => await Promise.resolve(outcomes.shift() ?? {});
		await expect(run.send(0, create, exchange, undefined)).rejects.toBe(failure);
		run.fail(failure);
		expect(await run.again(plan(false)).send(0, create, exchange, undefined)).toBe('done');
	});

	it('is not stopped by the failure of the try before', async () => {
		const { send } = sender();
		const run = new Run(plan(true));
		run.fail(new Error('before'));
		expect(await send(run.again(plan(true)), 0, list)).toBe(1);
	});
});

describe('a run', () => {
	it.each([
		['in which all has ended well', 2, 2],
		['in which n8n has not begun every item', 1, 1],
	])('%s, run again, sends so many creates: %#', async (_, ended, creates) => {
		const { exchange, send } = sender();
		const run = new Run(plan(false));
		await send(run, 0, create);
		for (let item = 0; item < ended; item++) run.succeed();
		await send(run.again(plan(false)), 0, create);
		expect(exchange).toHaveBeenCalledTimes(creates);
	});

	it.each([
		['every item', 2, {}, true],
		['only the first where all begin at once', 1, {}, false],
		['only the first of a batch', 1, { atOnce: false }, true],
		['only the first where n8n goes on', 1, { stopOnFailure: false }, true],
	])('is one that somebody waits for when n8n has begun %s', async (_, count, changes, waited) => {
		const run = new Run({ ...plan(true), ...changes });
		const begun = Array.from({ length: count }, async () => await run.begin());
		expect(await Promise.all(begun)).toEqual(begun.map(() => waited));
	});

	it.each([
		['sends nothing more', true, 0],
		['goes on', false, 1],
	])('%s after a failure where stopping is %j', async (_, stopOnFailure, requests) => {
		for (const run of [
			new Run(plan(stopOnFailure)),
			new Run(plan(false)).again(plan(stopOnFailure)),
		]) {
			const { exchange, send } = sender();
			const reason = new Error('item 0');
			run.fail(reason);
			const outcome = await send(run, 1, create).catch((error: unknown) => error);
			expect(outcome).toBe(stopOnFailure ? reason : 1);
			expect(exchange).toHaveBeenCalledTimes(requests);
		}
	});

	it.each([list, create])('has ten requests under way at once, $method', async (request) => {
		const run = new Run(plan(false));
		const open: Array<(outcome: Outcome) => void> = [];
		const exchange = async () => await new Promise<Outcome>((resolve) => open.push(resolve));
		const all = Array.from({ length: 12 }, async (_, item) => {
			await run.send(item, request, exchange, undefined);
		});
		await new Promise((resolve) => setImmediate(resolve));
		expect(open).toHaveLength(10);
		while (open.length > 0) {
			open.splice(0).forEach((resolve) => {
				resolve({});
			});
			await new Promise((resolve) => setImmediate(resolve));
		}
		await Promise.all(all);
	});

	it('repeats a read that broke and not a write', async () => {
		jest.useFakeTimers();
		const failure = new Failure('broke', 'try', { safeFor: 'reads' });
		const exchange = jest.fn(async () => await Promise.resolve({ failure }));
		const run = new Run(plan(false));
		for (const request of [list, create]) {
			const sent = expect(run.send(0, request, exchange, undefined)).rejects.toBe(failure);
			await jest.advanceTimersByTimeAsync(10_000);
			await sent;
		}
		expect(exchange).toHaveBeenCalledTimes(4 + 1);
		jest.useRealTimers();
	});

	it('pauses as a whole when the service takes no more, and ends the pause when stopped', async () => {
		jest.useFakeTimers();
		const run = new Run(plan(false));
		const failure = new Failure('too many', 'wait', { safeFor: 'anything', after: 5_000 });
		const throttled = jest
			.fn<Promise<Outcome>, []>()
			.mockResolvedValueOnce({ failure })
			.mockResolvedValue({ body: 'first' });
		const first = run.send(0, create, throttled, undefined);
		await jest.advanceTimersByTimeAsync(10);

		const { exchange, send } = sender();
		const second = send(run, 1, list);
		const stopped = expect(run.send(2, list, exchange, AbortSignal.abort())).rejects.toThrow(
			'The workflow was stopped',
		);
		await jest.advanceTimersByTimeAsync(4_980);
		await stopped;
		expect(exchange).not.toHaveBeenCalled();
		await jest.advanceTimersByTimeAsync(10);
		expect(await Promise.all([first, second])).toEqual(['first', 1]);
		jest.useRealTimers();
	});
});

describe('the run of an item', () => {
	it('is one for all items of an execution, and another for another execution', () => {
		const execution = {};
		const run = runOf(execution, 0, () => plan(true));
		expect(runOf(execution, 1, () => plan(true))).toBe(run);
		expect(runOf(execution, 7, () => plan(true))).toBe(run);
		expect(runOf({}, 1, () => plan(true))).not.toBe(run);
	});

	it('begins anew with the first item and remembers what was written before a failure', async () => {
		const execution = {};
		const { send } = sender();
		const run = runOf(execution, 0, () => plan(true));
		await send(run, 0, create);
		run.fail(new Error('item 1'));
		const next = runOf(execution, 0, () => plan(true));
		expect(next).not.toBe(run);
		expect(runOf(execution, 1, () => plan(true))).toBe(next);
		expect(await send(next, 0, create)).toBe(1);
		expect(await send(next, 1, create)).toBe(2);
	});

	it('knows nothing of another execution', async () => {
		const { send } = sender();
		const run = runOf({}, 0, () => plan(false));
		await send(run, 0, create);
		run.fail(new Error('later'));
		expect(
			await send(
				runOf({}, 0, () => plan(false)),
				0,
				create,
			),
		).toBe(2);
	});

	it.each([true, false])('stops on a failure as told: %j', async (stopOnFailure) => {
		const execution = {};
		for (const run of [
			runOf(execution, 0, () => plan(stopOnFailure)),
			runOf(execution, 0, () => plan(stopOnFailure)),
		]) {
			run.fail(new Error('failed'));
			const sent = sender().send(run, 1, list);
			if (stopOnFailure) await expect(sent).rejects.toThrow('failed');
			else expect(await sent).toBe(1);
		}
	});
});
