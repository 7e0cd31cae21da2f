/**
 * @typedef {import('../n8n').Answer[]} Pages
 * @param {import('../n8n').N8n<{ total: number, bad: Pages, other: Pages, failed: Pages }>} n8n
 */
module.exports = ({ $json }) => {
	const { total, bad, other, failed } = $json;
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
	return parts.map((lines) => lines.join('\n')).join('\n\n');
};
