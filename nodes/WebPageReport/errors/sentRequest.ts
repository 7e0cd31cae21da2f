import type { Target } from '../shared/target';
import type { Secrets } from './secrets';

/** What messages need to know of a request that was sent. */
export interface SentRequest {
	target: Target;
	/** Of the credential, normalised. */
	baseUrl: string;
	proxy?: { host: string; port: number };
	secrets: Secrets;
}
