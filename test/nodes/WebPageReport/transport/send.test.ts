import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import { Limiter } from '../../../../nodes/WebPageReport/transport/limiter';
import { send } from '../../../../nodes/WebPageReport/transport/send';

it('says what the last answer has said that leaves a write open', async () => {
	const failures = [
		new Failure('First', 'Wait.', { fate: 'unknown', isPassing: true }),
		new Failure('Then', 'Look.', { fate: 'unknown' }),
	];
	const outcome = await send({
		target: { resource: 'report', operation: 'delete', identifier: '1' },
		limiter: new Limiter(1),
		queue: {},
		signal: new AbortController().signal,
		deadline: Infinity,
		attempt: async () => await Promise.resolve({ headers: {}, failure: failures.shift() }),
	});
	expect(outcome.failure?.message).toBe('Then');
});
