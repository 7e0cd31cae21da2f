/** @param {import('../n8n').N8n<{}, { 'Only the Exact Name': Record<string, unknown> }>} n8n */
module.exports = ({ $ }) => {
	const { reports, reports_count, count } = $('Only the Exact Name').first().json;
	/** @param {unknown} value */
	const isCount = (value) =>
		['number', 'string'].includes(typeof value) && /^\d+$/.test(String(value));
	return [reports, reports_count, count].find(isCount) ?? '';
};
