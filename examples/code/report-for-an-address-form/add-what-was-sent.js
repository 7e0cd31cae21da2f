// The report, with what became of its email.

/**
 * @param {import('../n8n').N8n<{ text?: string, error?: string }, {
 *   'Link to the Report': import('../n8n').Answer,
 *   'Address of a Page': { Email: string },
 * }>} n8n
 */
module.exports = ({ $input, $ }) => {
	const { text, error } = $input.first().json;
	const { Email } = $('Address of a Page').first().json;
	let sent = `It was sent to ${Email}.`;
	// If n8n cannot run Mail the Report, it passes on the input, which has a text
	if (text) sent = 'It could not be sent by email. Check the credential of Mail the Report.';
	// Strangers should not read what the mail server says
	if (error) sent = 'It could not be sent by email. The execution in n8n says why.';
	return [{ json: { ...$('Link to the Report').first().json, sent } }];
};
