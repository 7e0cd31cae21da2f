/**
 * The first lines, and how many more there are.
 *
 * @param {string[]} lines
 * @param {number} most
 */
const some = (lines, most) =>
	lines.length > most ? [...lines.slice(0, most), `… and ${lines.length - most} more`] : lines;

module.exports = { some };
