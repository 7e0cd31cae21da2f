// Keeps the newest report of each page, however its address is spelled.
const { isNewer } = require('./shared/isNewer');
const { keyOf } = require('./shared/keyOf');

/** @param {import('./n8n').N8n<{}, { 'Only This Project': import('./n8n').Report }>} n8n */
module.exports = ({ $ }) => {
	const newest = new Map();
	for (const item of $('Only This Project').all()) {
		const key = keyOf(item.json.url);
		const other = newest.get(key);
		if (!other || isNewer(item.json, other.json)) newest.set(key, item);
	}
	// Nested, so that a listed report is not mistaken for a new result if n8n cannot run Analyse Again
	return [...newest.values()].map(({ json }) => ({ json: { listed: json } }));
};
