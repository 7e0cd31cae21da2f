import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import { withRetries } from '../../../../nodes/WebPageReport/transport/retry';
import { failureOf } from '../../../support/failureOf';

it('says what the last answer has said that leaves a write open', async () => {
	const { signal } = new AbortController();
	const target = { resource: 'report', operation: 'delete', identifier: '1' } as const;
	const failures = [
		new Failure('First', 'Wait.', { fate: 'unknown', isPassing: true }),
		new Failure('Then', 'Look.', { fate: 'unknown' }),
	];
	const attempt = async (judge: (failure: unknown) => unknown) =>
		await Promise.reject(failures.shift() ?? new Failure('Never', 'Said.')).catch(judge);
	const { message } = await failureOf(
		async () => await withRetries({ signal, deadline: Infinity, target }, attempt),
	);
	expect(message).toBe('Then');
});
