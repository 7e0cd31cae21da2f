import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { actionOf, DONE, LONGEST_IN_TITLE, nameOf, type Target } from '../shared/target';
import { capitalised, isObject, toText } from '../shared/value';
import {
	CHECK_BASE_URL,
	CHECK_PROXY,
	Failure,
	TRY_LATER,
	unknownFate,
	WANTS_CLIENT_CERTIFICATE,
	WEB_PAGE,
} from './failure';
import { falseSuccess } from './falseSuccess';
import { isFromFirewall, SQUID_ERROR } from './intermediaries';
import { redirectOf } from './redirect';
import { quotaOf, rejected } from './rejected';
import type { SentRequest } from './secrets';
import { isMarkup, serviceWords } from './serviceWords';

/** Transient statuses of gateways and hosts: CloudLinux sends 508, hosting panels send 509, CDNs 520 and above. */
const GATEWAY = [502, 503, 504, 508, 509, 520, 521, 522, 523, 524, 525, 526, 527, 529, 530];

/** http:// on a port for https://. */
const WANTS_HTTPS =
	/plain HTTP (request was sent )?to an? (SSL|HTTPS)|HTTP request to an HTTPS|sent to HTTPS port/i;

/** Statuses that point to another address; 300 and 304 do not. */
const REDIRECTS = [301, 302, 303, 307, 308];

const NO_SERVICE = 'No report service was found at this address';

/**
 * The failure that a response reports; undefined if it is a success. docs/openapi.yaml leaves the error format open, so
 * this expects no particular one, and quotes the service's own words if there are any.
 *
 * @param path the requested path of docs/openapi.yaml
 * @param retryAfterMs the pause that the service asked for
 */
export function answerFailure(
	response: IN8nHttpFullResponse,
	sent: SentRequest,
	path: string,
	retryAfterMs: number | undefined,
): Failure | undefined {
	const { statusCode } = response;
	const isBlocked = isFromFirewall(response);
	const isSuccess = statusCode >= 200 && statusCode < 300;
	if (isSuccess && !isBlocked) return falseSuccess(response, sent);
	const answer = answerOf(response, sent, path, retryAfterMs);
	if (isBlocked) return blocked(answer);
	return (
		byProxy(answer) ??
		redirected(answer) ??
		limited(answer) ??
		unauthorised(answer) ??
		missing(answer) ??
		notProcessed(answer) ??
		otherwise(answer)
	);
}

/** A response that is not a success, with what its message needs. */
type Answer = ReturnType<typeof answerOf>;

function answerOf(
	response: IN8nHttpFullResponse,
	sent: SentRequest,
	path: string,
	retryAfterMs: number | undefined,
) {
	const code = String(response.statusCode);
	const words = serviceWords(response.body, sent);
	const said = { code, retryAfterMs, words };
	return {
		...response,
		...sent,
		path,
		words,
		said,
		refused: (
			what: string,
			advice: string,
			more: { isTransient?: true; isGone?: true; more?: string } = {},
		) => new Failure(`${what} (${code})`, advice, { ...said, ...more, fate: 'refused' }),
		unknown: (
			what: string,
			more: { isTransient?: boolean; forReads?: string; more?: string } = {},
		) => unknownFate(`${what} (${code})`, sent.target, { ...said, ...more }),
	};
}

function limited({ statusCode, target, said }: Answer): Failure | undefined {
	if (statusCode !== 429) return undefined;
	const nothing = DONE[target.operation] && `Nothing was ${DONE[target.operation]}. `;
	const advice = `${nothing}Try again later.`;
	return new Failure('Too many requests (429)', advice, { ...said, fate: 'rate-limited' });
}

/** Methods that firewalls and hosts often block. */
const METHODS = { create: '', get: '', getAll: '', update: 'PUT', delete: 'DELETE' };

/** A firewall answered. */
function blocked({ target, path, refused }: Answer): Failure {
	const method = METHODS[target.operation];
	const allow = method && `, and to allow ${method} requests to ${path}`;
	const advice = `Ask your report service to let n8n use the API without a browser check${allow}.`;
	return refused('A firewall blocked n8n', advice);
}

/** Squid answered instead of the service. Not its 407, nor errors that can follow a request that it has passed on. */
function byProxy({ statusCode, headers, refused }: Answer): Failure | undefined {
	const error = toText(headers[SQUID_ERROR]);
	if (error === '' || statusCode === 407) return undefined;
	if (/^ERR_(CONNECT|DNS)_FAIL/.test(error)) {
		const advice = 'Check Base URL in the credential, and that the service is running.';
		return refused('A proxy could not reach the service', advice, { isTransient: true });
	}
	const isRefusal = statusCode < 500 || statusCode === 501;
	return isRefusal ? refused('A proxy refused the request', CHECK_PROXY) : undefined;
}

/** The service or a gateway redirects. */
function redirected(answer: Answer): Failure | undefined {
	const { statusCode, headers, target, path, refused, unknown } = answer;
	if (!REDIRECTS.includes(statusCode)) return undefined;
	const { what, advice, to } = redirectOf(statusCode, toText(headers.location), answer, path);
	if (to === 'moved') return refused(what, advice);
	const more = [advice, reasonFor(target)].filter(Boolean).join(' ');
	return to === 'login' ? refused(what, more) : unknown(what, { forReads: '', more });
}

/** The key, the plan or a login in front is the cause. */
function unauthorised(answer: Answer): Failure | undefined {
	const { statusCode, headers, body, target, baseUrl, path, words, hasWorked, refused } = answer;
	const { operation, identifier } = target;
	if (statusCode === 401 && /^basic/i.test(toText(headers['www-authenticate']))) {
		return refused(
			'The web server in front of the service requires a login',
			'Ask your report service to let n8n use the API without it: n8n can only send the API key.',
		);
	}
	if (statusCode === 401) {
		const what = 'The service rejected the API key';
		if (hasWorked) {
			return refused(
				what,
				'It has worked before, so it may have expired: check it at your service.',
			);
		}
		const first = /\/v\d/i.test(baseUrl) ? '' : `${CHECK_BASE_URL} `;
		const key = 'Check API Key in the credential: copy it again from your report service.';
		return refused(what, first + key);
	}
	if (statusCode === 407) return refused('The proxy requires a login', CHECK_PROXY);
	if (statusCode === 419) {
		// Laravel answers like this only to forms of web pages
		const what =
			isMarkup(body) || words === '' ? WEB_PAGE : `The service could not ${actionOf(target)}`;
		return refused(what, CHECK_BASE_URL, { more: reasonFor(target) });
	}
	if (statusCode !== 402 && statusCode !== 403) return undefined;
	const may = `The service does not allow you to ${actionOf(target)}`;
	if (statusCode === 403 && isMarkup(body)) {
		// An API refuses in JSON, unless it was not asked to: deleteReport does not ask
		const method = METHODS[operation];
		if (!method) return blocked(answer);
		const what = operation === 'delete' ? may : 'A firewall blocked n8n';
		const advice = `Ask your report service to allow ${method} requests to ${path}.`;
		return refused(what, advice, { more: reasonFor(target) });
	}
	const whose =
		identifier === undefined ? '' : `, and that ${nameOf(target)} belongs to your account`;
	const page = operation === 'create' ? ` Page: ${nameOf(target)}.` : '';
	return refused(may, `Check that your plan includes the API${whose}.${quotaOf(target)}${page}`);
}

/** There is no such record, address or method. */
function missing(answer: Answer): Failure | undefined {
	const { statusCode, body, target, words, hasWorked, refused } = answer;
	const couldNot = `The service could not ${actionOf(target)}`;
	const what = hasWorked || words !== '' ? couldNot : NO_SERVICE;
	const next = hasWorked ? TRY_LATER : CHECK_BASE_URL;
	const ifListsFail = hasWorked
		? ''
		: ' If Get Many fails as well, check Base URL in the credential.';
	if ([405, 501].includes(statusCode)) {
		// Many hosts block PUT and DELETE, such as IIS with WebDAV
		return DONE[target.operation]
			? refused(couldNot, `Ask your report service to allow POST, PUT and DELETE.${ifListsFail}`)
			: refused(what, next);
	}
	if (![404, 410].includes(statusCode)) return undefined;
	if (target.identifier === undefined) {
		return refused(what, next, { isGone: true });
	}
	const advice = `It does not exist, or it belongs to another account. Use Get Many to see which ${target.resource}s exist.`;
	// Another server may have answered, unless this is the API's own message
	const todo = isObject(body) && words !== '' ? advice : advice + ifListsFail;
	const name = nameOf(target, LONGEST_IN_TITLE);
	return refused(`${capitalised(name)} was not found`, todo, { isGone: true });
}

/** The server ran out of time, or has not processed the request (RFC 9110, RFC 8470). */
function notProcessed({ statusCode, target, refused, unknown }: Answer): Failure | undefined {
	// 499 is from nginx
	if ([408, 499].includes(statusCode)) {
		return unknown(`The service took too long to ${actionOf(target)}`, { isTransient: true });
	}
	if (![421, 425].includes(statusCode)) return undefined;
	return refused(`The service could not ${actionOf(target)}`, TRY_LATER, { isTransient: true });
}

/** Any other status. */
function otherwise(answer: Answer): Failure {
	const { statusCode, body, target, refused, unknown } = answer;
	const text = toText(body);
	if (statusCode < 400) return unknown('The service returned an unexpected status');
	if (statusCode === 400 && WANTS_HTTPS.test(text)) {
		return refused('The service expects https://', 'Change http:// to https:// in Base URL.');
	}
	if (statusCode === 400 && /No required SSL certificate was sent/i.test(text)) {
		return refused(...WANTS_CLIENT_CERTIFICATE);
	}
	if (statusCode < 500) {
		return isMarkup(body)
			? refused(WEB_PAGE, CHECK_BASE_URL, { more: reasonFor(target) })
			: refused(...rejected(body, target));
	}
	const isTransient = GATEWAY.includes(statusCode);
	const more = isTransient ? '' : reasonFor(target);
	return unknown(`The service could not ${actionOf(target)}`, { isTransient, more });
}

/** For deletes, which do not ask for JSON: many services answer them with a page instead of the reason. */
function reasonFor({ resource, operation }: Target): string {
	if (operation !== 'delete') return '';
	return `This can also mean that API Key is wrong, or that you may not delete it: ${resource === 'report' ? 'Get' : 'Get Many'} shows the reason.`;
}
