import type { Account } from '../../../../credentials/WebPageReportApi.credentials';
import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import type * as AccountStates from '../../../../nodes/WebPageReport/transport/accountState';

const accountOf = (id: number, requestsAtOnce = 1): Account => ({
	id: String(id),
	baseUrl: 'https://reports.example.com',
	apiKey: 'key',
	requestsAtOnce,
	credentials: {},
});

let accountStateOf: typeof AccountStates.accountStateOf;

beforeEach(async () => {
	await jest.isolateModulesAsync(async () => {
		({ accountStateOf } = await import('../../../../nodes/WebPageReport/transport/accountState'));
	});
});

it('of two credentials with the same address and key, the one used last sets the number of requests at once', () => {
	const { limiter } = accountStateOf(accountOf(1));
	expect(accountStateOf(accountOf(1, 8)).limiter).toBe(limiter);
	expect(limiter.throttle.maxInFlight).toBe(8);
});

describe('of more than a thousand accounts,', () => {
	const { signal } = new AbortController();
	const request = { group: {}, signal, deadline: Infinity, since: 0 };

	it('the one used longest ago is forgotten, and no other', () => {
		const before = Array.from({ length: 1_000 }, (_, id) => accountStateOf(accountOf(id)));
		expect(accountStateOf(accountOf(0))).toBe(before[0]);
		accountStateOf(accountOf(1_000));
		expect(accountStateOf(accountOf(0))).toBe(before[0]);
		expect(accountStateOf(accountOf(2))).toBe(before[2]);
		expect(accountStateOf(accountOf(1))).not.toBe(before[1]);
	});

	it('none is forgotten that is in use, or has a pause to remember', async () => {
		const [busy, paused] = [accountStateOf(accountOf(0)), accountStateOf(accountOf(1))];
		await busy.limiter.enter(request);
		const other = { ...request };
		await paused.limiter.enter(other);
		const details = { fate: 'rate-limited', retryAfterMs: 60_000 } as const;
		paused.limiter.leave(other, { headers: {}, failure: new Failure('No', 'Wait.', details) });
		for (let id = 2; id < 1_100; id++) accountStateOf(accountOf(id));
		expect([accountStateOf(accountOf(0)), accountStateOf(accountOf(1))]).toEqual([busy, paused]);
		expect(accountStateOf(accountOf(0))).toBe(busy);
		expect(accountStateOf(accountOf(1))).toBe(paused);
	});
});
