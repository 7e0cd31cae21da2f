/**
 * Reads the address of a web page or an API.
 *
 * @returns undefined unless the text is an absolute http or https address
 */
export function webAddress(text: string): URL | undefined {
	if (!/^https?:\/\/[^/]/i.test(text)) return undefined;
	try {
		// Not URL.canParse: Node.js 20 was seen to refuse "https://münchen.example/ä" now and then
		return new URL(text);
	} catch {
		return undefined;
	}
}

/**
 * A page in the one form that all spellings of its address share: without scheme, fragment and trailing
 * slash, and percent-encoded.
 */
export function pageOf(text: string): string {
	const address = webAddress(text.trim()) ?? webAddress(`http://${text.trim()}`);
	if (!address) return text;
	const { host, pathname, search } = address;
	return search === '' ? (host + pathname).replace(/\/+$/, '') : host + pathname + search;
}

/** The site of a page: its host, without `www.`. */
export function siteOf(page: string): string {
	return (webAddress(`http://${page}`)?.hostname ?? page).replace(/^www\./, '');
}

/** Whether a page may be on the site of another, or on a part of it; one that is not known may be on any. */
export function isSameSite(page: string, other: string): boolean {
	const [site, wanted] = [siteOf(page), siteOf(other)];
	return (
		page === '' || site === wanted || site.endsWith(`.${wanted}`) || wanted.endsWith(`.${site}`)
	);
}

/** A text without percent-encoding. Bytes that are no UTF-8 are taken for Latin-1, a lone % for itself. */
export function percentDecoded(text: string): string {
	return text.replace(/(?:%[\da-f]{2})+/gi, (bytes) => {
		try {
			return decodeURIComponent(bytes);
		} catch {
			return bytes.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
		}
	});
}
