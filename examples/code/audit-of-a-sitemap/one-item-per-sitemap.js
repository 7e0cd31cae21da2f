// Outputs one item per sitemap of the index.
const { addressesIn } = require('../shared/addressesIn');

/** @param {import('../n8n').N8n<{ data: string }, { Settings: { sitemap: string } }>} n8n */
module.exports = ({ $input, $ }) => {
	const { data } = $input.first().json;
	if (!data.includes('</sitemapindex>')) {
		const { sitemap } = $('Settings').first().json;
		// No colons: n8n shows only the text after the last one
		const name = sitemap.replace(/^https?:\/\//, '').replaceAll(':', ' –');
		throw new Error(
			`The XML of ${name} is incomplete because its closing sitemapindex tag is missing. Fix the sitemap, or enter another address in Settings.`,
		);
	}
	return addressesIn(data).map((address) => ({ json: { address } }));
};
