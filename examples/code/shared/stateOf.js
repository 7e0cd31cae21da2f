const MINUTE = 60 * 1000;

/**
 * What the table says about a page: its recent result, that an analysis is pending, or why a recent one failed; undefined
 * if it has to be analysed. An analysis may wait for limits for hours; one that has not ended after a day never will.
 *
 * @param {import('../n8n').Audit[]} rows
 * @param {string} key
 * @param {{ days: number, now: number, today: number }} times how old a result may be, and when this day began
 */
const stateOf = (rows, key, { days, now, today }) => {
	const ofPage = rows.filter(({ page }) => page === key);
	const timeOf = (/** @type {string | undefined} */ date) => Date.parse(date ?? '') || 0;
	const since = now - days * 24 * 60 * MINUTE;
	return (
		ofPage.find(
			({ state, result, analysed, updatedAt }) =>
				['new', 'known'].includes(state) &&
				// Without a result, the service may not have finished
				((result ?? '') === '' ? timeOf(updatedAt) > now - 5 * MINUTE : timeOf(analysed) > since),
		) ??
		ofPage.find(
			({ state, createdAt }) => state === 'pending' && timeOf(createdAt) > now - 24 * 60 * MINUTE,
		) ??
		ofPage.find(
			({ state, updatedAt }) =>
				['failed', 'capped', 'unread'].includes(state) &&
				timeOf(updatedAt) > now - 5 * MINUTE &&
				// The cap of yesterday is over
				(state !== 'capped' || timeOf(updatedAt) >= today),
		)
	);
};

module.exports = { stateOf };
