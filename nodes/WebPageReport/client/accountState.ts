import type { Account } from '../../../credentials/WebPageReportApi.credentials';
import { LostCreates } from '../settle/lostCreate';
import { Limiter } from '../transport/limiter';
import { Throttle } from '../transport/throttle';

/** Shared by all runs in this process that use the same service with the same key. */
export interface AccountState {
	limiter: Limiter;
	lostCreates: LostCreates;
	/** Whether the service has accepted the key. */
	hasWorked?: boolean;
}

/** By account ID: a pause, and what the limiter has learnt, must outlive a run. */
const states = new Map<string, AccountState>();

export function accountStateOf({ id, requestsAtOnce }: Account): AccountState {
	const state = states.get(id) ?? {
		limiter: new Limiter(new Throttle(requestsAtOnce)),
		lostCreates: new LostCreates(),
	};
	state.limiter.throttle.maxInFlight = requestsAtOnce;
	states.set(id, state);
	return state;
}
