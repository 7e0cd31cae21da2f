import type { Account } from '../../../credentials/WebPageReportApi.credentials';
import { LostCreates } from '../settle/lostCreate';
import { Limiter } from '../transport/limiter';
import { Throttle } from '../transport/throttle';

/** Maximum number of accounts to remember. */
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
	const [oldest = ''] = states.keys();
	if (states.size > MAX_REMEMBERED) states.delete(oldest);
	return state;
}
