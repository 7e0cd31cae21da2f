import type { Account } from '../../../credentials/WebPageReportApi.credentials';
import { Limiter } from './limiter';
import { LostCreates } from './lostCreate';

/** Shared by all runs in this process that use the same service with the same key. */
export interface Service {
	limiter: Limiter;
	lostCreates: LostCreates;
}

/** By account ID. Never removed: a pause, and what the limiter has learnt, must outlive a run. */
const services = new Map<string, Service>();

export function serviceOf({ id, requestsAtOnce }: Account): Service {
	const limiter = new Limiter(requestsAtOnce);
	const service = services.get(id) ?? { limiter, lostCreates: new LostCreates() };
	service.limiter.maxInFlight = requestsAtOnce;
	services.set(id, service);
	return service;
}
