// Chooses the pages of this run, at most maxPerRun: those never checked, then the oldest. Pages that failed last time come last.
// Also passes on what is not an address: Create a Report says what is wrong with it, and sends nothing.

/**
 * Whether a problem with an address is about this address, not about one that was there before.
 *
 * @param {string} problem
 * @param {string} page
 */
const isAbout = (problem, page) => {
	if (page === '') return problem.startsWith('URL is empty');
	if (problem.startsWith('URL contains')) return /[\s,;|]https?:\/\//i.test(page);
	const shown = page.replace(/\s+/g, ' ');
	return problem.includes(shown.length > 100 ? `"${shown.slice(0, 100)}` : `"${shown}"`);
};

/**
 * @typedef {{ url: string, rows: string[], time: number, hasFailed: boolean }} Page
 * @typedef {{ page: string, key: string, row_number: number, Page?: unknown, Checked?: unknown, Problem?: unknown }} Row
 * @param {import('../n8n').N8n<Row, { Settings: { days: number, maxPerRun: number } }>} n8n
 */
module.exports = ({ $input, $now, DateTime, $ }) => {
	const { days, maxPerRun } = $('Settings').first().json;
	if (!(days > 0)) throw new Error('Enter a number of days in Settings, at least 1.');
	const zone = $now.zoneName;

	/**
	 * When a row was checked, in ms; 0 if never. Google stores dates typed by hand as the number of days since 1899-12-30.
	 *
	 * @param {unknown} checked
	 */
	const timeOf = (checked) => {
		const text = String(checked ?? '').trim();
		const date =
			typeof checked === 'number'
				? DateTime.fromISO('1899-12-30', { zone }).plus({ days: checked })
				: DateTime.fromISO(text.replace(' ', 'T'), { zone });
		return date.isValid ? date.toMillis() : 0;
	};

	// Counts whole days, so that a page checked last Monday is due this Monday, even a minute earlier
	const dueBefore = $now
		.startOf('day')
		.minus({ days: days - 1 })
		.toMillis();
	/** @type {Map<string, Page>} */
	const pages = new Map();
	const others = new Map();
	for (const { json: row } of $input.all()) {
		const { page, key, row_number, Page, ...cells } = row;
		const problem = String(row.Problem ?? '');
		if (key) {
			const time = timeOf(row.Checked);
			const found = pages.get(key) ?? { url: page, rows: [], time, hasFailed: false };
			found.rows.push(page);
			found.time = Math.min(found.time, time);
			const isCorrected = problem.startsWith('URL ') && !isAbout(problem, page);
			const isUnfinished = problem.startsWith('The report has no result yet');
			found.hasFailed ||= problem !== '' && !isCorrected && !isUnfinished;
			pages.set(key, found);
			continue;
		}
		// Skips empty rows; an unticked box counts as empty
		const isEmpty = !page && Object.values(cells).every((cell) => cell === '' || cell === false);
		if (!isEmpty && !isAbout(problem, page)) others.set(page, { url: page, rows: [page] });
	}

	const due = [...pages.values()].filter(({ time }) => time < dueBefore);
	const fresh = due.filter(({ hasFailed }) => !hasFailed).sort((a, b) => a.time - b.time);
	// In random order, so that a page that always fails does not hold up the others
	const failed = due
		.filter(({ hasFailed }) => hasFailed)
		.map((page) => ({ ...page, chance: Math.random() }))
		.sort((a, b) => a.chance - b.chance);
	const most = Math.max(1, Math.floor(maxPerRun) || 1);
	// Up to a quarter of the run, or they might never get a turn
	const reserved = Math.min(failed.length, most > 1 ? Math.ceil(most / 4) : 0);
	const chosen = [...fresh.slice(0, most - reserved), ...failed].slice(0, most);
	return [...chosen, ...others.values()].map(({ url, rows }) => ({ json: { url, rows } }));
};
