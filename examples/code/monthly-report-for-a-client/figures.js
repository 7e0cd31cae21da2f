// Counts the pages, and chooses the ten to improve first. Stops the workflow if there is nothing to count.
const { GRADES, gradeOf } = require('../shared/gradeOf');
const { failedChecks } = require('../shared/failedChecks');

/** @param {import('../n8n').N8n<import('../n8n').Answer, { Client: { project: string, days: number } }>} n8n */
module.exports = ({ $input, $, $now }) => {
	const { project, days } = $('Client').first().json;
	const since = $now.minus({ days }).toMillis();
	const pages = $input
		.all()
		.map(({ json }) => ({ ...json, grade: GRADES[gradeOf(json.result)] }))
		.filter(({ url }) => url);
	const counted = pages.filter(
		({ grade, generated_at: date }) => grade && Date.parse(String(date)) > since,
	);
	if (counted.length === 0) {
		throw new Error(
			`No page of ${project} has a result from the last ${days} days. Check the project in Client, and that another workflow analyses its pages.`,
		);
	}
	/** @param {string} wanted */
	const thatAre = (wanted) => counted.filter(({ grade }) => grade === wanted);
	const [good, decent, bad] = [thatAre('good'), thatAre('decent'), thatAre('bad')];
	const worst = [...bad, ...decent]
		.slice(0, 10)
		.map((page) => ({ url: page.url, grade: page.grade, failed: failedChecks(page).join(', ') }));
	const leftOut = pages.filter((page) => !counted.includes(page)).map(({ url }) => url);
	return [{ json: { good: good.length, decent: decent.length, bad: bad.length, worst, leftOut } }];
};
