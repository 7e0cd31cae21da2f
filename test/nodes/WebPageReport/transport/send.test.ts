import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import type { Target } from '../../../../nodes/WebPageReport/shared/target';
import type { Outcome } from '../../../../nodes/WebPageReport/transport/http';
import { Limiter } from '../../../../nodes/WebPageReport/transport/limiter';
import { send } from '../../../../nodes/WebPageReport/transport/send';

/** Sends a delete or a list to a service that answers like this. */
const sendTo = async (target: Target, outcomes: Outcome[], isOptional = false) =>
	await send({
		target,
		limiter: new Limiter(1),
		queue: {},
		signal: new AbortController().signal,
		deadline: Infinity,
		isOptional,
		attempt: async () => await Promise.resolve(outcomes.shift() ?? { headers: {} }),
	});

it('gives an answer as it is, also where that is null', async () => {
	const target = { resource: 'report', operation: 'getAll' } as const;
	expect(await sendTo(target, [{ headers: {}, body: null }])).toMatchObject({ body: null });
});

it('takes a page that is not there for one without rows only where it may be missing', async () => {
	const target = { resource: 'report', operation: 'getAll' } as const;
	const failure = new Failure('Gone', 'Look.', { fate: 'refused', code: '404' });
	expect(await sendTo(target, [{ headers: {}, failure }], true)).toMatchObject({ body: [] });
	expect(await sendTo(target, [{ headers: {}, failure }])).toMatchObject({ failure });
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
