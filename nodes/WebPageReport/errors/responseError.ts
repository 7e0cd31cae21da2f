import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { deedOf, inCredential, nameOf, shortNameOf } from '../shared/target';
import { capitalised, toText } from '../shared/value';
import { adviceForNotTaken, checkBaseUrl, unsettled } from './advice';
import { Failure, type FailureDetails } from './failure';
import { falseSuccess } from './falseSuccess';
import { isRedirect, redirectError } from './redirect';
import { rejected } from './rejected';
import { retryAfterOf } from './retryAfter';
import type { Sent } from './sent';
import { isMarkup, serviceMessageOf } from './serviceMessage';

/** The statuses by which a gateway says that the service behind it has not answered; 520 to 524 are Cloudflare's. */
const GATEWAY = [502, 503, 504, 520, 521, 522, 523, 524];

/** The statuses by which a service says that the request took too long; 499 is nginx's. */
const GAVE_UP = [408, 499];

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
	const { operation, identifier } = target;
	const code = String(statusCode);
	const said = { code, words: serviceMessageOf(body, secrets) };
	const title = (what: string) => `${what} (${code})`;
	const failure = (what: string, advice: string, details: FailureDetails = {}) =>
		new Failure(title(what), advice, { ...said, ...details });
	const after = retryAfterOf(headers, Date.now());
	const isPage = typeof body === 'string' && isMarkup(body);

	if (isRedirect(statusCode)) return redirectError(toText(headers.location), sent, said);
	// An API speaks of a plan in data, not in a page
	if (headers['cf-mitigated'] !== undefined || (statusCode === 403 && isPage)) {
		// It does to a delete, which asks for no data (interface document, section 4.2)
		const orNot =
			operation === 'delete'
				? ` If other operations work, check that ${nameOf(target)} belongs to your account.`
				: '';
		return failure(
			'A firewall blocked n8n',
			`Ask your report service to let n8n use the API without a browser check.${orNot}`,
		);
	}
	switch (statusCode) {
		case 401:
			return failure(
				'The service rejected the API key',
				`Check API Key${inCredential(target)}: copy it again from your report service.`,
			);
		case 402:
		case 403: {
			const whose =
				identifier === undefined ? '' : `, and that ${nameOf(target)} belongs to your account`;
			const page = operation === 'create' ? ` The page was ${nameOf(target)}.` : '';
			return failure(
				`The service does not allow you to ${deedOf(target)}`,
				`Check that your plan includes the API${whose}.${page}`,
			);
		}
		case 404:
		case 410:
			if (identifier !== undefined) {
				return failure(
					`${capitalised(shortNameOf(target))} was not found`,
					'It may have been deleted, or belong to another account. Find it with Get Many.',
					// Also as a page: no delete asks for JSON (interface document, section 4.2)
					{ isGone: true },
				);
			}
			if (said.words === '') return failure(NO_SERVICE, checkBaseUrl(target));
			return failure(`The service could not ${deedOf(target)}`, checkBaseUrl(target));
		case 405:
			return failure(NO_SERVICE, checkBaseUrl(target));
		case 407:
			return failure(
				'The proxy requires a login',
				target.isTest
					? 'Check the proxy settings of n8n.'
					: "Check Proxy under Request Options in the node's Settings, or the proxy settings of n8n.",
			);
		case 429:
			return failure('Too many requests', adviceForNotTaken(target), {
				retry: { of: 'any request', after },
			});
	}
	const gaveUp = GAVE_UP.includes(statusCode);
	if (gaveUp || statusCode >= 500 || statusCode < 400) {
		const isPassing = gaveUp || GATEWAY.includes(statusCode);
		const what = gaveUp
			? `The service took too long to ${deedOf(target)}`
			: statusCode < 400
				? 'The service gave no usable answer'
				: `The service could not ${deedOf(target)}`;
		return unsettled(title(what), target, {
			...said,
			retry: isPassing ? { of: 'reads', after } : undefined,
		});
	}
	return failure(...rejected(body, target));
}

const NO_SERVICE = 'No report service was found at this address';
