import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { parametersOf } from '../resources/parameters';
import { nameOf, type Target } from '../shared/target';
import { isObject, toText } from '../shared/value';
import { adviceForRedirect, CHECK_BASE_URL, NOT_TAKEN, unsettled } from './advice';
import { Failure, type FailureDetails } from './failure';
import { falseSuccess } from './falseSuccess';
import { retryAfterOf } from './retryAfter';
import type { Sent } from './sent';
import { isMarkup, serviceMessageOf } from './serviceMessage';

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
export function responseError(
	{ statusCode, headers, body }: IN8nHttpFullResponse,
	sent: Sent,
): Failure | undefined {
	if (statusCode >= 200 && statusCode < 300) return falseSuccess(body, sent);

	const { target, secrets } = sent;
	const subject = nameOf(target);
	const words = serviceMessageOf(body, secrets);
	const title = (what: string) => `${what} (${String(statusCode)})${words && `: ${words}`}`;
	const code = String(statusCode);
	const failure = (what: string, advice: string, retry?: FailureDetails['retry']) =>
		new Failure(title(what), advice, { code, retry });
	const after = retryAfterOf(headers, Date.now());

	if (REDIRECTS.includes(statusCode)) {
		const what = 'The service has moved to another address';
		const advice = adviceForRedirect(toText(headers.location), sent);
		// "See other" is what many say after they have done something
		return statusCode === 303
			? unsettled(title(what), target, { forReads: '', more: advice, code })
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
			if (target.identifier !== undefined) {
				const advice =
					'It may have been deleted, or belong to another account. Look with Get Many.';
				// Not the page of a web server that has lost its application for a moment
				const isGone = !(typeof body === 'string' && isMarkup(body));
				return new Failure(title(`The service does not know ${subject}`), advice, { code, isGone });
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
		return unsettled(title(what), target, {
			retry: isPassing ? { of: 'reads', after } : undefined,
			code,
		});
	}
	return failure(
		`The service did not accept the input for ${subject}`,
		adviceForFields(body, target),
	);
}

/** Names the parameters that an answer complains of: `{ message: { url: […] } }` or under `errors`. */
function adviceForFields(body: unknown, target: Target): string {
	const { named } = parametersOf(target);
	const errors = isObject(body) ? [body.message, body.errors].filter(isObject) : [];
	const names = errors.flatMap(Object.keys).flatMap((field) => named[field]?.displayName ?? []);
	const what = names.length > 0 ? names.join(' and ') : 'the parameters of the node';
	return `Correct ${what}. The service also answers like this when a quota is used up.`;
}
