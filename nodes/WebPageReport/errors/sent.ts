import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Target } from '../shared/target';
import type { Secrets } from './secrets';

/** A request as it was sent, as far as a message needs it. */
export interface Sent {
	target: Target;
	/** The path of the interface document, section 4. */
	path: string;
	/** The whole address. */
	address: string;
	proxy?: IHttpRequestOptions['proxy'];
	secrets: Secrets;
}
