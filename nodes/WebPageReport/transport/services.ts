import type { Account } from '../../../credentials/WebPageReportApi.credentials';
import { Limiter } from './limiter';
import { LostCreates } from './lostCreate';

/** What all runs in this process share that use one service with one key. */
export interface Service {
	limiter: Limiter;
	lostCreates: LostCreates;
}

/** By account ID. Kept as long as the process lives: a service may be paused. */
const services = new Map<string, Service>();

export function serviceOf({ id, requestsAtOnce }: Account): Service {
	const limiter = new Limiter(requestsAtOnce);
	const service = services.get(id) ?? { limiter, lostCreates: new LostCreates() };
	service.limiter.maxInFlight = requestsAtOnce;
	services.set(id, service);
	return service;
}
