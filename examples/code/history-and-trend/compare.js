// Compares each result with the last usable one, and draws the trend.
const { gradeOf } = require('../shared/gradeOf');

// From best to worst
const ORDER = ['good', 'decent', 'bad'];
/** @type {Record<string, string>} */
const SIGNS = { good: '🟢', decent: '🟡', bad: '🔴', failed: '⚪' };

/**
 * The kind of a failure: a 4xx status or an unknown result; undefined for all that an outage can cause.
 *
 * @param {string} problem
 */
const kindOf = (problem) =>
	/\((?!408|421|425|429|499)4\d\d\)|^Its? (result|has)/.exec(problem)?.[0];

/**
 * @typedef {{ page: string, result: any, problem: string }} Row
 * @param {import('../n8n').N8n<Row, { 'Latest Result': Row }>} n8n
 */
module.exports = ({ $input, $ }) => {
	const rows = $input.all().map(({ json }) => json);
	const results = $('Latest Result')
		.all()
		.map(({ json }) => json);
	/** @param {Row} row */
	const isFailed = ({ result }) => !ORDER.includes(gradeOf(result));
	// Names a page when it starts to fail or fails in another way; in an outage (more than half of the pages fail), every day
	const isOutage = results.filter(isFailed).length > results.length / 2;

	return results.map((latest, index) => {
		// The earlier results, newest first
		const stored = rows.filter(({ page }) => page === latest.page);
		const earlier = stored.map(({ result }) => result);
		const before = earlier.find((result) => ORDER.includes(result)) ?? '';

		let { problem } = latest;
		let result = gradeOf(latest.result);
		if (isFailed(latest)) {
			problem ||= result ? `Its result is ${result}.` : 'It has no result.';
			result = 'failed';
		}

		let change = '';
		if (result === 'failed') {
			const end = earlier.findIndex((one) => one !== 'failed');
			const failures = stored.slice(0, end < 0 ? stored.length : end);
			const known = failures.map((row) => kindOf(row.problem)).find(Boolean);
			const isOther = kindOf(problem) !== undefined && kindOf(problem) !== known;
			if (isOutage || earlier[0] !== 'failed' || isOther) change = 'failed';
		} else if (before) {
			const step = ORDER.indexOf(result) - ORDER.indexOf(before);
			if (step > 0) change = 'worse';
			if (step < 0) change = 'better';
		}

		const trend = [...earlier.slice(0, 9).reverse(), result]
			.map((one) => SIGNS[one] ?? SIGNS.failed)
			.join('');
		return { json: { ...latest, result, problem, before, change, trend }, pairedItem: index };
	});
};
