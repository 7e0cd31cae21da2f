// The pages that this execution analyses, by host. If several calls ask for a page at the same moment, the first one does.
const { writtenHostOf } = require('../shared/writtenHostOf');

/**
 * @typedef {{ id: number, url: string, page: string }} Claim
 * @param {import('../n8n').N8n<import('../n8n').Audit, { 'In the Background': Claim }>} n8n
 */
module.exports = ({ $input, $now, $ }) => {
	const since = $now.minus({ hours: 24 }).toMillis();
	/** @type {Map<string, number>} */
	const first = new Map();
	for (const { json: row } of $input.all()) {
		if (row.state !== 'pending' || Date.parse(row.createdAt) < since) continue;
		first.set(row.page, Math.min(row.id, first.get(row.page) ?? Infinity));
	}
	/** @type {Map<string, Claim[]>} */
	const hosts = new Map();
	for (const { json } of $('In the Background').all()) {
		const { id, url, page } = json;
		if (first.get(page) !== id) continue;
		const [host = ''] = /^[^/?]*/.exec(page) ?? [];
		hosts.set(host, [...(hosts.get(host) ?? []), { id, url, page }]);
		const written = writtenHostOf(url, host);
		if (written && !hosts.has(written)) hosts.set(written, []);
	}
	return [...hosts].map(([host, pages]) => ({ json: { host, pages } }));
};
