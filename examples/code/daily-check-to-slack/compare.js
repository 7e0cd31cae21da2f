// Compares each new result with the last usable one in the table, or else with the one in the list, and draws the trend.
const { gradeOf } = require('../shared/gradeOf');
const { keyOf } = require('../shared/keyOf');
const { problemOf } = require('../shared/problemOf');

// From best to worst
const ORDER = ['good', 'decent', 'bad'];
/** @type {Record<string, string>} */
const SIGNS = { good: '🟢', decent: '🟡', bad: '🔴' };

/**
 * The kind of a failure: a 4xx status or an unknown result; undefined for all that an outage can cause.
 *
 * @param {string} problem
 */
const kindOf = (problem) =>
	/\((?!408|421|425|429|499)4\d\d\)|^Its? (result|has)/.exec(problem)?.[0];

/**
 * @typedef {{ page?: string, result: string, problem: string }} Row
 * @param {import('../n8n').N8n<
 *   import('../n8n').Answer,
 *   { 'Newest per Page': { listed: import('../n8n').Report }, 'Earlier Results': Row }
 * >} n8n
 */
module.exports = ({ $input, $ }) => {
	const answers = $input.all();
	/** @type {Map<string, Row[]>} the rows of each page, newest first */
	const stored = new Map();
	for (const { json } of $('Earlier Results').all()) {
		const key = keyOf(json.page);
		stored.set(key, [...(stored.get(key) ?? []), json]);
	}

	const pages = $('Newest per Page')
		.all()
		.map(({ json: { listed } }, at) => {
			const { id, url } = listed;
			const answer = answers[at]?.json ?? {};
			const rows = stored.get(keyOf(url)) ?? [];
			const earlier = rows.length > 0 ? rows.map(({ result }) => result) : [gradeOf(listed.result)];
			const before = earlier.find((result) => ORDER.includes(result)) ?? '';
			let result = gradeOf(answer.result);
			// Without the ID of the report, so that pages with the same cause are grouped
			let problem = problemOf(answer, 'Analyse Again')
				.replaceAll(`report ${id}`, 'the report')
				.replaceAll(`Report ${id}`, 'The report');
			if (!problem && !ORDER.includes(result)) {
				problem = result ? `Its result is ${result.slice(0, 100)}.` : 'It has no result.';
			}
			if (problem) result = 'failed';

			const end = earlier.findIndex((one) => one !== 'failed');
			const failures = rows.slice(0, end < 0 ? rows.length : end);
			const known = failures.map((row) => kindOf(row.problem)).find(Boolean);
			const isOther = kindOf(problem) !== undefined && kindOf(problem) !== known;
			const step = before ? ORDER.indexOf(result) - ORDER.indexOf(before) : 0;
			let change = step > 0 ? 'worse' : step < 0 ? 'better' : '';
			if (problem) change = end === 0 || isOther ? 'failed' : 'still failed';

			const trend = [...earlier.slice(0, 9).reverse(), result]
				.map((one) => SIGNS[one] ?? '⚪')
				.join('');
			const isFirst = rows.length === 0;
			return { page: url, result, report: id, problem, before, change, trend, isFirst };
		});

	// In an outage (more than half of the pages fail), every day
	const isOutage = pages.filter(({ problem }) => problem).length > pages.length / 2;
	return pages.map((page, at) => {
		const change = page.problem && isOutage ? 'failed' : page.change;
		return { json: { ...page, change }, pairedItem: at };
	});
};
