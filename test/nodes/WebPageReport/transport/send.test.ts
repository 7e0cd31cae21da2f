import { Failure, OUT_OF_TIME } from '../../../../nodes/WebPageReport/errors/failure';
import type { Target } from '../../../../nodes/WebPageReport/shared/target';
import type { Outcome } from '../../../../nodes/WebPageReport/transport/http';
import { Limiter } from '../../../../nodes/WebPageReport/transport/limiter';
import { type Caller, send } from '../../../../nodes/WebPageReport/transport/send';
import { Throttle } from '../../../../nodes/WebPageReport/transport/throttle';
import { wait } from '../../../../nodes/WebPageReport/transport/time';

beforeEach(() => {
	jest.useFakeTimers();
});
afterEach(() => {
	jest.restoreAllMocks();
});

const { signal } = new AbortController();
const inTime = (ms: number) => ({ group: {}, signal, deadline: Date.now() + ms });

/** What comes of each attempt, and at last a success; each is counted. */
const ends = (...failures: Failure[]) =>
	jest.fn(
		async (): Promise<Outcome> => await Promise.resolve({ sentAt: 0, failure: failures.shift() }),
	);

/** The failure of a request, sent for at most a minute. */
async function failureOf(
	target: Target,
	attempt: () => Promise<Outcome>,
	more: Partial<Caller> = {},
): Promise<Failure | undefined> {
	const caller = { group: {}, signal, deadline: Infinity, ...more };
	const sending = send(new Limiter(new Throttle(1)), caller, target, attempt);
	await jest.advanceTimersByTimeAsync(60_000);
	return (await sending).failure;
}

const LIST: Target = { resource: 'report', operation: 'getAll' };
const DELETE: Target = { resource: 'report', operation: 'delete', identifier: '1' };
const CREATE: Target = { resource: 'report', operation: 'create' };
const notYet = new Failure('Not yet', 'Wait.', { fate: 'refused', isTransient: true });
const unsent = new Failure('No route', 'Wait.', { fate: 'not sent', isTransient: true });
const gone = new Failure('Gone', 'Look.', { fate: 'refused', isGone: true });
const stopped = new Failure('Stopped', 'Start again.');
const tooMany = (retryAfterMs?: number) =>
	new Failure('Too many', 'Wait.', { fate: 'rate-limited', retryAfterMs });
const busy = (retryAfterMs?: number, target = DELETE) =>
	new Failure('Busy', 'Wait.', { fate: 'unknown', target, isTransient: true, retryAfterMs });

it('retries a read after a transient failure, even after a 429', async () => {
	const attempt = ends(tooMany(), tooMany(), tooMany(), tooMany(), busy());
	expect(await failureOf(LIST, attempt)).toBeUndefined();
	expect(attempt).toHaveBeenCalledTimes(6);
});

it("reports the service's last answer if it is stopped while it waits", async () => {
	const end = new AbortController();
	const sending = failureOf(LIST, ends(tooMany()), { signal: end.signal });
	end.abort(stopped);
	expect((await sending)?.message).toBe('Too many');
});

it('sends nothing if it is stopped or out of time before it can start', async () => {
	const attempt = ends();
	expect(await failureOf(LIST, attempt, { signal: AbortSignal.abort(stopped) })).toBe(stopped);
	expect(await failureOf(LIST, attempt, { deadline: Date.now() - 1 })).toBe(OUT_OF_TIME);
	expect(attempt).not.toHaveBeenCalled();
});

it('says what happened to it if it gives up because of a limit that only another request met', async () => {
	const limiter = new Limiter(new Throttle(2));
	const sending = send(limiter, inTime(10_000), LIST, ends(unsent));
	void send(limiter, inTime(10_000), LIST, ends(tooMany(60_000)));
	await jest.advanceTimersByTimeAsync(1_000);
	expect((await sending).failure).toMatchObject({ message: 'No route', advice: 'Wait.' });
});

it("reports the service's last answer if it gets its turn too late, and frees its place", async () => {
	const limiter = new Limiter(new Throttle(1));
	const attempt = ends(notYet);
	const sending = send(limiter, inTime(16_000), DELETE, attempt);
	await jest.advanceTimersByTimeAsync(0);
	const slow = async () => await wait(2_000, signal).then(() => ({ sentAt: 0 }));
	const other = send(limiter, inTime(Infinity), LIST, slow);
	await jest.advanceTimersByTimeAsync(5_000);
	expect((await other).failure).toBeUndefined();
	expect((await sending).failure?.message).toBe('Not yet');
	expect(attempt).toHaveBeenCalledTimes(1);
	expect(limiter.inFlight.size).toBe(0);
});

it('reports the last answer that left it open whether a write happened', async () => {
	const last = new Failure('Then', 'Look.', { fate: 'unknown', target: DELETE });
	expect(await failureOf(DELETE, ends(busy(), last))).toBe(last);
	// Even if it is not found then
	expect((await failureOf(DELETE, ends(busy(), gone)))?.message).toBe('Busy');
	expect(await failureOf(DELETE, ends(gone))).toBe(gone);
	expect((await failureOf(DELETE, ends(gone), { unresolved: last }))?.message).toBe('Then');
});

it('sends a read that settles a write once, but waits for a 429', async () => {
	const attempt = ends(tooMany(), busy(), busy());
	expect((await failureOf(LIST, attempt, { isSentOnce: true }))?.message).toBe('Busy');
	expect(attempt).toHaveBeenCalledTimes(2);
});

it.each<[string, Target, Failure, number, number[]]>([
	['a read after 503, with the longest jitter', LIST, busy(), 0.9999, [500, 1_000, 2_000]],
	['a read after 503 that asks for 0.1 s', LIST, busy(100), 0, [250, 500, 1_000]],
	['a read after 503 that asks for 0.6 s', LIST, busy(600), 0, [600, 600, 600]],
	['a create after 503', CREATE, busy(), 0, []],
	['a create that was refused for now', CREATE, notYet, 0, [250, 500, 1_000]],
	['a create that was not sent', CREATE, unsent, 0, [250, 500, 1_000, 2_000]],
])('the pauses between the attempts of %s', async (_, target, failure, chance, pauses) => {
	jest.spyOn(Math, 'random').mockReturnValue(chance);
	const sent: number[] = [];
	const attempt = async () => await Promise.resolve({ sentAt: sent.push(Date.now()), failure });
	const onFinalFailure = jest.fn();
	await failureOf(target, attempt, { onFinalFailure });
	expect(onFinalFailure).toHaveBeenCalledTimes(1);
	expect(sent.slice(1).map((at, index) => at - (sent[index] ?? 0))).toEqual(pauses);
});
