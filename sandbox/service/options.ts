/**
 * The whole number that an option of the command line sets.
 *
 * @throws {Error} with a sentence for a person
 */
export function wholeNumber(option: string, text: string, most = 1_000_000): number {
	if (/^\d+$/.test(text) && Number(text) <= most) return Number(text);
	throw new Error(`--${option} takes a whole number up to ${String(most)}, not "${text}".`);
}
