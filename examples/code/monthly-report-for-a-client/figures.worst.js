/**
 * @typedef {import('../n8n').Report & { score: number }} Report
 * @param {import('../n8n').N8n<{ reports: Report[] }>} n8n
 */
module.exports = ({ $json }) => {
	const pages = $json.reports.map(({ url, result, score, results }) => {
		const checks = Object.entries(results ?? {});
		// A service without booleans sends 0
		const failed = checks.filter(([, check]) => check?.passed === false || check?.passed === 0);
		return { url, result, score, failed: failed.map(([name]) => name.replaceAll('_', ' ')) };
	});
	return ['bad', 'decent']
		.flatMap((result) =>
			pages
				.filter((page) => page.result === result)
				.sort((one, other) => one.score - other.score || other.failed.length - one.failed.length),
		)
		.slice(0, 10)
		.map(({ url, result, failed }) => ({ url, result, failed: failed.join(', ') }));
};
