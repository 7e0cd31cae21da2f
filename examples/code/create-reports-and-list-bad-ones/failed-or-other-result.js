// Keeps what could not be analysed, and results that are not good, decent or bad.

/** @param {import('../n8n').N8n<import('../n8n').Answer>} n8n */
module.exports = ({ $input }) => {
	return $input
		.all()
		.map(({ json }) => {
			// If n8n cannot run Create a Report, it passes on the input, which has no ID
			const isRun = json.error || json.id || json.success;
			const error = 'n8n could not run Create a Report. Check its credential.';
			return { json: isRun ? json : { ...json, error } };
		})
		.filter(({ json }) => !['good', 'decent', 'bad'].includes(String(json.result)));
};
