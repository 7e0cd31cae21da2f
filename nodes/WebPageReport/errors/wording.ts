/** How many characters the title of a failure has at the most. */
const LONGEST_TITLE = 80;

/**
 * The names of system errors for which n8n replaces a whole text by one of its own, in any case and also
 * inside words: "EEXIST" in "preexisting".
 */
const REPLACED =
	/ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|ERRADDRINUSE|EADDRNOTAVAIL|ECONNABORTED|EHOSTUNREACH|EAI_AGAIN|ENOENT|EISDIR|ENOTDIR|EACCES|EEXIST|EPERM|GETADDRINFO/i;

/** Whether n8n puts a text of its own in place of the message of an error, where it wraps that once more. */
function isReplaced(message: string): boolean {
	return REPLACED.test(message);
}

/** The first of these messages that n8n leaves as it is. */
export function firstKept(...messages: string[]): string {
	return messages.find((message) => !isReplaced(message)) ?? 'The call has failed';
}

/** Whether a title is one that n8n shows as it is, and as a whole. */
export function fitsIntoTitle(title: string): boolean {
	return title.length <= LONGEST_TITLE && !isReplaced(title);
}

/** Somebody's own words as a sentence. */
export function quoted(words: string, speaker = 'The service'): string {
	return `${speaker} says: "${words}"${/[.!?…]$/.test(words) ? '' : '.'}`;
}
