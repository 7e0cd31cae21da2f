/**
 * What n8n says about an error of a request.
 *
 * @param {string | { message?: unknown }} error
 */
const wordsOfError = (error) =>
	String(typeof error === 'string' ? error : (error.message ?? error))
		.replace(/ - ""$/, '')
		.replace(/<[^>]*>|\s+/g, ' ')
		.slice(0, 200);

module.exports = { wordsOfError };
