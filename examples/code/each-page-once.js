// Outputs each page of the list once, even if it is listed twice or in two spellings. Prefers a full address. Skips lines that begin with #.
const { keyOf } = require('./shared/keyOf');

/** @param {import('./n8n').N8n<{ pages?: string }>} n8n */
module.exports = ({ $input }) => {
	const list = String($input.first().json.pages ?? '').replace(/^\s*#.*/gm, '');
	const pages = new Map();
	for (const line of list.split(/[\r\n]+|\s+(?=https?:)/)) {
		// Strips list bullets and numbers, and a comma or semicolon after the address
		const url = line
			.trim()
			.replace(/^(([-*+•–—▪●◦·‣]|\[[ x]?\]|\(?\d+[.)])(\s+|$)|•)+/i, '')
			.replace(/[,;]$/, '');
		const listed = pages.get(keyOf(url)) ?? '';
		if (url !== '' && !/^https?:/i.test(listed)) pages.set(keyOf(url), url);
	}
	return [...pages.values()].map((url) => ({ json: { url } }));
};
