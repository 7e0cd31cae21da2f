// Writes what the form and the email say. Change the address at which people open a report of your service:
const REPORTS = 'https://reports.example.com/reports/';

const { escaped } = require('../shared/escaped');
const { failedChecks } = require('../shared/failedChecks');

/** @param {import('../n8n').N8n<import('../n8n').Answer, { 'Address of a Page': { Address: string } }>} n8n */
module.exports = ({ $input, $ }) => {
	const { Address } = $('Address of a Page').first().json;
	const { json: report } = $input.first();
	const { id, error, message = '', result } = report;
	const failed = failedChecks(report);
	let title = `The result is ${result}`;
	let lines = [
		...(failed.length > 0 ? [`Failed checks: ${failed.join(', ')}`] : []),
		`The report: ${REPORTS}${id}`,
	];
	if ((result ?? '') === '') {
		title = 'There is no result yet';
		lines = ['The report was created. Open it later, and do not submit the form again.', ...lines];
	}
	if (!id) [title, lines] = ['Nothing was analysed', ['Check the credential of Create a Report.']];
	if (error) [title, lines] = [error, [message]];
	const text = [Address, ...lines].join('\n\n');
	const html = escaped(text)
		.replace(/\n\n/g, '<br><br>')
		.replace(/(https:\S+)$/, id ? '<a href="$1">Open it</a>' : '$1');
	return [{ json: { title, subject: `Report on ${Address}: ${title}`, text, html } }];
};
