import { accountStateOf } from '../../../../nodes/WebPageReport/client/accountState';

const account = {
	id: '1',
	baseUrl: 'https://reports.example.com',
	apiKey: 'key',
	requestsAtOnce: 1,
	credentials: {},
};

it('of two credentials with the same address and key, the one used last sets the number of requests at once', () => {
	const { limiter } = accountStateOf(account);
	expect(accountStateOf({ ...account, requestsAtOnce: 8 }).limiter).toBe(limiter);
	expect(limiter.throttle.maxInFlight).toBe(8);
	expect(accountStateOf({ ...account, id: '2' }).limiter).not.toBe(limiter);
});
