const ORDER = ['good', 'decent', 'bad'];

/** @param {import('../n8n').N8n<{ pages: Array<{ url: string, before: string, after: string }> }>} n8n */
module.exports = ({ $json }) => {
	return $json.pages
		.filter(({ before }) => ORDER.includes(before))
		.filter(({ before, after }) => ORDER.indexOf(after) > ORDER.indexOf(before))
		.map(({ url, before, after }) => `${url}: ${before} → ${after}`);
};
