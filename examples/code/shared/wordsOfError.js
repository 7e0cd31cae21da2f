/**
 * What n8n says about an error of a request.
 *
 * @param {any} error
 */
const wordsOfError = (error) =>
	String(error.message ?? error)
		.replace(/ - ""$/, '')
		.replace(/<[^>]*>|\s+/g, ' ')
		.slice(0, 200);

module.exports = { wordsOfError };
