/**
 * Escapes text for HTML.
 *
 * @param {unknown} text
 */
const escaped = (text) =>
	String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

module.exports = { escaped };
