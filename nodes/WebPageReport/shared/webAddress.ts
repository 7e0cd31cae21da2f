/** A text without the spaces and invisible characters that a copy brings along. Joiners in words stay (Persian, Hindi). */
export function pasted(text: string): string {
	return text
		.replace(/[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
		.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '');
}

/** Reads the address of a web page or an API. Undefined unless it is an absolute http or https address. */
export function webAddress(text: string): URL | undefined {
	// "https://https://example.com" would be a host of the name https
	if (!/^https?:\/\/(?!https?:\/)[^/]/i.test(text)) return undefined;
	try {
		// Not URL.canParse: Node.js 20 was seen to refuse "https://münchen.example/ä" now and then
		return new URL(text);
	} catch {
		return undefined;
	}
}

/** The key of a page, the same for all spellings of its address: without scheme, fragment and trailing slash. */
export function pageKeyOf(text: string): string {
	const address = webAddress(text.trim()) ?? webAddress(`http://${text.trim()}`);
	if (!address) return text;
	const { host, pathname, search } = address;
	return search === '' ? (host + pathname).replace(/\/+$/, '') : host + pathname + search;
}
