import { OUT_OF_TIME } from '../../../../nodes/WebPageReport/errors/ended';
import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import type { Target } from '../../../../nodes/WebPageReport/shared/target';
import type { Outcome } from '../../../../nodes/WebPageReport/transport/http';
import { Limiter } from '../../../../nodes/WebPageReport/transport/limiter';
import { type Caller, send } from '../../../../nodes/WebPageReport/transport/send';
import { Throttle } from '../../../../nodes/WebPageReport/transport/throttle';
import { onAbort, wait } from '../../../../nodes/WebPageReport/transport/time';

beforeEach(() => {
	jest.useFakeTimers();
});
afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

/** Sends a request to a service that gives these outcomes. */
async function sendTo(
	target: Target,
	outcomes: Outcome[],
	more: Partial<Caller> = {},
	attempt = async () => await Promise.resolve(outcomes.shift() ?? { headers: {} }),
): Promise<Outcome> {
	const { signal } = new AbortController();
	const caller = { group: {}, signal, deadline: Infinity, ...more };
	const sending = send(new Limiter(new Throttle(1)), caller, target, attempt);
	await jest.advanceTimersByTimeAsync(60_000);
	return await sending;
}

const LIST: Target = { resource: 'report', operation: 'getAll' };
const DELETE: Target = { resource: 'report', operation: 'delete', identifier: '1' };
const notYet = () => new Failure('Not yet', 'Wait.', { fate: 'refused', isTransient: true });
const tooMany = () => new Failure('Too many', 'Wait.', { fate: 'rate-limited' });
const busy = (retryAfterMs?: number, target = DELETE) =>
	new Failure('Busy', 'Wait.', { fate: 'unknown', target, isTransient: true, retryAfterMs });

it('retries a read after a transient failure, even after a 429', async () => {
	const failures = [tooMany(), tooMany(), tooMany(), tooMany(), busy()];
	const outcomes: Outcome[] = failures.map((failure) => ({ headers: {}, failure }));
	// Whatever the answer, it is returned unchanged
	const answer = { headers: {}, body: null };
	expect(await sendTo(LIST, [...outcomes, answer])).toBe(answer);
});

it("reports the service's last answer if it is stopped while it waits", async () => {
	const end = new AbortController();
	const stopped = new Failure('Stopped', 'Start again.');
	const sending = sendTo(LIST, [{ headers: {}, failure: tooMany() }], { signal: end.signal });
	end.abort(stopped);
	expect((await sending).failure).toMatchObject({ message: 'Too many', advice: 'Wait.' });
});

it("gives up before its first attempt if another request's pause outlasts its deadline", async () => {
	const limiter = new Limiter(new Throttle(1));
	const { signal } = new AbortController();
	const limited = new Failure('Too many', 'Wait.', { fate: 'rate-limited', retryAfterMs: 60_000 });
	const attempt = jest.fn(async () => await Promise.resolve({ headers: {}, failure: limited }));
	void send(limiter, { group: {}, signal, deadline: Infinity }, LIST, attempt);
	await jest.advanceTimersByTimeAsync(0);
	const caller = { group: {}, signal, deadline: Date.now() + 10_000 };
	const { failure } = await send(limiter, caller, LIST, attempt);
	expect(failure?.details).toMatchObject({ fate: 'rate-limited', retryAfterMs: 60_000 });
	expect(attempt).toHaveBeenCalledTimes(1);
});

it('keeps its own advice if it gives up because of a limit that only another request met', async () => {
	const limiter = new Limiter(new Throttle(2));
	const { signal } = new AbortController();
	const answers = async (failure: Failure) => await Promise.resolve({ headers: {}, failure });
	const refused = new Failure('No host', 'Check it.', { fate: 'not sent', isTransient: true });
	const caller = { group: {}, signal, deadline: Date.now() + 10_000 };
	const sending = send(limiter, caller, LIST, async () => await answers(refused));
	const limited = new Failure('Too many', 'Wait.', { fate: 'rate-limited', retryAfterMs: 60_000 });
	void send(limiter, { ...caller, group: {} }, LIST, async () => await answers(limited));
	await jest.advanceTimersByTimeAsync(1_000);
	expect((await sending).failure).toMatchObject({ message: 'No host', advice: 'Check it.' });
});

it('reports the 429 if the limit outlasts the deadline of the caller', async () => {
	const failures = Array.from({ length: 20 }, () => ({ headers: {}, failure: tooMany() }));
	const { failure } = await sendTo(LIST, failures, { deadline: Date.now() + 10_000 });
	expect(failure).toMatchObject({
		message: 'Too many',
		advice: 'Nothing was done. Try again later.',
	});
});

it('reports the last answer that left it open whether a write happened', async () => {
	const last = new Failure('Then', 'Look.', { fate: 'unknown', target: DELETE });
	const outcomes = [busy(), last].map((failure) => ({ headers: {}, failure }));
	expect((await sendTo(DELETE, outcomes)).failure).toBe(last);
});

it('sends nothing if it is stopped or out of time before it can start', async () => {
	const stopped = new Failure('Stopped', 'Start again.');
	const outcomes = [{ headers: {}, body: 'rows' }];
	const { failure } = await sendTo(LIST, outcomes, { signal: AbortSignal.abort(stopped) });
	expect(failure).toBe(stopped);
	const late = await sendTo(LIST, outcomes, { deadline: Date.now() - 1 });
	expect(late.failure).toBe(OUT_OF_TIME);
	expect(outcomes).toHaveLength(1);
});

it("reports the service's last answer if it gets its turn too late, and frees its place", async () => {
	const limiter = new Limiter(new Throttle(1));
	const { signal } = new AbortController();
	const caller = { group: {}, signal, deadline: Date.now() + 16_000 };
	const attempt = jest.fn(async () => {
		await Promise.resolve();
		return { headers: {}, failure: notYet() };
	});
	const sending = send(limiter, caller, DELETE, attempt);
	await jest.advanceTimersByTimeAsync(0);
	const slow = { group: {}, signal, deadline: Infinity };
	const other = send(limiter, slow, LIST, async () => {
		await wait(2_000, signal);
		return { headers: {} };
	});
	await jest.advanceTimersByTimeAsync(5_000);
	await other;
	expect((await sending).failure?.message).toBe('Not yet');
	expect(attempt).toHaveBeenCalledTimes(1);
	const after = send(limiter, slow, LIST, async () => await Promise.resolve({ headers: {} }));
	await jest.advanceTimersByTimeAsync(0);
	expect((await after).failure).toBeUndefined();
});

it('leaves a delete that may have been done open, even if the next answer is "not found"', async () => {
	const gone = new Failure('Gone', 'Look.', { fate: 'refused', isGone: true });
	const answers = () => [busy(), gone].map((failure): Outcome => ({ headers: {}, failure }));
	expect((await sendTo(DELETE, answers())).failure?.message).toBe('Busy');
	expect((await sendTo(DELETE, answers().slice(1))).failure).toBe(gone);
});

it('sends a read that settles a write once, but waits for a 429', async () => {
	const answers = [tooMany(), busy(), busy()].map((failure): Outcome => ({ headers: {}, failure }));
	const { failure } = await sendTo(LIST, answers, { isSentOnce: true });
	expect([failure?.message, answers.length]).toEqual(['Busy', 1]);
});

const CREATE: Target = { resource: 'report', operation: 'create' };
const unsent = () => new Failure('No route', 'Wait.', { fate: 'not sent', isTransient: true });

it.each<[string, Target, Failure, number, number[]]>([
	['a read after 503, with the shortest jitter', LIST, busy(), 0, [250, 500, 1_000]],
	['a read after 503, with the longest jitter', LIST, busy(), 0.9999, [500, 1_000, 2_000]],
	['a read after 503 that asks for 0.1 s', LIST, busy(100), 0, [250, 500, 1_000]],
	['a read after 503 that asks for 0.6 s', LIST, busy(600), 0, [600, 600, 600]],
	['a create after 503', CREATE, busy(), 0, []],
	['a create that was refused for now', CREATE, notYet(), 0, [250, 500, 1_000]],
	['a create that was not sent', CREATE, unsent(), 0, [250, 500, 1_000, 2_000]],
])('the pauses between the attempts of %s', async (_, target, failure, chance, pauses) => {
	jest.spyOn(Math, 'random').mockReturnValue(chance);
	const sent: number[] = [];
	const attempt = async () => {
		sent.push(Date.now());
		return await Promise.resolve({ headers: {}, failure });
	};
	const failed = jest.fn();
	await sendTo(target, [], { onFinalFailure: failed }, attempt);
	expect(failed).toHaveBeenCalledTimes(1);
	expect(sent.slice(1).map((at, index) => at - (sent[index] ?? 0))).toEqual(pauses);
});

it('a wait ends as soon as it is stopped; a removed listener is not called', async () => {
	const end = new AbortController();
	const listener = jest.fn();
	onAbort(end.signal, listener)();
	const waiting = wait(10_000, end.signal);
	end.abort(busy());
	await expect(waiting).rejects.toMatchObject({ message: 'Busy' });
	expect(listener).not.toHaveBeenCalled();
});
