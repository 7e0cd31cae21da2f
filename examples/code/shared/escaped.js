/**
 * Escapes text for HTML and Slack, so that none of it is read as markup or a mention.
 *
 * @param {unknown} text
 */
const escaped = (text) =>
	String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

module.exports = { escaped };
