const { summaryOf } = require('../shared/summaryOf');

/**
 * @typedef {{ url: string }} Page
 * @param {import('../n8n').N8n<import('../n8n').Answer, {
 *   Settings: { sitemap: string }, 'Pages That Are Due': Page, 'Only Some': Page,
 * }>} n8n
 */
module.exports = ({ $input, $ }) => {
	const { sitemap } = $('Settings').first().json;
	const pages = $('Only Some').all();
	const waiting = $('Pages That Are Due').all().length - pages.length;
	const text = `${sitemap}: ${summaryOf(pages, $input.all())}\n\nWaiting for later runs: ${waiting}`;
	return [{ json: { text } }];
};
