const { wordsOfError } = require('../shared/wordsOfError');

/** @param {import('../n8n').N8n<{ data?: string, error?: unknown }, { Settings: { sitemap: string } }>} n8n */
module.exports = ({ $json, $ }) => {
	const { data = '', error } = $json;
	const { sitemap } = $('Settings').first().json;
	const text = data.trim().slice(0, 100) || '(nothing)';
	return error
		? `${sitemap} could not be loaded. Open it in a browser. If that works, a firewall may be blocking n8n. n8n says: ${wordsOfError(error)}`
		: `${sitemap} is not a sitemap with pages. Open it in a browser: it must show XML with urlset or sitemapindex tags. Compressed sitemaps (.gz) are not supported. It begins with: ${text}`;
};
