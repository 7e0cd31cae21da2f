/** What must never be shown. */
export interface Secrets {
	apiKey: string;
	/** The password that a request sets for a report. */
	password?: string;
}

/** What an encoded character begins with, in URLs, JSON, HTML, quoted-printable, SQL and forms: `%C3%B6`, `&ouml;`, `''`. */
const ESCAPES = "%\\&='+";

/** Maximum length of one, in UTF-16 code units for each unit of the character. */
const LONGEST_ESCAPE = 10;

/** Whether text may hold the API key or the password, however it is encoded. */
export function mayHoldSecret(text: string, { apiKey, password = '' }: Secrets): boolean {
	return [apiKey, password.trim()].some((secret) => secret !== '' && mayHold(text, secret));
}

function mayHold(text: string, secret: string): boolean {
	const runs = secret.toLowerCase().split(/[^a-z\d]+/);
	const longest = runs.reduce((one, other) => (other.length > one.length ? other : one));
	if (!text.toLowerCase().includes(longest)) return false;
	const [first = '', ...others] = secret;
	for (let start = 0; start < text.length; start++) {
		let ends = endsOf(text, start, first);
		for (const char of others) {
			if (ends.length === 0) break;
			ends = [...new Set(ends.flatMap((end) => endsOf(text, end, char)))];
		}
		if (ends.some((end) => end <= text.length)) return true;
	}
	return false;
}

/**
 * Where a character of a secret may end that begins here. ASCII letters and digits stand as they are in every encoding,
 * in any case; any other character as itself, or as something that begins with an escape.
 */
function endsOf(text: string, start: number, char: string): number[] {
	const end = start + char.length;
	const isSame = text.startsWith(char, start);
	if (/^[a-z\d]$/i.test(char)) {
		return isSame || text.charAt(start).toLowerCase() === char.toLowerCase() ? [end] : [];
	}
	const longest = ESCAPES.includes(text.charAt(start) || ' ') ? LONGEST_ESCAPE * char.length : 0;
	const escaped = Array.from({ length: longest }, (_, more) => start + more + 1);
	return isSame ? [end, ...escaped] : escaped;
}
