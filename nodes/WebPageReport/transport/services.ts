import type { Account } from '../../../credentials/WebPageReportApi.credentials';
import { Limiter } from './limiter';
import { LostCreates } from './lostCreate';
import { Throttle } from './throttle';

/** Maximum number of accounts to remember, unless more are in use. */
const MAX_REMEMBERED = 1_000;

/** Shared by all runs in this process that use the same service with the same key. */
export interface Service {
	limiter: Limiter;
	lostCreates: LostCreates;
	/** Whether the service has accepted the key. */
	hasWorked?: boolean;
}

/** By account ID, the one used last at the end: a pause, and what the limiter has learnt, must outlive a run. */
const services = new Map<string, Service>();

export function serviceOf({ id, requestsAtOnce }: Account): Service {
	const limiter = new Limiter(new Throttle(requestsAtOnce));
	const service = services.get(id) ?? { limiter, lostCreates: new LostCreates() };
	service.limiter.throttle.maxInFlight = requestsAtOnce;
	services.delete(id);
	services.set(id, service);
	if (services.size > MAX_REMEMBERED) {
		const idle = [...services].find(([, { limiter }]) => limiter.isIdle);
		if (idle) services.delete(idle[0]);
	}
	return service;
}
