import type { Target } from '../shared/target';
import type { Secrets } from './secrets';

/** A request as it was sent, as far as a message needs it. */
export interface SentRequest {
	target: Target;
	/** Of the credential, normalised. */
	baseUrl: string;
	proxy?: { host: string; port: number };
	secrets: Secrets;
}
