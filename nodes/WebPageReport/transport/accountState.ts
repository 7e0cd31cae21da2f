import type { Account } from '../../../credentials/WebPageReportApi.credentials';
import { Limiter } from './limiter';
import { LostCreates } from './lostCreate';
import { Throttle } from './throttle';

/** Maximum number of accounts to remember, unless more are in use. */
const MAX_REMEMBERED = 1_000;

/** Shared by all runs in this process that use the same service with the same key. */
export interface AccountState {
	limiter: Limiter;
	lostCreates: LostCreates;
	/** Whether the service has accepted the key. */
	hasWorked?: boolean;
}

/** By account ID, the one used last at the end: a pause, and what the limiter has learnt, must outlive a run. */
const states = new Map<string, AccountState>();

export function accountStateOf({ id, requestsAtOnce }: Account): AccountState {
	const state = states.get(id) ?? {
		limiter: new Limiter(new Throttle(requestsAtOnce)),
		lostCreates: new LostCreates(),
	};
	state.limiter.throttle.maxInFlight = requestsAtOnce;
	states.delete(id);
	states.set(id, state);
	if (states.size > MAX_REMEMBERED) {
		const idle = [...states].find(([, { limiter }]) => limiter.isIdle);
		if (idle) states.delete(idle[0]);
	}
	return state;
}
