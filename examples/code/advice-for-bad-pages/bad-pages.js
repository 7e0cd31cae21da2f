// Chooses the pages that are bad, at most five, each with the checks that it failed, as data for the model.
const { gradeOf } = require('../shared/gradeOf');
const { failedChecks } = require('../shared/failedChecks');

const MAX_PAGES = 5;

/** @param {import('../n8n').N8n<import('../n8n').Answer, { Project: { project: string } }>} n8n */
module.exports = ({ $input, $ }) => {
	const { project } = $('Project').first().json;
	const reports = $input.all().filter(({ json }) => json.url);
	if (reports.length === 0) {
		throw new Error(`There is no report in ${project}. Enter its exact name in Project.`);
	}
	const grades = reports.map(({ json }) => gradeOf(json.result));
	const bad = reports.filter((_, at) => grades[at] === 2);
	const unrated = grades.filter((grade) => grade < 0).length;
	return bad.slice(0, MAX_PAGES).map(({ json: report }) => {
		const failed = failedChecks(report);
		// As JSON, so that nothing in it looks like an instruction
		const data = JSON.stringify({ address: report.url, failed }).slice(0, 4000);
		return { json: { url: report.url, failed, data, bad: bad.length, unrated } };
	});
};
