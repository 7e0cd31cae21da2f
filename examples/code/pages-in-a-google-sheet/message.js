const { summaryOf } = require('../shared/summaryOf');

/**
 * @param {import('../n8n').N8n<{}, {
 *   'At Most 20': { Page: string, Result: unknown }, 'Create a Report': import('../n8n').Answer,
 * }>} n8n
 */
module.exports = ({ $ }) => {
	const pages = $('At Most 20')
		.all()
		.map(({ json: { Page, Result } }) => ({ json: { url: Page, before: Result } }));
	const text = summaryOf(pages, $('Create a Report').all());
	return [{ json: { text: `Pages in the Google Sheet: ${text}` } }];
};
