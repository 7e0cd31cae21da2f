// Chooses the pages of this run: first those never analysed or attempted, then those whose last analysis or attempt is the oldest.
const { keyOf } = require('../shared/keyOf');
const { timeOf } = require('../shared/timeOf');

/**
 * @typedef {{ time: number, failed: boolean }} Attempt
 * @typedef {{ pages: string[], unread: Array<{ url: string }>, isOutage: boolean }} Host
 * @param {import('../n8n').N8n<
 *   Partial<import('../n8n').Report>,
 *   { Settings: { days: number, maxPerRun: number }, 'Pages by Host': Host },
 *   { tried?: Record<string, Attempt>, unread?: string[] }
 * >} n8n
 */
module.exports = ({ $input, $getWorkflowStaticData, $ }) => {
	const { days, maxPerRun } = $('Settings').first().json;
	if (!(days > 0)) throw new Error('Enter a number of days in Settings, at least 1.');

	// When each page was last analysed, according to the list of reports. An unknown date counts as now
	const reported = new Map();
	for (const { json: report } of $input.all()) {
		if (!report.url) continue;
		const key = keyOf(report.url);
		const time = timeOf(report);
		reported.set(key, Math.max(reported.get(key) ?? 0, time > 0 ? time : Date.now()));
	}

	// Each page once, under the first address listed
	const hosts = $('Pages by Host').all();
	const pages = new Map();
	for (const url of hosts.flatMap(({ json }) => json.pages)) {
		if (!pages.has(keyOf(url))) pages.set(keyOf(url), url);
	}

	// What earlier runs tried. The list of reports is not enough: a report's address can differ from the page's, and a page that failed has no report
	const { tried = {}, unread: named = [] } = $getWorkflowStaticData('global');
	const before = Date.now() - days * 24 * 60 * 60 * 1000;
	const due = [...pages]
		.map(([key, url]) => {
			const { time = 0, failed = false } = tried[key] ?? {};
			const report = reported.get(key) ?? 0;
			const analysed = Math.max(report, failed ? 0 : time);
			return { url, analysed, last: Math.max(report, time), chance: Math.random() };
		})
		.filter(({ analysed }) => analysed < before)
		.sort((a, b) => a.last - b.last || a.chance - b.chance);

	const chosen = due.slice(0, Math.max(1, Math.floor(maxPerRun) || 1));
	if (chosen.length > 0) return chosen.map(({ url }) => ({ json: { url, due: due.length } }));

	// One item without a page if something has become unreadable since the last run, or if most sitemaps could not be read
	const { unread, isOutage } = $('Pages by Host').first().json;
	const isNew = unread.some(({ url }) => !named.includes(url));
	return isOutage || isNew ? [{ json: { url: '', due: 0 } }] : [];
};
