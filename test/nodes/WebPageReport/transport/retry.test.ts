import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import { withRetries } from '../../../../nodes/WebPageReport/transport/retry';
import { failureOf } from '../../../support/failureOf';

/** What comes of a read that fails once, with so much time left for it. */
const failing = async (after: number | undefined, left: number) => {
	const failure = new Failure('Late', 'Wait.', { fate: 'unknown', isPassing: true, after });
	const { signal } = new AbortController();
	const patience = { signal, deadline: Date.now() + left };
	const target = { resource: 'report', operation: 'getAll' } as const;
	return await failureOf(
		async () =>
			await withRetries({ ...patience, target }, async (judge) =>
				Promise.reject(failure).catch(judge),
			),
	);
};

it('says what the last answer has said that leaves a write open', async () => {
	const { signal } = new AbortController();
	const patience = { signal, deadline: Infinity };
	const target = { resource: 'report', operation: 'delete', identifier: '1' } as const;
	const failures = [
		new Failure('First', 'Wait.', { fate: 'unknown', isPassing: true }),
		new Failure('Then', 'Look.', { fate: 'unknown' }),
		new Failure('Never', 'Said.'),
	];
	const attempt = async (judge: (failure: unknown) => unknown) =>
		await Promise.reject(failures.shift() as Failure).catch(judge);
	const { message } = await failureOf(
		async () => await withRetries({ ...patience, target }, attempt),
	);
	expect(message).toBe('Then');
});

it('a read whose time is over says what has happened', async () => {
	expect((await failing(undefined, -1)).advice).toBe('Wait.');
});

it('a read that cannot wait as long as the service asks says how long that is', async () => {
	const { advice } = await failing(20_000, 1_000);
	expect(advice).toBe('The service asks to wait 20 seconds. Try again after that.');
});
