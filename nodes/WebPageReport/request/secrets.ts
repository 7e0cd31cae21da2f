import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { toText } from './items';

/** What must not appear in a message. */
export interface Secrets {
	apiKey: string;
	/** That a request sets for a report. */
	password: string;
}

/** Below this many characters a secret is only looked for as a word of its own: it is part of many words. */
const SHORT = 6;

export function secretsOf(
	{ apiKey }: ICredentialDataDecryptedObject,
	{ body }: Pick<IHttpRequestOptions, 'body'>,
): Secrets {
	const { password } = (body ?? {}) as IDataObject;
	return { apiKey: toText(apiKey).trim(), password: toText(password).trim() };
}

/**
 * What can be shown of a text of the service. The API key is replaced. A text that repeats the
 * password is left out as a whole: a gap in a sentence ("The *** must have eight characters") is a
 * riddle that gives an ordinary word away.
 *
 * Both are recognised as they are, and as HTML, JSON and URLs write them, also one within the other.
 */
export function withoutSecrets(text: string, { apiKey, password }: Secrets): string {
	if (password !== '' && formsOf(password).test(text)) return '';
	return apiKey === '' ? text : text.replace(formsOf(apiKey), '***');
}

/** Finds a secret in every form that a service can give it. */
function formsOf(secret: string): RegExp {
	const forms = Array.from(secret.replace(/\s+/g, ' '), formsOfCharacter).join('');
	const isShort = secret.length < SHORT;
	return new RegExp(isShort ? `(?<![\\p{L}\\p{N}])${forms}(?![\\p{L}\\p{N}])` : forms, 'giu');
}

/** Begins an entity of HTML, however often it was encoded. */
const AMPERSAND = '&(?:(?:amp|#0*38|#x0*26);)*';

/** The entities that have a name everywhere. */
const ENTITIES: Record<string, string> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
};

/** One character, or white space, as a pattern. */
function formsOfCharacter(character: string): string {
	if (character === ' ') {
		return `(?:\\s|\\+|%(?:25)*(?:20|0[9ad])|\\\\+[nrt]|${AMPERSAND}(?:nbsp|#0*32|#x0*20);)+`;
	}
	const literal = character.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
	const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
	const escaped = units.map((unit) => `\\\\+u${unit.toString(16).padStart(4, '0')}`).join('');
	const point = character.codePointAt(0) ?? 0;
	const entities = [`#0*${String(point)}`, `#x0*${point.toString(16)}`, ENTITIES[character] ?? []];
	const entity = `${AMPERSAND}(?:${entities.flat().join('|')});`;
	return `(?:\\\\*(?:${literal}|${entity}|${percentEncoded(character)})|${escaped})`;
}

/** A character as its bytes in a URL, however often it was encoded. */
function percentEncoded(character: string): string {
	const isAscii = character < '\x80';
	const bytes = isAscii
		? `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`
		: // Half of a pair of code units has no encoding
			encodeURIComponent(character.replace(/\p{Surrogate}/u, '\ufffd'));
	return bytes.replaceAll('%', '%(?:25)*');
}

/**
 * A value, as JSON knows it, in which the password of a report is left out or replaced, wherever it
 * stands. A flag of that name, which says whether there is one, is no secret.
 */
export function withoutPassword<T>(value: T, instead?: string): T {
	const shown = JSON.stringify(value, (name, inner: unknown) =>
		name === 'password' && typeof inner !== 'boolean' ? instead : inner,
	);
	return JSON.parse(shown) as T;
}
