/** How many characters the title of a failure has at the most. */
const LONGEST_TITLE = 80;

/**
 * The names of system errors for which n8n replaces a whole text by one of its own, in any case and also
 * inside words: "EEXIST" in "preexisting".
 */
const REPLACED =
	/ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|ERRADDRINUSE|EADDRNOTAVAIL|ECONNABORTED|EHOSTUNREACH|EAI_AGAIN|ENOENT|EISDIR|ENOTDIR|EACCES|EEXIST|EPERM|GETADDRINFO/i;

/**
 * A text without the words that n8n takes for a system error: in place of all of it, it would put a text of
 * its own, where it wraps an error once more.
 */
export function withoutReplaced(text: string): string {
	return text.replace(new RegExp(`\\S*(?:${REPLACED.source})\\S*`, 'gi'), '…');
}

/** Whether a title is one that n8n shows as it is, and as a whole. */
export function fitsIntoTitle(title: string): boolean {
	return title.length <= LONGEST_TITLE && !REPLACED.test(title);
}

/** Somebody's own words as a sentence. */
export function quoted(words: string, speaker = 'The service'): string {
	return `${speaker} says: "${words}"${/[.!?…]$/.test(words) ? '' : '.'}`;
}
