const { problemOf } = require('../shared/problemOf');

/** @param {import('../n8n').N8n<import('../n8n').Answer>} n8n */
module.exports = ({ $json }) => {
	return problemOf($json, 'Create a Report');
};
