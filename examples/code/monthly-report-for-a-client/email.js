const { escaped } = require('../shared/escaped');

/**
 * @typedef {{ url: string, grade: string, failed: string }} Page
 * @typedef {{ good: number, decent: number, bad: number, worst: Page[], leftOut: string[] }} Figures
 * @param {import('../n8n').N8n<{ text?: string }, { Client: { client: string, days: number }, Figures: Figures }>} n8n
 */
module.exports = ({ $input, $, $now }) => {
	const { client, days } = $('Client').first().json;
	const { good, decent, bad, worst, leftOut } = $('Figures').first().json;
	// Empty if the model failed
	const summary = ($input.first().json.text ?? '').replaceAll('**', '').trim();
	const month = $now.minus({ days: 1 }).setLocale('en').toFormat('LLLL yyyy');
	const subject = `Web pages of ${client}: report for ${month}`;
	const missing = `Not counted, without a result from the last ${days} days: ${leftOut.join(', ')}`;
	const text = [
		`${good} good, ${decent} decent, ${bad} bad`,
		summary,
		worst.map(({ url, grade, failed }) => `- ${url}: ${grade}. ${failed}`).join('\n'),
		leftOut.length > 0 && missing,
	]
		.filter(Boolean)
		.join('\n\n');
	const rows = worst.map((page) =>
		[page.url, page.grade, page.failed]
			.map((cell) => `<td style="padding: 4px 12px 4px 0">${escaped(cell)}</td>`)
			.join(''),
	);
	const html = `<div style="font-family: sans-serif; color: #222; max-width: 640px">
<h2>${escaped(subject)}</h2>
<p><b style="color: #1a7f37">${good} good</b> &nbsp; <b style="color: #9a6700">${decent} decent</b> &nbsp; <b style="color: #cf222e">${bad} bad</b></p>
<p>${escaped(summary).replaceAll('\n', '<br>')}</p>
<table style="text-align: left"><tr><th>To improve first</th><th>Result</th><th>Failed checks</th></tr>
<tr>${rows.join('</tr><tr>') || '<td>Nothing</td>'}</tr></table>
${leftOut.length > 0 ? `<p>${escaped(missing)}</p>` : ''}</div>`;
	return [{ json: { subject, text, html } }];
};
