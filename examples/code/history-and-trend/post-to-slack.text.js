const { escaped } = require('../shared/escaped');

/**
 * @typedef {{ page: string, before: string, result: string, problem: string, change: string, trend: string }} Page
 * @param {import('../n8n').N8n<{}, { Compare: Page }>} n8n
 */
module.exports = ({ $ }) => {
	const pages = $('Compare')
		.all()
		.map(({ json }) => json);
	/**
	 * @param {string} title
	 * @param {string} change
	 * @param {(page: Page) => string} words
	 */
	const listOf = (title, change, words) => {
		const lines = pages
			.filter((page) => page.change === change)
			.map((page) => `• ${page.page}: ${words(page)} ${page.trend}`);
		const rest = lines.length > 50 ? [`… and ${lines.length - 50} more`] : [];
		return lines.length > 0 ? [[`*${title}*`, ...lines.slice(0, 50), ...rest].join('\n')] : [];
	};
	/** @param {Page} page */
	const step = ({ before, result }) => `${before} → ${result}`;
	const text = [
		...listOf('Got worse', 'worse', step),
		...listOf('No usable result', 'failed', ({ problem }) => problem.slice(0, 200)),
		...listOf('Got better', 'better', step),
	].join('\n\n');
	const first = `Stored the first results (${pages.length}). From now on, this workflow posts only if something changes.`;
	return escaped(text || first).slice(0, 39000);
};
