// What to write to the rows of each page. After a failure, the cells of its last report stay as they are.

/** @param {import('../n8n').N8n<import('../n8n').Answer, { 'Pages That Are Due': { rows: string[] } }>} n8n */
module.exports = ({ $input, $now, $ }) => {
	const checked = $now.toFormat('yyyy-MM-dd HH:mm');
	const pages = $('Pages That Are Due').all();

	return $input.all().map(({ json: report }, at) => {
		const { rows = [] } = pages[at]?.json ?? {};
		const isAnalysed = report.id || report.success;
		let problem = '';
		if (isAnalysed && (report.result ?? '') === '') {
			problem = 'The report has no result yet. Open it on the website of your report service.';
		}
		// If n8n cannot run Create a Report, it passes on the input, which has no ID
		if (!isAnalysed) problem = 'n8n could not run Create a Report. Check its credential.';
		// What happened, and what to do
		if (!isAnalysed && report.error) {
			problem = `${String(report.error).replace(/[.!?]?$/, '.')} ${report.message ?? ''}`;
		}
		// Some services return no ID
		const id = report.id ?? 'unknown ID';
		const cells = { Result: report.result ?? '', Checked: checked, Report: id };
		const Problem = problem.replace(/\s+/g, ' ').trim().slice(0, 1000);
		return { json: { rows, time: checked, ...(isAnalysed && cells), Problem }, pairedItem: at };
	});
};
