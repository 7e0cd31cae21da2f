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
	if (password.trim() !== '' && text.search(patternOf(password.trim())) !== -1) return '';
	return apiKey === '' ? text : text.replace(patternOf(apiKey), '***');
}

/** Finds a secret whose characters are written in any of their forms. */
function patternOf(secret: string): RegExp {
	const all = Array.from(secret, (sign) => `(?:${formsOf(sign).map(literal).join('|')})`).join('');
	const isShort = secret.length < SHORT;
	return new RegExp(isShort ? `(?<![\\p{L}\\p{N}])${all}(?![\\p{L}\\p{N}])` : all, 'gu');
}

function literal(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** A character as it is, and as JSON (PHP escapes a slash, and all that is not ASCII), URLs and forms write it. */
function formsOf(sign: string): string[] {
	if (/^[a-z\d]$/i.test(sign)) return [sign];
	const hex = (code: number, digits: number) => code.toString(16).padStart(digits, '0');
	const escaped = sign.split('').map((unit) => `\\u${hex(unit.charCodeAt(0), 4)}`);
	const bytes = Array.from(new TextEncoder().encode(sign), (byte) => `%${hex(byte, 2)}`).join('');
	const forms = [sign, JSON.stringify(sign).slice(1, -1), escaped.join(''), bytes];
	return [...forms, bytes.toUpperCase(), ...(OTHERS[sign] ?? [])];
}

const OTHERS: Record<string, string[]> = { '/': ['\\/'], ' ': ['+'] };
