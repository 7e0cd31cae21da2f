/** @param {import('../n8n').N8n<import('../n8n').Answer>} n8n */
module.exports = ({ $json }) => {
	const result = String($json.result ?? '');
	if (!$json.id) return 'n8n could not run Create a Report';
	return result === '' ? 'There is no result yet' : `The result is ${result}`;
};
