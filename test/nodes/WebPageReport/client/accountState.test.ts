import { accountStateOf } from '../../../../nodes/WebPageReport/client/accountState';
import { ACCOUNT } from '../../../support/account';

it('of two credentials with the same address and key, the one used last sets the number of requests at once', () => {
	const { limiter } = accountStateOf(ACCOUNT);
	expect(accountStateOf({ ...ACCOUNT, requestsAtOnce: 8 }).limiter).toBe(limiter);
	expect(limiter.throttle.maxInFlight).toBe(8);
	expect(accountStateOf({ ...ACCOUNT, id: '2' }).limiter).not.toBe(limiter);
});
