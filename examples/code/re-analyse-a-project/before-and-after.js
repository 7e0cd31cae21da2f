// The result of each page before and after the new analysis.
const { gradeOf } = require('../shared/gradeOf');

/** @param {import('../n8n').N8n<import('../n8n').Answer, { 'Newest per Page': { listed: import('../n8n').Report } }>} n8n */
module.exports = ({ $input, $ }) => {
	const answers = $input.all();
	return $('Newest per Page')
		.all()
		.map(({ json: { listed } }, at) => {
			const { id, success, result, error, message } = answers[at]?.json ?? {};
			let problem = error ? `${error} – ${message}` : '';
			// If n8n cannot run Analyse Again, it passes on the input, which has no ID
			if (!error && !id && !success) {
				problem = 'n8n could not run Analyse Again. Check its credential.';
			}
			return {
				json: {
					url: listed.url,
					before: gradeOf(listed.result) || 'none',
					after: problem ? 'failed' : gradeOf(result) || 'none',
					problem,
				},
				pairedItem: at,
			};
		});
};
