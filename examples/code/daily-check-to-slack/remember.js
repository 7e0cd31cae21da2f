// Remembers the result of each page for the next run. n8n does not keep it if you start the workflow by hand.

/** @param {import('../n8n').N8n<{}, { Compare: { pages: object } }, { pages?: object }>} n8n */
module.exports = ({ $getWorkflowStaticData, $ }) => {
	$getWorkflowStaticData('global').pages = $('Compare').first().json.pages;
	return [];
};
