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
 * The key of a page, the same for all spellings of its address: without scheme, fragment and trailing slash,
 * and percent-encoded.
 */
export function pageKeyOf(text: string): string {
	const address = webAddress(text.trim()) ?? webAddress(`http://${text.trim()}`);
	if (!address) return text;
	const { host, pathname, search } = address;
	return search === '' ? (host + pathname).replace(/\/+$/, '') : host + pathname + search;
}
