const { escaped } = require('../shared/escaped');

/**
 * @typedef {import('../n8n').Answer} Answer
 * @param {import('../n8n').N8n<{}, { Count: { found: number }, 'Delete the Project': Answer, 'Look Again': Answer }>} n8n
 */
module.exports = ({ $ }) => {
	const { deleted, error, message } = $('Delete the Project').first().json;
	const problems = [];
	if (!deleted) {
		const what = error ?? 'n8n could not run Delete the Project.';
		problems.push([what, message ?? 'Check its credential.'].join('\n'));
	}
	for (const { json } of $('Look Again').all()) {
		if (!json.error || json.error === error) continue;
		problems.push(`n8n could not check whether it is still listed: ${json.error}`);
	}
	const begin = deleted
		? 'The service says that it deleted the project and its reports, but it still lists the project. Look for them on the website of your report service.'
		: `Its reports (${$('Count').first().json.found}) were deleted. The project was not, or this could not be confirmed:<br><br>`;
	return begin + escaped(problems.join('\n\n')).replaceAll('\n', '<br>');
};
