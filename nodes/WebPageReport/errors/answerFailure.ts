import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { parametersOf } from '../resources/parameters';
import { deedOf, nameOf, shortNameOf, type Target } from '../shared/target';
import { capitalised, isObject, toText } from '../shared/value';
import { webAddress } from '../shared/webAddress';
import { CHECK_BASE_URL, unknownFate, WEB_PAGE } from './advice';
import { Failure } from './failure';
import { falseSuccess } from './falseSuccess';
import type { Sent } from './networkFailure';
import { clean, isMarkup, serviceWords } from './serviceWords';

/** The statuses by which a service or a gateway says that it will work again: 499 is nginx's, 520 to 524 are Cloudflare's. */
const GAVE_UP = [408, 499];
const GATEWAY = [502, 503, 504, 520, 521, 522, 523, 524];

/** The statuses that point to another address; 300 and 304 do not. */
const REDIRECTS = [301, 302, 303, 307, 308];

const NO_SERVICE = 'No report service was found at this address';

/** How many parameters there is room for in a title. */
const MOST_IN_TITLE = 3;

/**
 * Says what went wrong in an answer; undefined if it is a success.
 *
 * Sections 4.8 and 7 of the interface document leave answers open, so this relies on no error
 * format. It repeats the service's own words if it finds some.
 *
 * @param path of the interface document, section 4, that was asked for
 * @param after the pause that the service asks for, in milliseconds
 */
export function answerFailure(
	{ statusCode, headers, body }: IN8nHttpFullResponse,
	{ target, secrets }: Sent,
	path: string,
	after: number | undefined,
): Failure | undefined {
	if (statusCode >= 200 && statusCode < 300) return falseSuccess(body, target, secrets);

	const { operation, identifier } = target;
	const code = String(statusCode);
	const said = { code, words: serviceWords(body, secrets) };
	const refused = (what: string, advice: string) =>
		new Failure(`${what} (${code})`, advice, { ...said, fate: 'refused' });
	const unknown = (what: string, more: Parameters<typeof unknownFate>[2] = {}) =>
		unknownFate(`${what} (${code})`, target, { ...said, ...more });

	if (REDIRECTS.includes(statusCode)) {
		const address = clean(withoutLogin(toText(headers.location)), secrets).replace(/\/+$/, '');
		const advice = adviceForRedirect(address, path);
		if (isLogin(address)) return refused('The service asks for a login', advice);
		// Any other redirect can be what a service says after it has done something
		return address.endsWith(path)
			? refused('The service has moved', advice)
			: unknown('The service has moved', { forReads: '', more: advice });
	}
	// If a plan does not allow it, an API says so in data. A page comes from a firewall
	if (headers['cf-mitigated'] !== undefined || (statusCode === 403 && isMarkup(body))) {
		// To a delete, an API can answer with a page too: a delete asks for no data (interface document, section 4.2)
		const orNot =
			operation === 'delete'
				? ` If other operations work, check that ${nameOf(target)} belongs to your account.`
				: '';
		const advice = 'Ask your report service to let n8n use the API without a browser check.';
		return refused('A firewall blocked n8n', advice + orNot);
	}
	switch (statusCode) {
		case 401:
			return refused(
				'The service rejected the API key',
				'Check API Key in the credential: copy it again from your report service.',
			);
		case 402:
		case 403: {
			const whose =
				identifier === undefined ? '' : `, and that ${nameOf(target)} belongs to your account`;
			const page = operation === 'create' ? ` The page was ${nameOf(target)}.` : '';
			return refused(
				`The service does not allow you to ${deedOf(target)}`,
				`Check that your plan includes the API${whose}.${page}`,
			);
		}
		case 404:
		case 405:
		case 410: {
			if (identifier !== undefined && statusCode !== 405) {
				const advice =
					'It may have been deleted, or belong to another account. Find it with Get Many.';
				// Some other server than the service may have answered
				const orNot = said.words === '' ? ` If that fails too: ${CHECK_BASE_URL}` : '';
				return refused(`${capitalised(shortNameOf(target))} was not found`, advice + orNot);
			}
			const what = said.words === '' ? NO_SERVICE : `The service could not ${deedOf(target)}`;
			return refused(what, CHECK_BASE_URL);
		}
		case 407:
			return refused(
				'The proxy requires a login',
				"Check Proxy under Request Options in the node's Settings, or the proxy settings of n8n.",
			);
		case 429: {
			const nothing = ['get', 'getAll'].includes(operation) ? '' : `Nothing was ${operation}d. `;
			const advice = `${nothing}Try again later.`;
			const taken = { ...said, fate: 'not taken', isPassing: true, after } as const;
			return new Failure(`Too many requests (${code})`, advice, taken);
		}
	}
	if (GAVE_UP.includes(statusCode)) {
		return unknown(`The service took too long to ${deedOf(target)}`, { isPassing: true, after });
	}
	if (statusCode < 400) return unknown('The service gave no usable answer');
	if (statusCode < 500) {
		return isMarkup(body) ? refused(WEB_PAGE, CHECK_BASE_URL) : refused(...rejected(body, target));
	}
	const isPassing = GATEWAY.includes(statusCode);
	return unknown(`The service could not ${deedOf(target)}`, { isPassing, after });
}

/** What to put into Base URL: only an address that ends in the path that was asked for is surely the API. */
function adviceForRedirect(address: string, path: string): string {
	if (webAddress(address) && address.endsWith(path)) {
		return `Set Base URL in the credential to ${address.slice(0, -path.length)}`;
	}
	return address === '' ? CHECK_BASE_URL : `${CHECK_BASE_URL} The service points to ${address}`;
}

/** Whether an address is that of a login page. Services redirect to it if they do not know the key, or expect a browser. */
function isLogin(address: string): boolean {
	return /\/(log|sign)[-_]?in(\.\w+)?\/*$/i.test(address);
}

/** An address without what nobody needs to see: a user name and a password, a query, a fragment. */
function withoutLogin(address: string): string {
	return address.replace(/[?#].*$/, '').replace(/^([a-z][a-z\d+.-]*:)?[\\/]{2}[^\\/]*@/i, '$1//');
}

/** Says which parameters the service does not accept, by the names that n8n shows, if the answer names some. */
function rejected(body: unknown, target: Target): [what: string, advice: string] {
	const { named } = parametersOf(target);
	const errors = isObject(body) ? [body.message, body.errors].filter(isObject) : [];
	const parameters = errors.flatMap(Object.keys).flatMap((field) => named[field] ?? []);
	const names = parameters.map(({ displayName }) => displayName);
	const all = [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');
	const isAnalysis = target.operation === 'create' || target.operation === 'update';
	const quota = isAnalysis ? ' It can also mean that your quota is used up.' : '';
	const name = nameOf(target);
	if (all === '') {
		return ['The service rejected the input', `Check the parameters for ${name}.${quota}`];
	}
	const [first] = parameters;
	const isUrl = parameters.length === 1 && first?.name === 'url' && target.operation === 'create';
	return [
		`The service rejected ${names.length > MOST_IN_TITLE ? 'the input' : all}`,
		`Correct ${all} ${isUrl ? `(${name})` : `for ${name}`}.${quota}`,
	];
}
