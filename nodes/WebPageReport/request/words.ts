import { isObject } from './items';
import { type Secrets, withoutSecrets } from './secrets';

/** How many characters of a service's own words are shown. */
const LONGEST_WORDS = 300;

/**
 * The service's own words: what `errors` says, else `message`, `error`, or `detail` and `title` (RFC
 * 9457), each as a text, a list or an object of fields; or a plain text. Empty where there are none.
 */
export function wordsOf(body: unknown, secrets: Secrets): string {
	if (typeof body === 'string' && isMarkup(body)) return '';
	const isText = [body].flat().every((each) => typeof each === 'string');
	const answer = isText ? { message: body } : isObject(body) ? body : {};
	const { errors, message, error, detail, title }: Record<string, unknown> = answer;
	const sources = [errors, message, error, detail, title].map(textsIn);
	const texts = sources.find((found) => found.length > 0) ?? [];
	const shown = texts.map((text) => clean(text, secrets)).filter(Boolean);
	if (shown.length === 0 && texts.length > 0) return 'what it says repeats a secret';
	return shorten(shown.join(' '));
}

/** Every text in a value, however deep. */
export function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return value.trim() === '' ? [] : [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** A text of somebody else in a form that can be shown: without secrets and markup, and not too long. */
export function clean(text: string, secrets: Secrets): string {
	const plain = withoutMarkup(withoutSecrets(text, secrets));
	// What markup has kept apart can be a secret without it
	return shorten(withoutSecrets(plain, secrets));
}

/** Whether a text is a web page, or another document of markup. */
export function isMarkup(text: string): boolean {
	return /^\s*</.test(text);
}

function withoutMarkup(text: string): string {
	return text
		.replace(/<[/!a-z][^>]*>?/gi, ' ')
		.replace(/\s+/g, ' ')
		.trim();
}

function shorten(text: string): string {
	return text.length > LONGEST_WORDS ? `${text.slice(0, LONGEST_WORDS)}…` : text;
}
