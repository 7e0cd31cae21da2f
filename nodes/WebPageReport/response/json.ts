/** How much may surround the JSON at either end, in characters, and how many brackets that may hold. */
const LONGEST = 10_000;
const MAX_BRACKETS = 100;

/** A message that PHP or a framework prints around a response, without its markup. It ends with the number of a line. */
const MESSAGE =
	/(A PHP Error was encountered\s+|PHP )?(Severity|Warning|Notice|Deprecated|User \w+|Strict Standards)\s*:.{0,1000}?\bline( number:?)?\s+\d+/gis;

/**
 * The JSON in a text, without what some hosts print before or after it: PHP messages, a comment of a cache, a byte order
 * mark. Any other text is returned as it is.
 */
export function parsed(text: string): unknown {
	const tail = Math.max(0, text.length - LONGEST);
	const starts = [...text.slice(0, LONGEST).matchAll(/[[{]/g)].map(({ index }) => index);
	const ends = [...text.slice(tail).matchAll(/[\]}]/g)].map(({ index }) => tail + index + 1);
	const start = starts.slice(0, MAX_BRACKETS).find((index) => isNoise(text.slice(0, index)));
	const end = ends
		.slice(-MAX_BRACKETS)
		.reverse()
		.find((index) => isNoise(text.slice(index)));
	if (start === undefined || end === undefined) return text;
	try {
		return JSON.parse(text.slice(start, end)) as unknown;
	} catch {
		return text;
	}
}

function isNoise(text: string): boolean {
	const shown = text.replace(/<!--.*?-->|\/\*.*?\*\/|\ufeff/gs, '');
	const plain = shown.replace(/<[^>]*>/g, ' ');
	const rest = plain.replace(MESSAGE, '');
	// Markup alone could be a page that quotes JSON
	return rest.trim() === '' && (shown.trim() === '' || rest !== plain);
}
