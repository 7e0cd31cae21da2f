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
