/** @param {import('../n8n').N8n<import('../n8n').Report & { link: string }>} n8n */
module.exports = ({ $json }) => {
	const { url, result, results, link } = $json;
	const failed = Object.entries(results ?? {})
		// A service without booleans sends 0
		.filter(([, check]) => check?.passed === false || check?.passed === 0)
		.map(([name]) => `- ${name.replaceAll('_', ' ')}`);
	return [
		url,
		`Result: ${String(result ?? '') || 'none yet. Open the report later'}`,
		...(failed.length > 0 ? ['', 'Failed checks:', ...failed] : []),
		'',
		`The report: ${link}`,
	].join('\n');
};
