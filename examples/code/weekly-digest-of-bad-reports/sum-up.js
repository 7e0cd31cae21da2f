// Sums up the results for the email.
const { gradeOf } = require('../shared/gradeOf');

// If n8n cannot run Create a Report, it passes on the input, which has no ID
const NOT_RUN = { error: 'n8n could not run Create a Report.', message: 'Check its credential.' };

/** @param {import('../n8n').N8n<{ pages: Array<import('../n8n').Answer> }>} n8n */
module.exports = ({ $input }) => {
	const pages = $input
		.first()
		.json.pages.map((page) =>
			page.error || page.id || page.success ? page : { ...page, ...NOT_RUN },
		);
	const analysed = pages.filter(({ error }) => !error);
	return [
		{
			json: {
				total: pages.length,
				bad: analysed.filter(({ result }) => gradeOf(result) === 'bad'),
				other: analysed.filter(
					({ result }) => !['good', 'decent', 'bad'].includes(gradeOf(result)),
				),
				failed: pages.filter(({ error }) => error),
			},
		},
	];
};
