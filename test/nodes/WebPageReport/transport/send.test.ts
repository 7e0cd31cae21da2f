import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import type { Target } from '../../../../nodes/WebPageReport/shared/target';
import type { Outcome } from '../../../../nodes/WebPageReport/transport/http';
import { Limiter } from '../../../../nodes/WebPageReport/transport/limiter';
import { send } from '../../../../nodes/WebPageReport/transport/send';

/** Sends a delete or a list to a service that answers like this. */
const sendTo = async (
	target: Target,
	outcomes: Outcome[],
	isOptional = false,
	signal = new AbortController().signal,
) =>
	await send({
		target,
		limiter: new Limiter(1),
		queue: {},
		signal,
		deadline: Infinity,
		isOptional,
		attempt: async () => await Promise.resolve(outcomes.shift() ?? { headers: {} }),
	});

const LIST: Target = { resource: 'report', operation: 'getAll' };
const tooMany = () => new Failure('Too many', 'Wait.', { fate: 'not taken', isPassing: true });
const busy = () => new Failure('Busy', 'Wait.', { fate: 'unknown', isPassing: true });

it('sends a read again after a failure that passes, also if it was refused for a limit before', async () => {
	const failures = [tooMany(), tooMany(), tooMany(), tooMany(), busy()];
	const outcomes: Outcome[] = failures.map((failure) => ({ headers: {}, failure }));
	expect(await sendTo(LIST, [...outcomes, { headers: {}, body: 'rows' }])).toMatchObject({
		body: 'rows',
	});
});

it('says what the service said last if it is stopped while it waits', async () => {
	const end = new AbortController();
	const stopped = new Failure('Stopped', 'Start again.');
	const sending = sendTo(LIST, [{ headers: {}, failure: tooMany() }], false, end.signal);
	end.abort(stopped);
	expect((await sending).failure?.message).toBe('Too many');
});

it('gives an answer as it is, also where that is null', async () => {
	expect(await sendTo(LIST, [{ headers: {}, body: null }])).toMatchObject({ body: null });
});

it('takes a page that is not there for one without rows only where it may be missing', async () => {
	const failure = new Failure('Gone', 'Look.', { fate: 'refused', code: '404' });
	expect(await sendTo(LIST, [{ headers: {}, failure }], true)).toMatchObject({ body: [] });
	expect(await sendTo(LIST, [{ headers: {}, failure }])).toMatchObject({ failure });
});

it('says what the last answer has said that leaves a write open', async () => {
	const failures = [
		new Failure('First', 'Wait.', { fate: 'unknown', isPassing: true }),
		new Failure('Then', 'Look.', { fate: 'unknown' }),
	];
	const target = { resource: 'report', operation: 'delete', identifier: '1' } as const;
	const outcome = await sendTo(
		target,
		failures.map((failure) => ({ headers: {}, failure })),
	);
	expect(outcome.failure?.message).toBe('Then');
});
