/** A single value as a text; empty where there is no value, or more than one. */
export function toText(value: unknown): string {
	return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}

/** Whether a value is an object with fields, as opposed to a list or a single value. */
export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as a person can recognise it in a message. */
export function show(value: unknown): string {
	if (value === undefined || value === null || value === '') return 'it is empty';
	return `"${shorten(toText(value) || JSON.stringify(value), 100)}"`;
}

/** @param longest in characters */
export function shorten(text: string, longest: number): string {
	return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
