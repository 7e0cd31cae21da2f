// The answer to the call, with its pages in the order asked. It waits for pending ones, but not longer than Settings says.
const { stateOf } = require('../shared/stateOf');

/**
 * @param {import('../n8n').N8n<import('../n8n').Audit, {
 *   'A Call': { webhookUrl: string },
 *   Addresses: { url: string, key: string, started: number },
 *   Settings: { days: number, seconds: number },
 * }>} n8n
 */
module.exports = ({ $input, $now, $ }) => {
	const { days, seconds } = $('Settings').first().json;
	const rows = $input.all().map(({ json }) => json);
	const [now, asked] = [$now.toMillis(), $('Addresses').all()];
	const today = $now.startOf('day').toMillis();
	const found = asked.map(({ json: { url, key, started } }) => {
		// Even a result that has become too old in the meantime
		const state = stateOf(rows, key, { days, now: started, today });
		const row = state ?? rows.find(({ page }) => page === key);
		return { url, row, state: row?.state ?? 'pending' };
	});

	const pages = found.map(({ url, row, state }) => {
		if (!row || state === 'pending') return { url, status: 'pending' };
		if (!['new', 'known'].includes(state)) return { url, status: 'failed', reason: row.problem };
		const { result, report, analysed } = row;
		return {
			url,
			status: 'done',
			result: result || null,
			report,
			analysed,
			new: state === 'new' && Date.parse(analysed) > now - 60 * 60 * 1000,
		};
	});
	const pending = found.filter(({ state }) => state === 'pending').map(({ url }) => url);
	const isCapped = found.some(({ state }) => state === 'capped');
	const midnight = $now.plus({ days: 1 }).startOf('day').toMillis();
	const { webhookUrl } = $('A Call').first().json;
	const askAgain = { method: 'POST', url: webhookUrl, body: { urls: pending } };
	return [
		{
			json: {
				isReady: pending.length === 0 || now - (asked[0]?.json.started ?? 0) > seconds * 1000,
				status: isCapped ? 429 : pending.length > 0 ? 202 : 200,
				retryAfter: isCapped ? Math.ceil((midnight - now) / 1000) : 10,
				body: { pages, ...(pending.length > 0 && { askAgain }) },
			},
		},
	];
};
