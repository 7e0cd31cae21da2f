// Collects the reports that could not be changed, and those that are still public.

/** @param {import('../n8n').N8n<import('../n8n').Answer, { 'Old and Public': import('../n8n').Report }>} n8n */
module.exports = ({ $input, $ }) => {
	const reports = $('Old and Public').all();
	const failed = $input
		.all()
		.flatMap(({ json }, at) =>
			json.error !== undefined || String(json.privacy) === '0'
				? [{ ...reports[at]?.json, ...json }]
				: [],
		);
	return failed.length > 0 ? [{ json: { failed } }] : [];
};
