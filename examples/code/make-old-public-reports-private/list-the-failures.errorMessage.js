/**
 * @typedef {import('../n8n').Answer} Answer
 * @param {import('../n8n').N8n<{ failed: Answer[] }, { 'Old and Public': Answer }>} n8n
 */
module.exports = ({ $json, $ }) => {
	const { failed } = $json;
	const lines = failed.slice(0, 20).map(({ url, id, error, message }) => {
		const what = (error ?? 'It is still public').replace(/[.!?]?$/, '.');
		const advice =
			message ??
			'Check the credential of Make Private, and whether your plan allows private reports.';
		return `- ${url} (${id}): ${what} ${advice}`;
	});
	return [
		`${failed.length} of ${$('Old and Public').all().length} reports could not be made private:`,
		...lines,
		...(failed.length > 20 ? [`… and ${failed.length - 20} more`] : []),
		'The next run tries them again.',
	].join('\n');
};
