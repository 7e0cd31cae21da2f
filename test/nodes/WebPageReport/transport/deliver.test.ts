import { Service } from '../../../../nodes/WebPageReport/transport/service';
import {
	analyse,
	create,
	failure,
	gone,
	lost,
	Network,
	never,
	refused,
	remove,
	throttled,
	update,
} from './delivered';
import { begun, errandOf, goesOn, NOT_WANTED } from './runs';

const get = errandOf().target;

beforeEach(() => {
	jest.useFakeTimers();
	jest.spyOn(Math, 'random').mockReturnValue(1);
});

afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

/** Lets so much time pass that all has ended. */
const pass = async (milliseconds = 2_000_000) => {
	await jest.advanceTimersByTimeAsync(milliseconds);
};

describe('a write that can be sent again', () => {
	it.each([
		['an update', update, 'PUT'],
		['a delete', remove, 'DELETE'],
	])('is, after a lost answer, and the log says so: %s', async (_, target, method) => {
		const network = new Network([lost(target), { id: 42 }]);
		const run = begun(goesOn);
		const outcome = network.deliver(run, target);
		await pass();
		expect(await outcome).toEqual({ id: 42 });
		expect(network.sent).toEqual([
			[0, method],
			[500, method],
		]);
		expect(run.log.mock.calls).toEqual([
			[`Item 0: an answer to the ${target.operation} was lost, but sending it again worked`],
		]);
	});

	it('is done where it was a delete, and the repeat finds nothing', async () => {
		const network = new Network([lost(remove), gone]);
		const run = begun();
		const outcome = network.deliver(run, remove);
		await pass();
		expect(await outcome).toBe('');
		expect(run.log).toHaveBeenCalledTimes(1);
		// Other items go on
		expect(await network.deliver(run, get, { item: 1 })).toBe(gone);
	});

	it.each([
		['a delete that was not taken before', remove, [throttled(), gone], gone],
		['a delete that finds nothing at first', remove, [gone], gone],
		['an update of what is gone', update, [lost(update), gone], lost(update)],
		['a delete that is refused then', remove, [lost(remove), refused], lost(remove)],
		['an update that has to wait for long', update, [lost(update), throttled(9e6)], lost(update)],
	])('fails where it is %s', async (_, target, outcomes, expected) => {
		const network = new Network(outcomes);
		const run = begun();
		const outcome = network.deliver(run, target);
		await pass();
		const { title, advice, details } = expected;
		expect(await outcome).toMatchObject({ title, advice, details });
		expect(network.sent).toHaveLength(outcomes.length);
		expect(run.log).not.toHaveBeenCalled();
	});
});

describe('an update with new results', () => {
	it.each([
		['whose answer was lost', lost(analyse), 1],
		['that the service has failed on', failure({ mayHaveHappened: true }), 1],
		['that was not taken', throttled(), 2],
		['that was refused', refused, 1],
	])('%s is sent no more often than it has to be', async (_, first, requests) => {
		const network = new Network([first, 'done']);
		const outcome = network.deliver(begun(), analyse);
		await pass();
		expect(network.sent).toHaveLength(requests);
		expect(await outcome).toBe(requests === 1 ? first : 'done');
	});

	it('that takes too long says how to check', async () => {
		const outcome = new Network([never]).deliver(begun(), analyse);
		await pass();
		expect(await outcome).toMatchObject({
			title: 'The service did not answer in time',
			advice: expect.stringMatching(
				/^Report 42 may have been analysed again\. Check the date of its results with Get before you run this item again\./,
			) as string,
		});
	});
});

describe('a read', () => {
	it('is sent again, and no line in the log speaks of it', async () => {
		const network = new Network([lost(get), lost(get), { id: 42 }]);
		const run = begun();
		const outcome = network.deliver(run, get);
		await pass();
		expect(await outcome).toEqual({ id: 42 });
		expect(network.sent).toHaveLength(3);
		expect(run.log).not.toHaveBeenCalled();
	});

	it('that fails stops all others where the workflow stops, in every operation', async () => {
		for (const target of [get, update, remove, create]) {
			const network = new Network([refused], [], new Service(1));
			const run = begun();
			const both = [0, 1].map(async (item) => await network.deliver(run, target, { item }));
			await pass();
			expect(await Promise.all(both)).toMatchObject([{ title: 'It failed' }, NOT_WANTED]);
			expect(network.sent).toHaveLength(1);
		}
	});
});

describe('an answer that never comes', () => {
	it.each([
		['as long as n8n does, and a little longer', undefined, undefined, 305_000],
		['as long as Timeout says, and a little longer', 2_000, undefined, 7_000],
		['as long as an agent does', undefined, 45_000, 45_000],
		['as long as Timeout says where an agent would wait longer', 2_000, 45_000, 7_000],
	])('is waited for %s', async (_, timeout, patience, milliseconds) => {
		const run = begun({ ...goesOn, patience });
		const request = { url: '/reports/42', timeout };
		const network = new Network([never]);
		const outcome = network.deliver(run, analyse, { request });
		let isOver = false;
		void outcome.then(() => (isOver = true));
		await pass(milliseconds - 1);
		expect(isOver).toBe(false);
		await pass(1);
		expect(isOver).toBe(true);
		expect(await outcome).toMatchObject({ details: { code: 'ETIMEDOUT', mayHaveHappened: true } });
	});

	it.each([
		['a write', update, 'Report 42 may have been updated.'],
		['a read', get, 'Nothing was changed.'],
	])('is waited for no longer when the workflow is stopped: %s', async (_, target, advice) => {
		const { signal, stop } = stopping();
		const network = new Network([never]);
		const outcome = network.deliver(begun(), target, { signal });
		await pass(1_000);
		stop();
		await pass(500);
		expect(await outcome).toMatchObject({
			title: 'The workflow was stopped',
			advice: expect.stringContaining(advice) as string,
			details: { code: 'ERR_CANCELED' },
		});
		await pass();
		expect(network.sent).toHaveLength(1);
	});

	it('ends early where the request ends when it is told to', async () => {
		const { signal, stop } = stopping();
		const error = failure({ code: 'ERR_CANCELED' });
		const obedient = async (end: AbortSignal) =>
			await new Promise((_, reject) => {
				end.addEventListener('abort', () => {
					reject(error);
				});
			});
		const outcome = new Network([obedient]).deliver(begun(), get, { signal });
		await pass(1_000);
		stop();
		await pass(0);
		expect(await outcome).toBe(error);
	});

	it('is not waited for where the workflow was stopped before', async () => {
		const { signal, stop } = stopping();
		stop();
		const network = new Network([never]);
		expect(await network.deliver(begun(), get, { signal })).toMatchObject({
			title: 'The workflow was stopped',
			advice: 'Nothing was changed.',
		});
		expect(network.sent).toEqual([]);
	});
});

/** The signal that tells that a workflow has been stopped. */
function stopping() {
	const controller = new AbortController();
	return {
		signal: controller.signal,
		stop: () => {
			controller.abort();
		},
	};
}
