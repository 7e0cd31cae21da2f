// Sums up the results in an email.
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
	const total = pages.length;
	const failed = pages.filter(({ error }) => error);
	const analysed = pages.filter(({ error }) => !error);
	const bad = analysed.filter(({ result }) => gradeOf(result) === 'bad');
	const other = analysed.filter(
		({ result }) => !['good', 'decent', 'bad'].includes(gradeOf(result)),
	);

	const counts = [
		`${bad.length} of ${total} pages ${bad.length === 1 ? 'is' : 'are'} bad`,
		...(other.length > 0 ? [`${other.length} not rated good, decent or bad`] : []),
		...(failed.length > 0 ? [`${failed.length} could not be analysed`] : []),
	];
	const results = other.map(
		({ url, result }) => `- ${url}: ${String(result ?? '') || 'no result'}`,
	);
	const problems = failed.map(({ url, error, message }) =>
		[`- ${url}`, `  ${error}`, `  ${message}`].join('\n'),
	);
	const parts = [
		['Bad:', bad.map(({ url }) => `- ${url}`).join('\n') || 'None.'],
		...(other.length > 0 ? [['Not good, decent or bad:', ...results]] : []),
		['Could not be analysed:', problems.join('\n') || 'None.'],
		[`Good or decent: ${total - bad.length - other.length - failed.length} of ${total} pages.`],
	];
	const text = parts.map((lines) => lines.join('\n')).join('\n\n');
	return [{ json: { subject: `Web page report: ${counts.join(', ')}`, text } }];
};
