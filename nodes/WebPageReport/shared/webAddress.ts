/** Pasted text without stray spaces or invisible characters. Joiners inside words stay (Persian, Hindi). */
export function pasted(text: string): string {
	return text
		.replace(/[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
		.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '');
}

/** Parses an address. Undefined unless it is an absolute http or https address. */
export function webAddress(text: string): URL | undefined {
	// "https://https://example.com" would parse as a host named "https"
	if (!/^https?:\/\/(?!https?:\/)[^/]/i.test(text)) return undefined;
	try {
		// Not URL.canParse: in Node.js 20 it sometimes refuses "https://münchen.example/ä"
		return new URL(text);
	} catch {
		return undefined;
	}
}

/** A key for comparing addresses of pages: ignores the scheme, the fragment and, without a query, trailing slashes. */
export function pageKeyOf(text: string): string {
	const address = webAddress(text.trim()) ?? webAddress(`http://${text.trim()}`);
	if (!address) return text;
	const { host, pathname, search } = address;
	return search === '' ? (host + pathname).replace(/\/+$/, '') : host + pathname + search;
}
