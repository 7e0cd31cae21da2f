import { inCredential } from '../shared/target';
import { webAddress } from '../shared/webAddress';
import { checkBaseUrl, THE_API, unsettled } from './advice';
import { Failure } from './failure';
import type { Sent } from './sent';
import { clean } from './serviceMessage';

/** The statuses that point to another address; 300 and 304 do not. */
const REDIRECTS = [301, 302, 303, 307, 308];

/** Whether an answer points to another address in place of holding anything. */
export function isRedirect(statusCode: number): boolean {
	return REDIRECTS.includes(statusCode);
}

/** Says of such an answer where it points to. */
export function redirectError(
	location: string,
	sent: Sent,
	said: { code: string; words: string },
): Failure {
	const leadsToLogin = isLogin(location);
	const what = leadsToLogin ? 'The service asks for a login' : 'The service has moved';
	const title = `${what} (${said.code})`;
	const advice = adviceForRedirect(location, sent);
	// "See other" is what many say after they have done something
	return said.code === '303' && !leadsToLogin
		? unsettled(title, sent.target, { ...said, forReads: '', more: advice })
		: new Failure(title, advice, said);
}

/** What to put into Base URL: only an address that ends in the path that was asked for is surely the API. */
function adviceForRedirect(location: string, { path, secrets, target }: Sent): string {
	const address = clean(withoutCredentials(location), secrets).replace(/\/+$/, '');
	if (address === '') return checkBaseUrl(target);
	if (isLogin(address)) {
		return `Check API Key and Base URL${inCredential(target)}. Base URL must be ${THE_API} The service points to ${address}`;
	}
	const set = `Set Base URL${inCredential(target)} to`;
	return webAddress(address) && address.endsWith(path)
		? `${set} ${address.slice(0, -path.length)}`
		: `${set} ${THE_API} The service points to ${address}`;
}

/** Whether an address is that of a login page: services send whom they do not know there, and whom they do not take for an API. */
function isLogin(location: string): boolean {
	return /\/(log|sign)[-_]?in(\.\w+)?\/*$/i.test(withoutCredentials(location));
}

/** An address without what nobody needs to see: a user name and a password, a query, a fragment. */
function withoutCredentials(address: string): string {
	return address.replace(/[?#].*$/, '').replace(/^([a-z][a-z\d+.-]*:)?[\\/]{2}[^\\/]*@/i, '$1//');
}
