const { escaped } = require('../shared/escaped');

/** @param {import('../n8n').N8n<import('../n8n').Answer>} n8n */
module.exports = ({ $json }) => {
	const advice = 'Check the credentials of Look for the Project and List Its Reports.';
	return `Nothing was deleted.<br><br>${escaped($json.message ?? advice)}`;
};
