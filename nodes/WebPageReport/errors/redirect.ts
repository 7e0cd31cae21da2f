import { isRead } from '../shared/target';
import { webAddress } from '../shared/webAddress';
import { CHECK_BASE_URL } from './failure';
import type { SentRequest } from './secrets';
import { clean } from './serviceWords';

/** The address of a login page, of the service or of a gateway in front of it, by its path or its host. */
const LOGIN =
	/\/((\w+-)?(log|sign)[-_]?[io]n|\.auth|authorize|oauth2?|openid-connect|saml2?|sso)(\.\w+)?(\/|$)|^(\w+:)?\/\/(auth|login|sso|id|accounts?)\./i;

const UNSAFE =
	'It leads to http://, where your API key would be sent unencrypted. Ask your report service to correct it.';

/**
 * Where a redirect leads. A login, or the same path elsewhere, shows that a write was not done; any other redirect may
 * follow one that was. So may a 303 to any address (RFC 9110, section 15.4.4), and a 302 to the same one.
 *
 * @param path the requested path of docs/openapi.yaml
 */
export function redirectOf(
	statusCode: number,
	location: string,
	sent: SentRequest,
	path: string,
): { what: string; advice: string; to: 'login' | 'moved' | 'unknown' } {
	const { target, baseUrl } = sent;
	const address = clean(withoutLogin(location), sent).replace(/\/+$/, '');
	const asked = webAddress(baseUrl + path)?.pathname ?? path;
	const isAfter = [302, 303].includes(statusCode);
	if (address === baseUrl + path || address === asked) {
		return {
			what: 'The service redirects to the same address',
			advice: `Ask your report service to respond at ${address} without a redirect.`,
			to: isAfter ? 'unknown' : 'moved',
		};
	}
	// E.g. from an application that does not know that a proxy speaks https for it
	const isUnsafe = /^https:/i.test(baseUrl) && /^http:/i.test(address);
	const isMoved = address.endsWith(path) && !isUnsafe;
	const advice = isUnsafe ? UNSAFE : adviceForRedirect(address, isMoved ? path : undefined);
	const isSamePath = statusCode === 302 && webAddress(address)?.pathname === asked;
	if (isMoved && (!isAfter || isRead(target) || isSamePath)) {
		return { what: 'The service has moved', advice, to: 'moved' };
	}
	const query = new URLSearchParams(location.split('?')[1]);
	if (LOGIN.test(address) || [...query.values()].some((value) => value.includes(asked))) {
		return { what: 'The service requires a login', advice, to: 'login' };
	}
	const [state] = /maintenance|suspended/i.exec(address) ?? [];
	const what = state
		? `The service redirects to a page that says "${state.toLowerCase()}"`
		: 'The service redirected the request';
	return { what, advice, to: 'unknown' };
}

/** What to put into Base URL: an address is known to be the API only if it ends in the requested path, `apiPath`. */
function adviceForRedirect(address: string, apiPath: string | undefined): string {
	if (address === '') return CHECK_BASE_URL;
	return apiPath !== undefined && webAddress(address)
		? `Enter ${address.slice(0, -apiPath.length)} as Base URL in the credential.`
		: `${CHECK_BASE_URL} The service redirects to ${address} instead of answering.`;
}

/** An address without user name, password, query and fragment. */
function withoutLogin(address: string): string {
	return address.replace(/[?#].*$/, '').replace(/^([a-z][a-z\d+.-]*:)?[\\/]{2}[^\\/]*@/i, '$1//');
}
