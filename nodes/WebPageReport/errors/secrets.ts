import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { toText } from '../shared/value';
import { ANY_CHARACTER, decoded } from './decoded';

/** What must not appear in a message. */
export interface Secrets {
	apiKey: string;
	/** That a request sets for a report. */
	password: string;
}

/** Below this many characters a secret is only looked for as a word of its own: it is part of many words. */
const SHORT = 6;

/** What a signed request carries (interface document, sections 4.5, 4.6 and 5). */
export function secretsOf({
	headers,
	body,
}: Pick<IHttpRequestOptions, 'headers' | 'body'>): Secrets {
	const { password } = (body ?? {}) as IDataObject;
	const apiKey = toText(headers?.Authorization).replace(/^Bearer /, '');
	return { apiKey, password: toText(password).trim() };
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
		[decoded(text, '+'), decoded(secret, '+')],
	] as const;
	return forms.some(([shown, form]) => form !== '' && patternOf(secret, form).test(shown));
}

/** Finds one form of a secret. */
function patternOf(secret: string, form: string): RegExp {
	const literal = form.replace(
		/./gsu,
		(character) => `[\\u{${(character.codePointAt(0) ?? 0).toString(16)}}${ANY_CHARACTER}]`,
	);
	const isShort = secret.length < SHORT;
	const pattern = isShort ? `(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])` : literal;
	return new RegExp(pattern, 'gu');
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

/**
 * The body of an answer, as JSON knows it, without the API key, which some services repeat: out of its
 * texts only, because a number can hold the digits of a key by chance.
 */
export function withoutKey(body: unknown, { apiKey }: Secrets): unknown {
	const text = JSON.stringify(body) as string | undefined;
	if (apiKey.length < SHORT || !text?.includes(plainestOf(apiKey))) return body;
	return JSON.parse(text, (_, value: unknown) => {
		if (typeof value !== 'string' || value === '') return value;
		return withoutSecrets(value, { apiKey, password: '' }) || '***';
	});
}

/** A text of this node itself without the API key, which can stand in what it is about, also cut short there. */
export function withoutNamedKey(text: string, apiKey: string): string {
	// Word by word, so that what else is said stays where one repeats the key in another form
	let shown = text.replace(/\S+/g, (word) => toText(withoutKey(word, { apiKey, password: '' })));
	for (let length = apiKey.length - 1; length >= SHORT; length--) {
		shown = shown.replaceAll(`${apiKey.slice(0, length)}…`, '***…');
	}
	return shown;
}

/** The longest part of a key that no encoding changes. */
function plainestOf(apiKey: string): string {
	const [longest = ''] = apiKey.split(/[^a-z\d]+/i).sort((a, b) => b.length - a.length);
	return longest;
}
