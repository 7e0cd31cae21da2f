import { isRecord } from '../shared/record';
import { isObject, shorten } from '../shared/value';
import { type Secrets, withoutSecrets } from './secrets';

/** Maximum characters to show, and to examine in one string. The second is far larger, because markup is removed. */
const LONGEST_MESSAGE = 300;
const LONGEST_TEXT = 10_000;

/** Maximum number of strings to examine, and their maximum depth in a body. */
const MAX_TEXTS = 20;
const MAX_DEPTH = 8;

/** Where services put error messages, the most specific first: OAuth, RFC 9457, API Platform, Apigee and others. */
const SOURCES =
	'errors message msg error_description error detail title hydra:description description errorMessage errorMessages messages reason fault'.split(
		' ',
	);

/** In a record, title and description are its own. */
const SOURCES_IN_RECORD = SOURCES.filter((name) => !/^(title|description)$/.test(name));

/** Fields whose values mean nothing to a user unless they are sentences. */
const NOISE =
	/^(@.*|code|deleted|error_?code|id|input|instance|kind|loc|location|ok|path|result|status|success|time(stamp)?|type|(request|trace)_?id)$/i;

/** The service's own words: the first of {@link SOURCES} that holds any text, or all strings of the body. */
export function serviceWords(body: unknown, secrets: Secrets): string {
	if (isMarkup(body)) return '';
	const message = typeof body === 'string' ? withoutJson(body) : body;
	const answer: Record<string, unknown> = isObject(body) ? body : { message };
	const sources = [answer, answer.data]
		.filter(isObject)
		.flatMap((part) => (isRecord(part) ? SOURCES_IN_RECORD : SOURCES).map((name) => part[name]));
	const texts = [...sources.map((source) => textsIn(source, 'source')), textsIn(answer, 'body')]
		.map((found) => found.slice(0, MAX_TEXTS))
		.find((found) => found.length > 0);
	const shown = (texts ?? []).map((text) => clean(text, secrets)).filter(Boolean);
	if (shown.length === 0 && texts?.some((text) => withoutMarkup(text) !== '')) {
		return '[message hidden because it contains a secret]';
	}
	const all = shown.map((text) => (/[.!?…:;,]$/.test(text) ? text : `${text};`)).join(' ');
	return shorten(all.replace(/;$/, ''), LONGEST_MESSAGE);
}

/** Text up to the first JSON: the rest is data, and may hold a stored password. */
export function withoutJson(text: string): string {
	return text.replace(/(?:^\s*["{[]|[[{]\s*["{[])[^]*/, '');
}

function textsIn(value: unknown, origin: 'source' | 'body', depth = 0): string[] {
	if (typeof value === 'string') return value.trim() === '' ? [] : [value];
	if (typeof value !== 'object' || value === null || depth === MAX_DEPTH) return [];
	if (isObject(value)) {
		// The values of a record are not words, and may hold a stored password. An error, too, can have an ID
		const isError = origin === 'source' && !('id' in value && 'url' in value);
		if (isRecord(value) && !isError) return [];
		// An error object, not an object of fields
		const { detail, message, msg, title } = value;
		const said = [detail, message, msg, title].find((text) => typeof text === 'string');
		if (typeof said === 'string') return [said];
	}
	// Neither are addresses, paths, and the labels of Laravel's links
	const isSaid = ([name, inner]: [string, unknown]) =>
		typeof inner === 'string'
			? /\s/.test(inner) || !(NOISE.test(name) || /:\/\/|^\//.test(inner))
			: name !== 'links';
	const first = Object.entries(value).slice(0, MAX_TEXTS).filter(isSaid);
	return first.flatMap(([, inner]) => textsIn(inner, origin, depth + 1));
}

/** Sanitises third-party text for display: no secrets, no markup, not too long. */
export function clean(text: string, secrets: Secrets): string {
	const decoded = entitiesDecoded(withoutSecrets(text, secrets).slice(0, LONGEST_TEXT));
	const plain = withoutSecrets(decoded, secrets);
	// Removing markup can join the parts of a secret
	return shorten(withoutSecrets(withoutMarkup(plain), secrets), LONGEST_MESSAGE);
}

/** Whether a body is HTML or XML. */
export function isMarkup(body: unknown): body is string {
	return typeof body === 'string' && /^\s*</.test(body);
}

function withoutMarkup(text: string): string {
	return text
		.replace(/<(script|style)\b.*?<\/\1\s*>/gis, ' ')
		.replace(/<[/!?a-z][^>]*>?/gi, ' ')
		.replace(/(?:[\s\p{Cc}\p{Bidi_Control}]|&nbsp;)+/giu, ' ')
		.trim();
}

/** Entities that are commonly written by name. */
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function entitiesDecoded(text: string): string {
	const entity = /&(?:#(x[\da-f]{1,6}|\d{1,7})|(amp|lt|gt|quot|apos));/gi;
	return text.replace(entity, (_, number: string | undefined, name: string) => {
		if (number === undefined) return ENTITIES[name.toLowerCase()] ?? '';
		const point = Number(`0${number}`);
		return point <= 0x10ffff ? String.fromCodePoint(point) : '';
	});
}
