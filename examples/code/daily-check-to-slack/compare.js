// Compares each new result with the earlier one, and writes the message: empty if there is nothing new and this is not a first run.
// The earlier result is the last one that this workflow remembers, or else the one in the list.
const { gradeOf } = require('../shared/gradeOf');
const { keyOf } = require('../shared/keyOf');
const { messageOf } = require('../shared/messageOf');
const { plain } = require('../shared/plain');
const { problemOf } = require('../shared/problemOf');

const ORDER = ['good', 'decent', 'bad'];
// Maximum number of pages to list: those that got worse, and those with the same cause
const MAX_WORSE = 50;
const MAX_PER_CAUSE = 5;

/**
 * The first lines, and how many more there are.
 *
 * @param {string[]} lines
 * @param {number} most
 */
const some = (lines, most) =>
	lines.length > most ? [...lines.slice(0, most), `… and ${lines.length - most} more`] : lines;

/**
 * @typedef {import('../n8n').Report} Report
 * @typedef {{ result?: string, problem: string }} Remembered
 * @param {import('../n8n').N8n<
 *   import('../n8n').Answer,
 *   { 'Newest per Page': { listed: Report }, Project: { project: string } },
 *   { pages?: Record<string, Remembered> }
 * >} n8n
 */
module.exports = ({ $input, $getWorkflowStaticData, $ }) => {
	const { pages: remembered } = $getWorkflowStaticData('global');
	const answers = $input.all();

	const pages = $('Newest per Page')
		.all()
		.map(({ json: { listed } }, at) => {
			const { id, url } = listed;
			const answer = answers[at]?.json ?? {};
			const key = keyOf(url);
			const { result: before = gradeOf(listed.result), problem: problemBefore } =
				remembered?.[key] ?? {};
			const after = gradeOf(answer.result);
			const known = ORDER.includes(before) ? before : undefined;
			// Without the ID of the report, so that pages with the same cause are grouped
			const cause = problemOf(answer, 'Analyse Again')
				.replaceAll(`report ${id}`, 'the report')
				.replaceAll(`Report ${id}`, 'The report');
			const problem = cause ? 'failed' : ORDER.includes(after) ? '' : 'other';
			return {
				key,
				name: `• ${plain(url)}`,
				cause,
				problem,
				isNew: problem !== problemBefore,
				isWorse: !problem && known && ORDER.indexOf(after) > ORDER.indexOf(known),
				before,
				// What to compare with next time
				last: problem ? known : after,
				after: plain(String(answer.result ?? '') || 'none').slice(0, 100),
			};
		});

	// Names a problem once, but every day if more than half of the pages have one, so that an outage is noticed
	const problems = pages.filter(({ problem }) => problem);
	const news = problems.filter(({ isNew }) => isNew || problems.length > pages.length / 2);
	const still = problems.length - news.length;

	const worse = pages
		.filter(({ isWorse }) => isWorse)
		.map(({ name, before, last }) => `${name}: ${before} → ${last}`);
	/** @type {Record<string, string[]>} */
	const failed = {};
	for (const { name, cause } of news.filter(({ problem }) => problem === 'failed')) {
		(failed[cause] ??= []).push(name);
	}
	const others = news
		.filter(({ problem }) => problem === 'other')
		.map(({ name, after }) => `${name}: ${after}`);

	const lines = [
		...(worse.length > 0 ? ['*Got worse*', ...some(worse, MAX_WORSE)] : []),
		...Object.entries(failed).flatMap(([cause, names]) => [
			`*Could not be analysed* (${names.length}): ${plain(cause.slice(0, 300))}`,
			...some(names, MAX_PER_CAUSE),
		]),
		...(others.length > 0
			? [
					`*The result is not good, decent or bad* (${others.length})`,
					...some(others, MAX_PER_CAUSE),
				]
			: []),
	];
	// A first run posts in any case, so that a wrong channel or credential is noticed
	if (!remembered && lines.length === 0) {
		lines.push(
			'Nothing got worse. After its first scheduled run, this workflow posts only if there is something new.',
		);
	}
	const { project } = $('Project').first().json;
	const text = messageOf([
		`*Pages of ${plain(project)}*`,
		...lines,
		...(still > 0
			? [`As before, ${still} ${still === 1 ? 'page has' : 'pages have'} no usable result.`]
			: []),
	]);

	// For Remember
	const memory = pages.map(({ key, last, problem }) => [key, { result: last, problem }]);
	return [{ json: { text: lines.length > 0 ? text : '', pages: Object.fromEntries(memory) } }];
};
