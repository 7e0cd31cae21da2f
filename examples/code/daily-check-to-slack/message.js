// Writes the message: none if nothing has changed and this is not the first run of these pages.
const { messageOf } = require('../shared/messageOf');
const { plain } = require('../shared/plain');
const { some } = require('../shared/some');

// Maximum number of pages to list: those that changed, and those with the same cause
const MAX_CHANGED = 50;
const MAX_PER_CAUSE = 5;

/**
 * @typedef {{
 *   page: string; result: string; problem: string; before: string; change: string; trend: string; isFirst: boolean;
 * }} Page
 * @param {import('../n8n').N8n<{}, { Compare: Page, Project: { project: string } }>} n8n
 */
module.exports = ({ $ }) => {
	const pages = $('Compare')
		.all()
		.map(({ json }) => json);
	/** @param {string} change */
	const thatAre = (change) => pages.filter((page) => page.change === change);
	/**
	 * @param {string} title
	 * @param {string} change
	 */
	const listOf = (title, change) => {
		const lines = thatAre(change).map(
			({ page, before, result, trend }) => `• ${plain(page)}: ${before} → ${result} ${trend}`,
		);
		return lines.length > 0 ? [`*${title}*`, ...some(lines, MAX_CHANGED)] : [];
	};

	/** @type {Record<string, string[]>} */
	const failed = {};
	for (const { page, problem, trend } of thatAre('failed')) {
		(failed[problem] ??= []).push(`• ${plain(page)} ${trend}`);
	}
	const lines = [
		...listOf('Got worse', 'worse'),
		...Object.entries(failed).flatMap(([problem, names]) => [
			`*No usable result* (${names.length}): ${plain(problem.slice(0, 300))}`,
			...some(names, MAX_PER_CAUSE),
		]),
		...listOf('Got better', 'better'),
	];
	// So that a wrong channel or credential is noticed
	if (lines.length === 0 && pages.every(({ isFirst }) => isFirst)) {
		lines.push('Nothing changed. From now on, this workflow posts only if something does.');
	}
	if (lines.length === 0) return [];
	const still = thatAre('still failed').length;
	if (still > 0) {
		lines.push(`As before, ${still} ${still === 1 ? 'page has' : 'pages have'} no usable result.`);
	}
	const { project } = $('Project').first().json;
	return [{ json: { text: messageOf([`*Pages of ${plain(project)}*`, ...lines]) } }];
};
