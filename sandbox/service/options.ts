/**
 * The integer value of a command line option.
 *
 * @throws {Error} with a user-facing message
 */
export function wholeNumber(option: string, text: string, most = 1_000_000): number {
	if (/^\d+$/.test(text) && Number(text) <= most) return Number(text);
	throw new Error(`--${option} takes a whole number up to ${String(most)}, not "${text}".`);
}
