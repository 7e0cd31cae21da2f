import type { Account } from '../../../credentials/WebPageReportApi.credentials';
import { Limiter } from './limiter';
import { LostCreates } from './lostCreate';

/** One report service, for all runs of one n8n process that use it with the same key. */
export interface Service {
	limiter: Limiter;
	lostCreates: LostCreates;
}

/** How long a service is remembered that nobody uses, in milliseconds: with Batching, a run pauses between its items. */
const MEMORY = 60_000;

/** By account, the key as a hash only. */
const services = new Map<string, Service>();

/** The service of an account, the same for all that use it at the same time. */
export function serviceOf({ id, requestsAtOnce }: Account): Service {
	for (const [other, { limiter }] of services) {
		if (limiter.isStale(Date.now() - MEMORY)) services.delete(other);
	}
	const service = services.get(id) ?? {
		limiter: new Limiter(requestsAtOnce),
		lostCreates: new LostCreates(),
	};
	service.limiter.allow(requestsAtOnce);
	services.set(id, service);
	return service;
}
