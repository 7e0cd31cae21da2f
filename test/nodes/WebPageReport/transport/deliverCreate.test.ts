import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import { stopped, tooLate } from '../../../../nodes/WebPageReport/errors/networkError';
import { Service } from '../../../../nodes/WebPageReport/transport/service';
import {
	create,
	failure,
	lost,
	Network,
	never,
	page,
	refused,
	reportIn,
	throttled,
} from './delivered';
import { begun, goesOn, NOT_WANTED } from './runs';

beforeEach(() => {
	jest.useFakeTimers();
	jest.setSystemTime(new Date('2026-01-01T00:00:00Z'));
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

const LOOKED =
	/^(No new report for .* appeared within 60 seconds, so|The report for .* may have been created: there are)/;

describe('a create', () => {
	it('that is answered sends nothing more', async () => {
		const body = { data: { id: 6, url: page } };
		const network = new Network([body]);
		const run = begun();
		const outcome = network.deliver(run, create);
		await pass();
		expect(await outcome).toBe(body);
		expect(network.sent).toEqual([[0, 'POST']]);
		expect(run.log).not.toHaveBeenCalled();
	});

	it('that was not taken is sent again', async () => {
		const network = new Network([throttled(3_000), 'done']);
		const outcome = network.deliver(begun(), create);
		await pass();
		expect(await outcome).toBe('done');
		expect(network.sent).toEqual([
			[0, 'POST'],
			[3_000, 'POST'],
		]);
	});

	it.each([
		['was refused', refused],
		['has never left', failure({ retry: { of: 'reads' }, code: 'EAI_AGAIN' })],
		['was ended because the workflow was stopped', stopped(create)],
		['this node itself has failed on', new TypeError('x is not a function')],
	])('that %s is not looked for', async (_, reason) => {
		const network = new Network([reason]);
		const outcome = network.deliver(begun(), create);
		await pass();
		expect(await outcome).toBe(reason);
		expect(network.sent).toEqual([[0, 'POST']]);
	});

	it.each([
		['whose answer was lost', lost(create)],
		['that took too long', tooLate(create)],
		['that the service has failed on', failure({ mayHaveHappened: true, code: '500' })],
	])('%s is looked for, and never sent again', async (_, reason) => {
		const network = new Network([reason]);
		const outcome = network.deliver(begun(), create);
		await pass();
		const { title, details } = reason;
		expect(await outcome).toMatchObject({
			title,
			details,
			advice: expect.stringMatching(LOOKED) as string,
		});
		expect(network.sent).toEqual([
			[0, 'POST'],
			[2_000, 'GET'],
			[10_000, 'GET'],
			// A search for the site has found nothing
			...Array<unknown>(3).fill([30_000, 'GET']),
			...Array<unknown>(3).fill([60_000, 'GET']),
		]);
	});

	it('that never ends is looked for, in vain and at last found', async () => {
		const report = reportIn(100_000);
		const network = new Network([never], [refused, { data: [report] }]);
		const outcome = network.deliver(begun(), create);
		await pass();
		expect(await outcome).toEqual({ data: report });
		expect(network.sent.map(([time]) => time)).toEqual([0, 307_000, 315_000]);
	});

	it('whose report was found is told of in the log, without a secret', async () => {
		const network = new Network([lost(create)], [{ data: [reportIn(1_000)] }]);
		const run = begun();
		const outcome = network.deliver(run, create);
		await pass();
		expect(await outcome).toEqual({ data: expect.objectContaining({ id: 6 }) as unknown });
		expect(run.log.mock.calls).toEqual([
			['Item 0: the answer to the create was lost, but its report was found'],
		]);
		expect(JSON.stringify(network.requests.slice(1))).not.toContain('hunter22');
		expect(network.requests[1]).toMatchObject({ method: 'GET', qs: { search: page } });
	});

	it('is not mistaken for one that was made while it waited', async () => {
		const between = reportIn(10_000);
		const network = new Network([throttled(20_000), lost(create)], [{ data: [between] }]);
		const outcome = network.deliver(begun(), create);
		await pass();
		expect(await outcome).toMatchObject({ advice: expect.stringMatching(LOOKED) as string });
	});

	it('is not mistaken for that of another item, nor for one that may be that', async () => {
		const [first, second] = [reportIn(1_000, 6), reportIn(1_000, 7)];
		const looks = [{ data: [second, first] }];
		const own = new Network([{ data: first }, lost(create)], looks);
		const run = begun(goesOn);
		expect(await own.deliver(run, create)).toEqual({ data: first });
		const found = own.deliver(run, create, { item: 1 });
		await pass();
		expect(await found).toEqual({ data: second });

		const open = new Network([lost(create)], [{ data: [reportIn(1_000)] }]);
		const both = [0, 1].map(async (item) => await open.deliver(begun(goesOn), create, { item }));
		await pass();
		for (const outcome of await Promise.all(both)) {
			expect((outcome as Failure).advice).toContain('none is certainly this one');
		}
	});

	it.each([
		['was refused', refused],
		['was not taken in time', throttled(60_000)],
	])('that %s stands in the way of no other', async (_, reason) => {
		const shown = async () => await Promise.resolve({ data: [reportIn(-1_000)] });
		const network = new Network([reason, lost(create)], [shown]);
		const first = network.deliver(begun({ ...goesOn, patience: 45_000 }), create);
		await pass(60_000);
		expect(await first).toBeInstanceOf(Failure);
		const second = network.deliver(begun(), create);
		await pass();
		expect(await second).toMatchObject({ data: { id: 6 } });
	});
});

describe('while a create whose answer was lost is looked for', () => {
	const missing = { data: [] };
	const elsewhere = { ...create, url: 'https://other.example' };

	it('no other item begins where that would stop the workflow, until it is found', async () => {
		const network = new Network(
			[lost(create), 'second'],
			[missing, { data: [reportIn(1_000)] }],
			new Service(1),
		);
		const run = begun();
		const outcomes = [create, elsewhere].map(async (target, item) => {
			const outcome = await network.deliver(run, target, { item });
			run.progress.end(item);
			return outcome;
		});
		await pass(10_000);
		expect(network.sent.map(([, method]) => method)).toEqual(['POST', 'GET', 'GET']);
		await pass(250);
		expect(await Promise.all(outcomes)).toMatchObject([{ data: { id: 6 } }, 'second']);
		expect(network.sent[3]?.[1]).toBe('POST');
	});

	it('no other item begins where that would stop the workflow, and none when it is not found', async () => {
		const network = new Network([lost(create), 'second'], [missing], new Service(1));
		const run = begun();
		const outcomes = [0, 1].map(async (item) => {
			const outcome = await network.deliver(run, create, { item });
			if (outcome instanceof Failure) run.progress.fail(item);
			run.progress.end(item);
			return outcome;
		});
		await pass();
		expect(await Promise.all(outcomes)).toMatchObject([{ title: 'No answer' }, NOT_WANTED]);
		expect(network.sent.filter(([, method]) => method === 'POST')).toHaveLength(1);
	});

	it('all others go on where n8n does, also where the service gets one request at once', async () => {
		const network = new Network([lost(create), 'second'], [missing], new Service(1));
		const run = begun(goesOn);
		const outcomes = [0, 1].map(async (item) => await network.deliver(run, create, { item }));
		await pass(0);
		expect(await outcomes[1]).toBe('second');
		await pass();
		expect(await outcomes[0]).toMatchObject({ title: 'No answer' });
	});

	it('a look waits for a pause that the service asks for, like all requests', async () => {
		const network = new Network([lost(create)], [throttled(15_000), missing]);
		const outcome = network.deliver(begun(), create);
		await pass();
		expect(await outcome).toMatchObject({ advice: expect.stringMatching(LOOKED) as string });
		expect(network.sent.map(([time]) => time)).toEqual([
			0, 2_000, 17_000, 30_000, 30_000, 30_000, 60_000, 60_000, 60_000,
		]);
	});

	it('nothing is looked for any more once the workflow is stopped', async () => {
		const controller = new AbortController();
		const network = new Network([lost(create)]);
		const outcome = network.deliver(begun(), create, { signal: controller.signal });
		await pass(5_000);
		controller.abort();
		await pass(250);
		const { title, advice, details } = lost(create);
		expect(await outcome).toMatchObject({ title, advice, details });
		await pass();
		expect(network.sent).toHaveLength(2);
	});
});
