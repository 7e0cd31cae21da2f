/** @param {import('../n8n').N8n<import('../n8n').Answer, { 'Delete Each Report': import('../n8n').Answer }>} n8n */
module.exports = ({ $json, $ }) => {
	const isNotFound = /was not found \((404|410)\)/.test($json.error ?? '');
	/** If no delete worked, "not found" may come from another server */
	const isGone =
		isNotFound &&
		$('Delete Each Report')
			.all()
			.some(({ json }) => json.deleted);
	return !$json.deleted && !isGone;
};
