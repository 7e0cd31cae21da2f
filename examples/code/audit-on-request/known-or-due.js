// What is known of each page: a recent report, or that it has to be analysed, unless the cap for today is reached.
const { isNewer } = require('../shared/isNewer');
const { keyOf } = require('../shared/keyOf');
const { problemOf } = require('../shared/problemOf');
const { timeOf } = require('../shared/timeOf');

/**
 * @typedef {import('../n8n').Report} Report
 * @param {import('../n8n').N8n<import('../n8n').Answer & Report, {
 *   'In the Background': { days: number, maxPerDay: number },
 *   'Claims': import('../n8n').Audit,
 *   'Pages by Host': { host: string, pages: Array<{ id: number, url: string, page: string }> },
 * }>} n8n
 */
module.exports = ({ $input, $now, $ }) => {
	const { days, maxPerDay } = $('In the Background').first().json;
	const since = $now.minus({ days }).toMillis();
	/** @type {Map<string, Report>} */
	const newest = new Map();
	let unread = '';
	for (const { json } of $input.all()) {
		if (json.error || 'host' in json) unread ||= problemOf(json, 'List Their Reports');
		if (!json.id || !json.url) continue;
		const other = newest.get(keyOf(json.url));
		if (!other || isNewer(json, other)) newest.set(keyOf(json.url), json);
	}

	// Pages that count today, oldest first: what has been analysed or is about to be, here or for other calls
	const today = $now.startOf('day').toMillis();
	const lost = $now.minus({ hours: 24 }).toMillis();
	/** @param {string} page */
	const known = (page) => {
		const report = newest.get(page);
		// A report without a date is taken for a recent one
		const time = report ? timeOf(report) || $now.toMillis() : 0;
		return report && time > since ? { report, time } : undefined;
	};
	const mine = $('Pages by Host')
		.all()
		.flatMap(({ json }) => json.pages);
	const knownPages = mine.filter(({ page }) => known(page)).map(({ page }) => page);
	const counted = $('Claims')
		.all()
		.map(({ json }) => json)
		.filter(({ state, page, createdAt, analysed }) =>
			state === 'pending'
				? Date.parse(createdAt) >= lost && !knownPages.includes(page)
				: ['new', 'failed'].includes(state) &&
					Date.parse(analysed || createdAt) >= today &&
					!knownPages.includes(page),
		)
		.sort((one, other) => one.id - other.id);
	// One for each analysis: a page that fails can be analysed several times a day
	const order = [...new Set(counted.map(({ page, analysed }) => `${page} ${analysed ?? ''}`))];

	return mine.map(({ url, page }) => {
		const found = known(page);
		let [state, problem] = ['due', ''];
		if (found) state = 'known';
		else if (unread) {
			state = 'unread';
			problem = `Nothing was analysed, because the earlier reports could not be read. ${unread}`;
		} else if (order.indexOf(`${page} `) >= maxPerDay) {
			state = 'capped';
			problem = `The cap of ${maxPerDay} analyses a day has been reached.`;
		}
		const { id = '', result = '' } = found?.report ?? {};
		const analysed = found ? new Date(found.time).toISOString() : '';
		return { json: { url, page, state, result, report: id, analysed, problem } };
	});
};
