// Chooses the pages of the sitemap that have no recent report: the never analysed in random order, then the oldest.
const { keyOf } = require('../shared/keyOf');

/**
 * @typedef {{ sitemap: string, days: number }} Settings
 * @param {import('../n8n').N8n<
 *   import('../n8n').Answer,
 *   { Settings: Settings, 'Get the Sitemap': { data?: string } }
 * >} n8n
 */
module.exports = ({ $input, $, $now }) => {
	const { data = '' } = $('Get the Sitemap').first().json;
	// No colons: n8n shows only the text after the last one
	if (data.includes('<sitemapindex')) {
		throw new Error('This is an index of sitemaps. Enter one of the sitemaps in it in Settings.');
	}
	const urls = [...data.matchAll(/<loc>([^]*?)<\/loc>/g)].map(([, text = '']) =>
		text.trim().replaceAll('&amp;', '&'),
	);
	if (urls.length === 0 || !data.includes('</urlset>')) {
		throw new Error('This is not a sitemap, which is XML with urlset and loc tags. Open it.');
	}

	const times = new Map();
	for (const { json: report } of $input.all()) {
		// An unknown date counts as now
		const time = Date.parse(String(report.generated_at)) || $now.toMillis();
		times.set(keyOf(report.url), Math.max(time, times.get(keyOf(report.url)) ?? 0));
	}
	const before = $now.minus({ days: $('Settings').first().json.days }).toMillis();
	return [...new Set(urls)]
		.map((url) => ({ json: { url, time: times.get(keyOf(url)) ?? Math.random() } }))
		.filter(({ json }) => json.time < before)
		.sort((one, other) => one.json.time - other.json.time);
};
