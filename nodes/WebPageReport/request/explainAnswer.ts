import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { CHECK_BASE_URL, NOT_TAKEN, openFailure } from './advice';
import { explainSuccess } from './explainSuccess';
import { Failure, type Retry } from './failure';
import { isObject, toText } from './items';
import { retryAfterOf } from './retryAfter';
import { routedFields } from './routedFields';
import type { Secrets } from './secrets';
import { isCollection, type Sent, subjectOf } from './sent';
import { webAddress } from './webAddress';
import { clean, wordsOf } from './words';

/** The statuses by which a gateway says that the service behind it has not answered; 520 to 524 are Cloudflare's. */
const GATEWAY = [502, 503, 504, 520, 521, 522, 523, 524];

/** The statuses by which a service says that the request took too long; 499 is nginx's. */
const GAVE_UP = [408, 499];

/** The statuses that point to another address; 300 and 304 do not. */
const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * Says what went wrong in an answer, or nothing where it is a success.
 *
 * Sections 4.8 and 7 of the interface document leave answers open, so this relies on no error
 * format: it repeats the service's own words where it finds some.
 */
export function explainAnswer(
	{ statusCode, headers, body }: IN8nHttpFullResponse,
	request: Sent,
	secrets: Secrets,
): Failure | undefined {
	if (statusCode >= 200 && statusCode < 300) return explainSuccess(body, request, secrets);

	const subject = subjectOf(request);
	const words = wordsOf(body, secrets);
	const title = (what: string) => `${what} (${String(statusCode)})${words && `: ${words}`}`;
	const code = String(statusCode);
	const failure = (what: string, advice: string, retry?: Retry) =>
		new Failure(title(what), advice, { code, retry });
	const after = retryAfterOf(headers, Date.now());

	if (REDIRECTS.includes(statusCode)) {
		const what = 'The service has moved to another address';
		const advice = adviceForRedirect(toText(headers.location), request, secrets);
		// "See other" is what many say after they have done something
		return statusCode === 303
			? openFailure(title(what), request, { forReads: '', more: advice, code })
			: failure(what, advice);
	}
	if (headers['cf-mitigated'] !== undefined) {
		return failure(
			'A protection in front of the service stopped n8n',
			'Ask whoever runs the service to let n8n through to the API without a browser check.',
		);
	}
	switch (statusCode) {
		case 401:
			return failure(
				'The service did not accept the API key',
				'Check API Key in the credential: copy the key again from your report service.',
			);
		case 402:
		case 403:
			return failure(
				`The service does not allow this for ${subject}`,
				`Check that your plan includes the API, and that ${subject} belongs to the account of API Key in the credential.`,
			);
		case 404:
		case 410:
			if (!isCollection(request)) {
				return failure(
					`The service does not know ${subject}`,
					'It may have been deleted, or belong to another account. Look with Get Many.',
				);
			}
			return failure(
				words === ''
					? 'There is no report service at this address'
					: `The service did not find ${subject}`,
				CHECK_BASE_URL,
			);
		case 405:
			return failure('There is no report service at this address', CHECK_BASE_URL);
		case 407:
			return failure(
				'The proxy asks for a login',
				'Check Proxy under Request Options in the Settings of the node, or the proxy settings of n8n.',
			);
		case 429:
			return failure(NOT_TAKEN.title, NOT_TAKEN.advice, { of: 'any request', after });
	}
	const gaveUp = GAVE_UP.includes(statusCode);
	if (gaveUp || statusCode >= 500 || statusCode < 400) {
		const isPassing = gaveUp || GATEWAY.includes(statusCode);
		const what = gaveUp
			? `The service gave up on ${subject}`
			: statusCode < 400
				? `The service gave no usable answer for ${subject}`
				: `The service failed on ${subject}`;
		return openFailure(title(what), request, {
			retry: isPassing ? { of: 'reads', after } : undefined,
			code,
		});
	}
	return failure(
		`The service did not accept the input for ${subject}`,
		adviceForFields(body, request),
	);
}

/** Names the parameters that an answer complains of: `{ message: { url: […] } }` or under `errors`. */
function adviceForFields(body: unknown, { method, url }: Sent): string {
	const [, collection = ''] = url.split('/');
	const operation = method === 'POST' ? 'create' : method === 'PUT' ? 'update' : 'getAll';
	const { named } = routedFields(collection.replace(/s$/, ''), operation);
	const errors = isObject(body) ? [body.message, body.errors].filter(isObject) : [];
	const names = errors.flatMap(Object.keys).flatMap((field) => named[field]?.displayName ?? []);
	const what = names.length > 0 ? names.join(' and ') : 'the parameters of the node';
	return `Correct ${what}. The service also answers like this when a quota is used up.`;
}

/** What to put into Base URL: only an address that ends in the path that was asked for is surely the API. */
function adviceForRedirect(location: string, { url }: Sent, secrets: Secrets): string {
	const address = clean(withoutLogin(location), secrets).replace(/\/+$/, '');
	if (address === '') return CHECK_BASE_URL;
	return webAddress(address) && address.endsWith(url)
		? `Set Base URL in the credential to ${address.slice(0, -url.length)}`
		: `Set Base URL in the credential to the address of the API, usually ending in /api/v1. The service points to ${address}`;
}

/** An address without what nobody needs to see: a user name and a password, a query, a fragment. */
function withoutLogin(address: string): string {
	return address.replace(/[?#].*$/, '').replace(/^([a-z][a-z\d+.-]*:)?[\\/]{2}[^\\/]*@/i, '$1//');
}
