const { summaryOf } = require('../shared/summaryOf');

/**
 * @param {import('../n8n').N8n<import('../n8n').Answer, {
 *   Settings: { project: string, version: string },
 *   'Newest per Page': { url: string, before: unknown },
 * }>} n8n
 */
module.exports = ({ $input, $ }) => {
	const { project, version } = $('Settings').first().json;
	const pages = $('Newest per Page').all();
	const nothing = 'There are no reports. Enter the exact name of the project in the node Settings.';
	const text = pages[0]?.json.url ? summaryOf(pages, $input.all()) : nothing;
	const isNew = text === nothing || /^(Got worse|No result)/m.test(text);
	const title = `Pages of ${project} after deployment ${version}`.trim();
	return isNew ? [{ json: { title, text: `${title}\n\n${text}` } }] : [];
};
