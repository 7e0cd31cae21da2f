import type { Account } from '../../../credentials/WebPageReportApi.credentials';
import { Limiter } from './limiter';
import { LostCreates } from './lostCreate';

/** One report service, for all runs of one n8n process that use it with the same key. */
export interface Service {
	limiter: Limiter;
	lostCreates: LostCreates;
}

/** By account, with the key as a hash only. Kept as long as the process lives: a service may be in a pause. */
const services = new Map<string, Service>();

/** The service of an account, the same for all that use it. */
export function serviceOf({ id, requestsAtOnce }: Account): Service {
	const limiter = new Limiter(requestsAtOnce);
	const service = services.get(id) ?? { limiter, lostCreates: new LostCreates() };
	service.limiter.most = requestsAtOnce;
	services.set(id, service);
	return service;
}
