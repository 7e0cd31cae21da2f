import type { Account } from '../../../credentials/WebPageReportApi.credentials';
import { Limiter } from './limiter';
import { LostCreates } from './lostCreate';

/** One report service, for all runs of one n8n process that use it with the same key. */
export interface Service {
	limiter: Limiter;
	lostCreates: LostCreates;
}

/** How many services are remembered, at least while they are in use. */
const MOST_SERVICES = 1000;

/** By account, with the key as a hash only. A service is remembered as long as the process lives: it may be in a pause. */
const services = new Map<string, Service>();

/** The service of an account, the same for all that use it. */
export function serviceOf({ id, requestsAtOnce }: Account): Service {
	const service = services.get(id) ?? {
		limiter: new Limiter(requestsAtOnce),
		lostCreates: new LostCreates(),
	};
	service.limiter.most = requestsAtOnce;
	services.set(id, service);
	if (services.size > MOST_SERVICES) {
		const [unused = ''] = [...services].find(([, { limiter }]) => limiter.isIdle) ?? [];
		services.delete(unused);
	}
	return service;
}
