// Finds the rows by their address: people may have moved, sorted or deleted some in the meantime.

/**
 * @typedef {{ row_number: number, Page?: unknown, Checked?: unknown }} Row
 * @param {import('../n8n').N8n<Row, { 'Results by Page': { rows: string[], time: string } }>} n8n
 */
module.exports = ({ $input, $execution, $ }) => {
	const results = new Map();
	for (const { json } of $('Results by Page').all()) {
		const { rows, time, ...cells } = json;
		for (const page of rows) results.set(page, { time, cells });
	}

	const [header, ...rows] = $input.all().map(({ json }) => json);
	if (!header || !('Page' in header)) {
		throw new Error(
			'The column Page is no longer in the sheet. Add it again. Then copy the results of this run to the sheet from the output of Results by Page in this execution. Otherwise, the next run analyses these pages again.',
		);
	}
	return rows.flatMap(({ row_number, Page, ...cells }) => {
		const page = String(Page ?? '').trim();
		const isEmpty = !page && Object.values(cells).every((cell) => cell === '' || cell === false);
		const { time, cells: written } = results.get(page) ?? {};
		// On a retry, a later run may already have written a newer result
		const checked = String(cells.Checked);
		const isNewer = /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(checked) && checked > time;
		if (isEmpty || !written || isNewer) return [];
		// The last field is for Try Again or Stop, under a name that no column has
		return [{ json: { row_number, ...written, 'n8n execution': $execution.id } }];
	});
};
