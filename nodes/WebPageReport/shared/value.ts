/** A single value as text; empty if there is none, or more than one. */
export function toText(value: unknown): string {
	return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}

/** What an expression leaves behind if its field is not set to Expression, or an object is put into a text. */
export const LEFT_BEHIND = /\{\{.*\}\}|\[object Object\]/s;

/** Whether a value is an object, but not a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as a title quotes it: shortened and in quotation marks, or the word *empty*. */
export function show(value: unknown, longest = 30): string {
	if (value === undefined || value === null || value === '') return 'empty';
	const text = (toText(value) || JSON.stringify(value)).replace(/\s+/g, ' ');
	return `"${shorten(text, longest)}"`;
}

/** Truncates text, with an ellipsis, but never splits a surrogate pair. */
export function shorten(text: string, longest: number): string {
	if (text.length <= longest) return text;
	return `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

export function capitalised(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A duration in words: rounded, in the largest unit that gives at least two. */
export function duration(milliseconds: number): string {
	const seconds = Math.round(milliseconds / 1000);
	const units = { day: 86_400, hour: 3_600, minute: 60, second: 1 };
	const fits = Object.entries(units).find(([, size]) => seconds >= 2 * size);
	const [unit, size] = fits ?? (['second', 1] as const);
	const count = Math.round(seconds / size);
	return `${String(count)} ${unit}${count === 1 ? '' : 's'}`;
}
