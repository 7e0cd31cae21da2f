/** @param {import('../n8n').N8n<{}, { Figures: { leftOut: number }, Client: { days: number } }>} n8n */
module.exports = ({ $ }) => {
	const { leftOut } = $('Figures').first().json;
	const { days } = $('Client').first().json;
	if (leftOut === 0) return '';
	const [pages, are] = leftOut === 1 ? ['page has', 'is'] : ['pages have', 'are'];
	return `${leftOut} more ${pages} no result from the last ${days} days and ${are} not counted.`;
};
