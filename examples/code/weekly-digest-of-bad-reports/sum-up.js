const { summaryOf } = require('../shared/summaryOf');

/** @param {import('../n8n').N8n<import('../n8n').Answer, { 'Split Out': { url: string } }>} n8n */
module.exports = ({ $input, $ }) => {
	const text = summaryOf($('Split Out').all(), $input.all());
	return [{ json: { subject: `Web pages: ${text.split('\n')[0]}`, text } }];
};
