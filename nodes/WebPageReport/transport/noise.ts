/** How much may surround the JSON at either end, in characters, and how many brackets that may hold. */
const LONGEST = 10_000;
const MAX_BRACKETS = 100;

/** A message that PHP or a framework prints around a response, without its markup. It ends with the number of a line. */
const MESSAGE =
	/(A PHP Error was encountered\s+|PHP )?(Severity|Warning|Notice|Deprecated|User \w+|Strict Standards)\s*:.{0,1000}?\bline( number:?)?\s+\d+/gis;

/**
 * A body without what some hosts print before or after its JSON: PHP messages, a comment of a cache, a byte order mark.
 * Anything else is returned as it is.
 */
export function withoutNoise(body: unknown): unknown {
	if (typeof body !== 'string') return body;
	const starts = [...body.slice(0, LONGEST).matchAll(/[[{]/g)].map(({ index }) => index);
	const tail = Math.max(0, body.length - LONGEST);
	const ends = [...body.slice(tail).matchAll(/[\]}]/g)].map(({ index }) => tail + index + 1);
	for (const start of starts.slice(0, MAX_BRACKETS)) {
		if (!isNoise(body.slice(0, start))) continue;
		for (const end of ends.slice(-MAX_BRACKETS)) {
			if (!isNoise(body.slice(end))) continue;
			try {
				return JSON.parse(body.slice(start, end)) as unknown;
			} catch {
				// A bracket inside a message
			}
		}
	}
	return body;
}

function isNoise(text: string): boolean {
	const shown = text.replace(/<!--.*?-->|\/\*.*?\*\/|\ufeff/gs, '');
	const plain = shown.replace(/<[^>]*>/g, ' ');
	const rest = plain.replace(MESSAGE, '');
	// Markup alone could be a page that quotes JSON
	return rest.trim() === '' && (shown.trim() === '' || rest !== plain);
}
