const { escaped } = require('../shared/escaped');

/** @param {import('../n8n').N8n<import('../n8n').Answer, { Count: { found: number } }>} n8n */
module.exports = ({ $input, $ }) => {
	const left = $input.all();
	const problems = left.slice(0, 10).map(({ json: { id, error, message } }) => {
		const what = error ?? `n8n could not delete report ${id}`;
		return [what, message ?? 'Check the credential of Delete Each Report.'].join('\n');
	});
	if (left.length > 10) problems.push(`… and ${left.length - 10} more`);
	const { found } = $('Count').first().json;
	const text = escaped(problems.join('\n\n')).replaceAll('\n', '<br>');
	return `The project was kept. Not deleted: ${left.length} of ${found} reports. Fix the problem, then submit the form again.<br><br>${text}`;
};
