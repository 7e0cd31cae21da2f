/** Where a redirect leads. */
export interface Redirect {
	/** Without its query. */
	address: string;
	/** The same without the requested path: equal if two requests are redirected to one place. */
	base: string;
	/** `back` to the address that was requested; `moved`: to the same path at another origin, but never from https to http. */
	leads: 'back' | 'moved' | 'away';
}

/**
 * Reads the `Location` of a response. Undefined if it names no web address.
 *
 * @param baseUrl of the credential
 * @param path the requested path of docs/openapi.yaml
 */
export function redirectOf(location: string, baseUrl: string, path: string): Redirect | undefined {
	const from = new URL(baseUrl + path);
	let to: URL;
	try {
		to = new URL(location, from);
	} catch {
		return undefined;
	}
	if (location === '' || !['http:', 'https:'].includes(to.protocol)) return undefined;
	const pathname = to.pathname.replace(/\/+$/, '');
	const address = to.origin + pathname;
	const base = address.endsWith(path) ? address.slice(0, -path.length) : address;
	const isDowngrade = from.protocol === 'https:' && to.protocol === 'http:';
	if (pathname !== from.pathname) return { address, base, leads: 'away' };
	// An application behind a proxy often does not know that it is reached by https
	const isBack = to.origin === from.origin || (isDowngrade && to.hostname === from.hostname);
	return { address, base, leads: isBack ? 'back' : isDowngrade ? 'away' : 'moved' };
}
