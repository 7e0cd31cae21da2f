/**
 * When a report was generated, in ms; 0 if unknown. Services send a date, or seconds or milliseconds since 1970.
 *
 * @param {Pick<import('../n8n').Report, 'generated_at'>} report
 */
const timeOf = ({ generated_at: date }) => {
	const number = Number(date);
	return (isNaN(number) ? Date.parse(String(date)) : number * (number < 1e11 ? 1000 : 1)) || 0;
};

module.exports = { timeOf };
