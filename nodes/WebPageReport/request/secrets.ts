import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { toText } from './items';
import { percentDecoded } from './webAddress';

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
 * riddle that gives an ordinary word away. So is a text that repeats the key in another form.
 *
 * Both are recognised as they are, and as HTML, JSON and URLs write them, also one within the other.
 */
export function withoutSecrets(text: string, { apiKey, password }: Secrets): string {
	if (repeats(text, password)) return '';
	const shown = apiKey === '' ? text : text.replace(patternOf(apiKey, apiKey), '***');
	return repeats(shown, apiKey) ? '' : shown;
}

function repeats(text: string, secret: string): boolean {
	if (secret === '') return false;
	const forms = [
		[text, secret],
		[decoded(text), decoded(secret)],
		[decoded(text, FORM_SPACE), decoded(secret, FORM_SPACE)],
	] as const;
	return forms.some(([shown, form]) => form !== '' && patternOf(secret, form).test(shown));
}

/** Finds one form of a secret. */
function patternOf(secret: string, form: string): RegExp {
	const literal = form.replace(
		/./gsu,
		(character) => `[\\u{${(character.codePointAt(0) ?? 0).toString(16)}}${UNKNOWN}]`,
	);
	const isShort = secret.length < SHORT;
	const pattern = isShort ? `(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])` : literal;
	return new RegExp(pattern, 'gu');
}

/** How the space is written in a form. */
const FORM_SPACE = '+';

/** How often one encoding can be within another. */
const MOST_ENCODINGS = 4;

/**
 * A text as a person would read it, whatever it was encoded for, in lower case and with single spaces.
 *
 * @param space what else is a space
 */
function decoded(text: string, space = ' '): string {
	let plain = text;
	for (let round = 0; round < MOST_ENCODINGS; round++) {
		plain = percentDecoded(plain.replaceAll(space, ' '))
			.replace(/\\u([\da-f]{4})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
			.replace(/&#x0*([\da-f]{1,6});?/gi, (_, hex: string) => characterAt(parseInt(hex, 16)))
			.replace(/&#0*(\d{1,7});?/g, (_, number: string) => characterAt(Number(number)))
			.replace(
				/&(amp|lt|gt|quot|apos|nbsp);?/gi,
				(_, name: string) => ENTITIES[name.toLowerCase()] ?? '',
			)
			.replace(
				/&(.)(acute|cedil|circ|grave|ring|tilde|uml);/gi,
				(_, letter: string, name: string) => letter + (MARKS[name] ?? ''),
			);
	}
	return plain
		.replace(/&[a-z]{2,31}\d{0,2};/gi, UNKNOWN)
		.replaceAll(space, ' ')
		.replace(/\\[fnrt]/g, ' ')
		.replaceAll('\\', '')
		.toLowerCase()
		.normalize('NFKC')
		.replace(/\s+/g, ' ')
		.trim();
}

/** The entities that every encoder writes by name. */
const ENTITIES: Record<string, string> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: ' ',
};

/** Stands for an entity that is not known here, and so for any character. */
const UNKNOWN = '\ue000';

/** What PHP's `htmlentities` writes behind a letter, e.g. `&auml;`, as marks on that letter. */
const MARKS: Record<string, string> = {
	acute: '\u0301',
	cedil: '\u0327',
	circ: '\u0302',
	grave: '\u0300',
	ring: '\u030a',
	tilde: '\u0303',
	uml: '\u0308',
};

function characterAt(point: number): string {
	return point <= 0x10ffff ? String.fromCodePoint(point) : '';
}

/**
 * A value, as JSON knows it, in which the password of a report is left out or replaced, wherever it
 * stands. A flag of that name, which says whether there is one, is no secret.
 */
export function withoutPassword<T>(value: T, instead?: string): T {
	const isPassword = (name: string, inner: unknown) =>
		/^password$/i.test(name)
			? typeof inner !== 'boolean'
			: /password$/i.test(name) && typeof inner === 'string';
	const shown = JSON.stringify(value, (name, inner: unknown) =>
		isPassword(name, inner) ? instead : inner,
	);
	return JSON.parse(shown) as T;
}

/** The body of an answer without the API key, which some services repeat as they were given it. */
export function withoutKey(body: unknown, { apiKey }: Secrets): unknown {
	const text = JSON.stringify(body) as string | undefined;
	if (apiKey.length < SHORT || !text?.includes(apiKey)) return body;
	return JSON.parse(text.replaceAll(apiKey, '***'));
}
