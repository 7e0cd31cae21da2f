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
	if (patternsOf(password.trim()).some((pattern) => text.search(pattern) !== -1)) return '';
	return patternsOf(apiKey).reduce((shown, pattern) => shown.replace(pattern, '***'), text);
}

function patternsOf(secret: string): RegExp[] {
	return formsOf(secret).map((form) => {
		const literal = form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
		const isShort = secret.length < SHORT;
		return new RegExp(isShort ? `(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])` : literal, 'gu');
	});
}

function formsOf(secret: string): string[] {
	if (secret === '') return [];
	return [
		secret,
		JSON.stringify(secret).slice(1, -1),
		// A lone surrogate cannot be encoded
		encodeURIComponent(secret.replace(/\p{Surrogate}/gu, '')),
		new URLSearchParams({ '': secret }).toString().slice(1),
	];
}
