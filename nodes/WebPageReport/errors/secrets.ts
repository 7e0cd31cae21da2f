import type { Target } from '../shared/target';

export interface Secrets {
	apiKey: string;
	/** The password that a request sets for a report. */
	password?: string;
}

/** What messages need to know about a request that was sent. */
export interface SentRequest extends Secrets {
	target: Target;
	/** Of the credential, normalised. */
	baseUrl: string;
	proxy?: { host: string; port: number };
	/** Whether the service has accepted the key before. */
	hasWorked?: boolean;
}

/** A shorter secret can appear inside ordinary words, so match whole words only. */
const SHORT = 6;

/**
 * Masks the API key, plain and as JSON, URLs and forms encode it (`clean` calls this again after decoding HTML). Text
 * that contains the report's password becomes empty: "Your *** is too short" would give an ordinary word away.
 */
export function withoutSecrets(text: string, { apiKey, password = '' }: Secrets): string {
	const hidden = password.trim();
	if (hidden !== '' && text.search(patternOf(hidden)) !== -1) return '';
	return apiKey === '' ? text : text.replace(patternOf(apiKey), '***');
}

/** Finds a secret, in any case, each of whose characters may be written in any of its forms. */
function patternOf(secret: string): RegExp {
	const forms = Array.from(secret, (char) => `(?:${formsOf(char).map(literal).join('|')})`).join(
		'',
	);
	const isShort = secret.length < SHORT;
	return new RegExp(isShort ? `(?<![\\p{L}\\p{N}])${forms}(?![\\p{L}\\p{N}])` : forms, 'giu');
}

function literal(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** Every way to write a character: plain, in JSON (PHP escapes slashes and all non-ASCII), in URLs and in forms. */
function formsOf(char: string): string[] {
	if (/^[a-z\d]$/i.test(char)) return [char];
	const inHex = (prefix: string, code: number, digits: number) =>
		prefix + code.toString(16).padStart(digits, '0');
	const units = char.split('').map((unit) => inHex('\\u', unit.charCodeAt(0), 4));
	const bytes = Array.from(new TextEncoder().encode(char), (byte) => inHex('%', byte, 2));
	const forms = [char, JSON.stringify(char).slice(1, -1), units.join(''), bytes.join('')];
	return [...forms, ...({ '/': ['\\/'], ' ': ['+'] }[char] ?? [])];
}
