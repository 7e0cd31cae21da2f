// Writes the message: none unless a page got worse or could not be analysed. A page that could not be analysed last time either counts again only if more than half of what a run can hold could not.
const { gradeOf } = require('../shared/gradeOf');
const { messageOf } = require('../shared/messageOf');
const { plain } = require('../shared/plain');
const { some } = require('../shared/some');

// From best to worst
const ORDER = ['good', 'decent', 'bad'];
// Maximum number of pages to list, for each kind
const MAX_PAGES = 20;

/**
 * @param {import('../n8n').N8n<{}, {
 *   'One Key per Page': { page: string, key: string, Result?: unknown, Problem?: unknown },
 *   'Results by Page': { rows: string[], Result?: unknown, Problem: string },
 *   Settings: { maxPerRun: number },
 * }>} n8n
 */
module.exports = ({ $ }) => {
	const rows = $('One Key per Page')
		.all()
		.map(({ json }) => json);
	const pages = $('Results by Page')
		.all()
		.map(({ json: { rows: names, Result, Problem } }) => {
			const before = rows.filter(({ page }) => names.includes(page));
			const grades = before.map((row) => ORDER.indexOf(gradeOf(row.Result)));
			const [from, to] = [Math.max(...grades), ORDER.indexOf(gradeOf(Result))];
			return {
				name: `• ${plain(names[0] || '(no address)')}`,
				Problem,
				isWorse: from >= 0 && to > from,
				step: `${ORDER[from]} → ${ORDER[to]}`,
				isNew: before.some((row) => !row.Problem),
			};
		});
	const failed = pages.filter(({ Problem }) => Problem);
	// One page that always fails may be all that is due
	const { maxPerRun } = $('Settings').first().json;
	const all = new Set(rows.map(({ key, page }) => key || page)).size;
	const most = Math.min(all, Math.max(1, Math.floor(maxPerRun) || 1));
	const news = failed.filter(({ isNew }) => isNew || failed.length > most / 2);
	const worse = pages.filter(({ isWorse }) => isWorse);
	if (worse.length + news.length === 0) return [];

	const count = (/** @type {unknown[]} */ list) =>
		`${list.length} ${list.length === 1 ? 'page' : 'pages'}`;
	const lines = [
		`*Pages in the Google Sheet*: ${count(worse)} got worse, ${count(news)} could not be analysed.`,
		...some(
			worse.map(({ name, step }) => `${name}: ${step}`),
			MAX_PAGES,
		),
		...some(
			news.map(({ name, Problem }) => `${name}: ${plain(Problem.slice(0, 300))}`),
			MAX_PAGES,
		),
	];
	return [{ json: { text: messageOf(lines) } }];
};
