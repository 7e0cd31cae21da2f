/** Whether a text is the address of a web page. */
export function isAddress(text: string): boolean {
	if (!/^https?:\/\/[^/]/i.test(text)) return false;
	try {
		// Not URL.canParse: Node.js 20 was seen to refuse "https://münchen.example/ä" now and then
		return new URL(text).host !== '';
	} catch {
		return false;
	}
}
