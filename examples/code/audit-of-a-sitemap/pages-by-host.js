// Groups the pages by host, because List Its Reports searches for one host at a time.
// Also collects what could not be read.
const { addressesIn } = require('../shared/addressesIn');
const { keyOf } = require('../shared/keyOf');
const { withoutComments } = require('../shared/withoutComments');
const { wordsOfError } = require('../shared/wordsOfError');
const { writtenHostOf } = require('../shared/writtenHostOf');

/** @typedef {{ data?: string, error?: unknown }} Sitemap */

/**
 * Why a sitemap could not be read, or an empty string.
 *
 * @param {Sitemap} sitemap
 * @param {string} source
 */
const causeOf = ({ data = '', error }, source) => {
	if (error) return `It could not be loaded: ${wordsOfError(error)}`;
	const xml = withoutComments(data);
	if (xml.includes('<sitemapindex')) return 'An index inside an index is not supported.';
	if (!xml.includes('<urlset')) {
		// Compressed data begins like this, whatever its name
		const isCompressed = data.startsWith('\u001f') || /\.gz(\?|$)/i.test(source);
		return isCompressed
			? 'Compressed sitemaps (.gz) are not supported.'
			: 'It is not XML with a urlset tag.';
	}
	if (!/<\/urlset>|<urlset[^>]*\/>/.test(xml)) {
		return 'Its XML is broken: the closing urlset tag is missing.';
	}
	return '';
};

/** @param {import('../n8n').N8n<Sitemap, { Settings: { sitemap: string }, 'One Item per Sitemap': { address: string } }>} n8n */
module.exports = ({ $input, $ }) => {
	const { sitemap } = $('Settings').first().json;
	const index = $('One Item per Sitemap');
	const sources = index.isExecuted ? index.all().map(({ json }) => json.address) : [sitemap];

	/** @type {Record<string, string[]>} */
	const pages = {};
	/** @type {Array<{ url: string, cause: string }>} */
	const unread = [];
	$input.all().forEach(({ json }, at) => {
		const source = sources[at] ?? '';
		const cause = causeOf(json, source);
		if (cause) unread.push({ url: source, cause });
		for (const url of cause ? [] : addressesIn(json.data ?? '')) {
			const [host] = keyOf(url).split(/[/?]/);
			if (host && /^https?:\/\//i.test(url)) {
				(pages[host] ??= []).push(url);
				const written = writtenHostOf(url, host);
				if (written) pages[written] ??= [];
			} else {
				const cause = 'It is not a full address, starting with https:// or http://.';
				unread.push({ url, cause });
			}
		}
	});

	const hosts = Object.keys(pages);
	if (hosts.length === 0) {
		const causes = unread.slice(0, 5).map(({ url, cause }) => `${url}: ${cause}`);
		const said = `No page could be read from ${sitemap}. ${causes.join(' ')}`.replace(/\s+/g, ' ');
		// No colons: n8n shows only the text after the last one
		throw new Error(said.replace(/https?:\/\//g, '').replaceAll(':', ' –'));
	}
	const isOutage = unread.filter(({ url }) => sources.includes(url)).length > sources.length / 2;
	return hosts.map((host) => ({ json: { host, pages: pages[host], unread, isOutage } }));
};
