import { sleep } from 'n8n-workflow';

import { Failure, type FailureDetails } from '../../../../nodes/WebPageReport/errors/failure';
import { Service } from '../../../../nodes/WebPageReport/transport/service';
import { failureOf } from '../../../support/failureOf';
import { answering, begun, MINUTE, write } from './retried';

const failure = (details: FailureDetails) => new Failure('It failed', 'Look.', details);

/** A write of which nobody knows whether it has happened. */
const lost = failure({ retry: { of: 'reads' }, mayHaveHappened: true, code: '504' });
const gone = failure({ code: '404', isGone: true });
const refused = failure({ code: '422' });
const throttled = failure({ retry: { of: 'any request', after: 1_000 }, code: '429' });
/** A read, or a write that has never left. */
const unsent = failure({ retry: { of: 'reads' }, code: 'EAI_AGAIN' });

/** What has been heard of a request. */
function listeners() {
	return { failed: jest.fn(), settled: jest.fn() };
}

const update = { isRepeatable: true };
const remove = { isRepeatable: true, isRemoval: true };

beforeEach(() => {
	jest.useFakeTimers();
	jest.spyOn(Math, 'random').mockReturnValue(1);
});

afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

describe('a write whose answer was lost', () => {
	it('is never sent again where that could double something, also where the service names a time', async () => {
		const outcome = failure({ retry: { of: 'reads', after: 10 }, mayHaveHappened: true });
		const { times, attempt } = answering(outcome);
		const heard = listeners();
		expect(await failureOf(async () => await write(attempt, heard))).toBe(outcome);
		expect(times).toEqual([0]);
		expect(heard.failed.mock.calls).toEqual([[outcome]]);
		expect(heard.settled).not.toHaveBeenCalled();
	});

	it.each([
		['an update', update],
		['a delete', remove],
	])('is sent again where that doubles nothing, and says so: %s', async (_, how) => {
		const { times, attempt } = answering(lost, lost, throttled, lost, 'done');
		const heard = listeners();
		expect(await write(attempt, { ...how, ...heard })).toBe('done');
		expect(times).toEqual([0, 500, 1_500, 2_500, 6_500]);
		expect(heard.settled).toHaveBeenCalledTimes(1);
		expect(heard.failed).not.toHaveBeenCalled();
	});

	it('is not spoken of where none was lost', async () => {
		const { times, attempt } = answering(throttled, unsent, 'done');
		const heard = listeners();
		expect(await write(attempt, { ...remove, ...heard })).toBe('done');
		expect(times).toHaveLength(3);
		expect(heard.settled).not.toHaveBeenCalled();
		expect(heard.failed).not.toHaveBeenCalled();
	});

	it('fails with the last loss after four tries', async () => {
		const last = failure({ retry: { of: 'reads' }, mayHaveHappened: true });
		const { times, attempt } = answering(lost, lost, lost, last);
		const heard = listeners();
		expect(await failureOf(async () => await write(attempt, { ...update, ...heard }))).toBe(last);
		expect(times).toHaveLength(4);
		expect(heard.failed.mock.calls).toEqual([[last]]);
	});

	it('is not sent again where the service has failed for good', async () => {
		const outcome = failure({ mayHaveHappened: true, code: '500' });
		const { times, attempt } = answering(outcome);
		expect(await failureOf(async () => await write(attempt, remove))).toBe(outcome);
		expect(times).toEqual([0]);
	});
});

describe('what is not there when a delete is sent again', () => {
	it.each(['404', '410'])('was deleted the first time: %s', async (code) => {
		const { times, attempt } = answering(lost, failure({ code, isGone: true }));
		const heard = listeners();
		expect(await write(attempt, { ...remove, ...heard })).toBe('');
		expect(times).toEqual([0, 500]);
		expect(heard.settled).toHaveBeenCalledTimes(1);
		expect(heard.failed).not.toHaveBeenCalled();
	});

	it.each([
		['the first time', [gone]],
		['after a pause', [throttled, gone]],
		['after a request that never left', [unsent, gone]],
	])('was not deleted by this node where no answer was lost: %s', async (_, outcomes) => {
		const { attempt } = answering(...outcomes);
		const heard = listeners();
		expect(await failureOf(async () => await write(attempt, { ...remove, ...heard }))).toBe(gone);
		expect(heard.failed.mock.calls).toEqual([[gone]]);
		expect(heard.settled).not.toHaveBeenCalled();
	});

	it('was deleted also where the repeat had to wait', async () => {
		const { attempt } = answering(throttled, lost, throttled, gone);
		expect(await write(attempt, remove)).toBe('');
	});

	it('is a loss of the answer still where it is an update', async () => {
		const { attempt } = answering(lost, gone);
		expect(await failureOf(async () => await write(attempt, update))).toBe(lost);
	});
});

describe('after a lost answer, no failure says that nothing has happened', () => {
	it.each([
		['the service refuses the repeat', refused],
		['the repeat never leaves', unsent],
		['it asks for a long pause', failure({ retry: { of: 'any request', after: 11 * MINUTE } })],
		['it fails in passing for long', failure({ retry: { of: 'reads', after: 11 * MINUTE } })],
	])('%s', async (_, next) => {
		for (const how of [update, remove]) {
			const { attempt } = answering(lost, next);
			expect(await failureOf(async () => await write(attempt, how))).toBe(lost);
		}
	});

	it.each([100, 1_200])('nobody wants the repeat any more after %d ms', async (milliseconds) => {
		const end = Date.now() + milliseconds;
		const isReady = () => {
			if (Date.now() > end) throw failure({});
			return true;
		};
		const { attempt } = answering(lost, throttled);
		expect(await failureOf(async () => await write(attempt, { ...remove, isReady }))).toBe(lost);
	});
});

it.each([
	['of the service', refused],
	['of this node itself', new TypeError('x is not a function')],
])('a failure %s is heard of before another request leaves', async (_, reason) => {
	const service = new Service(1);
	const order: string[] = [];
	const note = (what: string) => async () => {
		order.push(what);
		await sleep(10);
		if (what === 'fails') throw reason;
	};
	const failed = (heard: unknown) => order.push(heard === reason ? 'heard' : 'other');
	const first = begun(note('fails'), { service, failed }).catch((error: unknown) => error);
	const second = begun(note('next'), { service });
	await jest.advanceTimersByTimeAsync(20);
	expect(await Promise.all([first, second])).toEqual([reason, undefined]);
	expect(order).toEqual(['fails', 'heard', 'next']);
});
