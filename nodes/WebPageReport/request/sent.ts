import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { toText } from './items';
import { webAddress } from './webAddress';
import { shorten } from './words';

/** How many characters of an address or a name are shown. */
const LONGEST_SUBJECT = 100;

/** A request with a path of the interface document, and the whole address that it was sent to. */
export type Sent = Pick<IHttpRequestOptions, 'method' | 'url' | 'body' | 'proxy'> & {
	address: string;
};

export function isRead({ method }: Pick<Sent, 'method'>): boolean {
	return method === 'GET';
}

/** Whether a request is to `/projects` or `/reports` itself. */
export function isCollection({ url }: Sent): boolean {
	return url.split('/').length === 2;
}

/** What a request is about, in words that fit into a sentence. */
export function subjectOf({ method, url, body }: Sent): string {
	const [, collection = '', identifier] = url.split('/');
	if (identifier !== undefined) {
		return `${collection === 'projects' ? 'project' : 'report'} ${shorten(decodeURIComponent(identifier), LONGEST_SUBJECT)}`;
	}
	if (method === 'POST') {
		return `the report for ${shorten(toText((body as IDataObject | undefined)?.url), LONGEST_SUBJECT)}`;
	}
	return `the list of ${collection}`;
}

/** Host and port that a request was sent to. */
export function hostOf({ address }: Sent): string {
	const { hostname = '', port = '', protocol } = webAddress(address) ?? {};
	return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}
