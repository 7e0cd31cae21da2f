/**
 * The age in days, 0 if it is unknown. A date is text, or a number of seconds or milliseconds; dates before 2000 count as unknown.
 *
 * @param {import('../n8n').N8n<import('../n8n').Report>} n8n
 */
module.exports = ({ $json, DateTime }) => {
	const number = Number($json.generated_at);
	const text = String($json.generated_at).trim();
	const parsed =
		DateTime.fromISO(text.replace(' ', 'T')).toMillis() ||
		(/\b20\d\d\b/.test(text) ? Date.parse(text) : 0);
	const time = isNaN(number) ? parsed : number * (number < 1e11 ? 1000 : 1);
	return time > Date.UTC(2000) ? (Date.now() - time) / 86400000 : 0;
};
