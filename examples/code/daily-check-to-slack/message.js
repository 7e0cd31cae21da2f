const { summaryOf } = require('../shared/summaryOf');

/**
 * @param {import('../n8n').N8n<
 *   import('../n8n').Answer,
 *   { Project: { project: string }, 'Newest per Page': { url: string, before: unknown } },
 *   { hasPosted?: boolean }
 * >} n8n
 */
module.exports = ({ $input, $, $getWorkflowStaticData }) => {
	const { project } = $('Project').first().json;
	const pages = $('Newest per Page').all();
	const nothing = 'There are no reports. Enter the exact name of the project in the node Project.';
	const said = pages[0]?.json.url ? summaryOf(pages, $input.all()) : nothing;
	// n8n keeps this if the workflow starts by itself: the first message comes even if nothing changed
	const memory = $getWorkflowStaticData('global');
	const isNew = !memory.hasPosted || said === nothing || /^(Got|No result)/m.test(said);
	memory.hasPosted = true;
	return isNew ? [{ json: { text: `Pages of ${project}: ${said}` } }] : [];
};
