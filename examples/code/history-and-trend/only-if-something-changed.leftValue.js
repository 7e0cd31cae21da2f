/** @param {import('../n8n').N8n<{}, { Compare: { change: string }, 'Earlier Results': { page?: string } }>} n8n */
module.exports = ({ $ }) => {
	const hasChanged = $('Compare')
		.all()
		.some(({ json }) => json.change);
	/** A first run posts in any case, so that a wrong channel or credential is noticed */
	const isFirst = $('Earlier Results')
		.all()
		.every(({ json }) => !json.page);
	return hasChanged || isFirst;
};
