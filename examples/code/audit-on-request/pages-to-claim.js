// The pages of the call that have to be analysed, each once, even if it was asked for twice or in two spellings.
const { stateOf } = require('../shared/stateOf');

/**
 * @param {import('../n8n').N8n<import('../n8n').Audit, {
 *   Addresses: { url: string, key: string, started: number },
 *   Settings: { days: number },
 * }>} n8n
 */
module.exports = ({ $input, $now, $ }) => {
	const { days } = $('Settings').first().json;
	const rows = $input.all().map(({ json }) => json);
	const today = $now.startOf('day').toMillis();
	const pages = new Map();
	for (const { json } of $('Addresses').all()) {
		const { url, key, started } = json;
		const state = stateOf(rows, key, { days, now: started, today });
		if (!pages.has(key) && !state) pages.set(key, { url, page: key });
	}
	// One item without a page, so that the workflow continues
	if (pages.size === 0) pages.set('', { url: '', page: '' });
	return [...pages.values()].map((json) => ({ json }));
};
