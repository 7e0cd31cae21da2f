import { type Content, isMarkup, isRecord, isWhole } from '../response/content';
import { isObject, shorten } from '../shared/value';
import { mayHoldSecret, type Secrets } from './secrets';

/** Maximum characters to show. */
const LONGEST = 300;

/** Maximum number of texts to show. */
const MAX_TEXTS = 20;

/** Where services put error messages, the most specific first: OAuth and RFC 9457 among them. */
const SOURCES = ['errors', 'message', 'msg', 'error_description', 'error', 'detail', 'title'];

/** Where an entry of a list of errors says what is wrong; the rest of it names fields and codes. */
const REASONS = ['message', 'msg', 'detail', 'defaultMessage'];

/** The service's own words: the first of {@link SOURCES} that holds any text, else any text beside a record. */
export function serviceWords(content: Content, secrets: Secrets): string {
	const { envelopes, record, rows = [], text = '' } = content;
	if (isMarkup(text)) return '';
	if (text !== '') return clean(withoutJson(text), secrets);
	const parts = isWhole(record) ? envelopes : [...envelopes, record ?? {}];
	const sources = parts.flatMap((part) => SOURCES.map((name) => textsIn(part[name])));
	const others = parts.map((part) => textsIn(part)).reverse();
	const texts = [...sources, ...others].find((found) => found.length > 0) ?? textsIn(rows);
	const sentences = texts
		.slice(0, MAX_TEXTS)
		.map((said) => (/[.!?…:;,]$/.test(said) ? said : `${said};`));
	return clean(sentences.join(' ').replace(/;$/, ''), secrets);
}

/** Text up to the first JSON: the rest is data, and may hold a stored password. */
function withoutJson(text: string): string {
	return text.replace(/(?:^\s*["{[]|[[{]\s*["{[])[^]*/, '');
}

/** All texts in a value except those of records. A deeply nested value would overflow the stack. */
function textsIn(value: unknown, depth = 0): string[] {
	if (typeof value === 'string') return value.trim() === '' ? [] : [value];
	if (typeof value !== 'object' || value === null || isWhole(value) || depth > 20) return [];
	const reasons = isObject(value) ? REASONS.map((name) => value[name]) : [];
	const reason = reasons.find((said) => typeof said === 'string');
	if (reason !== undefined) return textsIn(reason, depth);
	// A text under this name is a stored password; a list of texts says what is wrong with one
	const { password, ...others } = value as Record<string, unknown>;
	const shown = typeof password === 'string' ? others : value;
	return isRecord(value) ? [] : Object.values(shown).flatMap((inner) => textsIn(inner, depth + 1));
}

/** Sanitises third-party text for display: no markup, not too long, and nothing at all if it may hold a secret. */
export function clean(text: string, secrets: Secrets): string {
	const plain = text
		.replace(/<(script|style)\b.*?<\/\1\s*>|<[/!?a-z][^>]*>?/gis, ' ')
		.replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ')
		.trim();
	// Removing markup can join the parts of a secret
	const isSecret = [text, plain].some((said) => mayHoldSecret(said, secrets));
	return isSecret ? '[message hidden because it may contain a secret]' : shorten(plain, LONGEST);
}
