import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { accountOf, requestsAtOnceOf } from '../../../credentials/WebPageReportApi.credentials';
import { Service } from './service';

/** The services that runs of this n8n process use now, by account, and how many items use each. */
const inUse = new Map<string, { service: Service; users: number }>();

/**
 * Works for an item with the service of its credential, the same for all that work with that at the
 * same time. What is known of it is forgotten when the last of them has ended.
 *
 * @param credentials of the node
 * @param memory what a run has used before, by account: Batching pauses between its items
 *
 * @throws {Failure} where the credential cannot be used
 */
export async function withService<T>(
	credentials: ICredentialDataDecryptedObject,
	memory: Map<string, Service>,
	work: (service: Service) => Promise<T>,
): Promise<T> {
	const account = accountOf(credentials);
	const atOnce = requestsAtOnceOf(credentials);
	const service = inUse.get(account)?.service ?? memory.get(account) ?? new Service(atOnce);
	const entry = inUse.get(account) ?? { service, users: 0 };
	inUse.set(account, entry);
	memory.set(account, service);
	service.capacity.allow(atOnce);
	entry.users++;
	try {
		return await work(service);
	} finally {
		if (--entry.users === 0) inUse.delete(account);
	}
}

/** How many services are in use. */
export function countServices(): number {
	return inUse.size;
}
