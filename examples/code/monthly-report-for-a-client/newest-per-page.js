// For each page, keeps the newest report that has a result, however its address is spelled.
const { gradeOf } = require('../shared/gradeOf');
const { isNewer } = require('../shared/isNewer');
const { keyOf } = require('../shared/keyOf');
const { timeOf } = require('../shared/timeOf');

/**
 * @typedef {import('../n8n').Report} Report
 * @typedef {import('../n8n').Item<Report>} Item
 */

/**
 * Whether a report has a result: its analysis may not have finished.
 *
 * @param {Report} report
 */
const hasResult = ({ result }) => String(result ?? '') !== '';

/**
 * A report without a result only counts if the page has no other.
 *
 * @param {Report} one
 * @param {Report} other
 */
const isBetter = (one, other) =>
	hasResult(one) === hasResult(other) ? isNewer(one, other) : hasResult(one);

/** @param {import('../n8n').N8n<Report>} n8n */
module.exports = ({ $input }) => {
	/** @type {Map<string, Item>} */
	const newest = new Map();
	for (const item of $input.all()) {
		const key = keyOf(item.json.url);
		const other = newest.get(key);
		if (!other || isBetter(item.json, other.json)) newest.set(key, item);
	}
	return [...newest.values()].map((item) => {
		const { json: report } = item;
		const score = Number(report.result);
		const result = gradeOf(report.result);
		return { ...item, json: { ...report, time: timeOf(report), score, result } };
	});
};
