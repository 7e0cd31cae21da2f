// Google did not accept the results. Tries twice more, reading the rows again each time.
// Then stops the workflow. A retry is another execution, which continues from here.

/** @param {import('../n8n').N8n<{ error?: string }, { 'Rows to Write': { 'n8n execution': string } }>} n8n */
module.exports = ({ $input, $execution, $runIndex, $ }) => {
	const isRetry = $('Rows to Write').first(0).json['n8n execution'] !== $execution.id;
	if (!isRetry && $runIndex >= 2) {
		const { error } = $input.first().json;
		const said = `Google Sheets did not accept the results (${error}). If the account is not an Editor of the sheet, or cells are protected, fix that. Then open this execution under Executions and choose Retry with currently saved workflow. It writes the results without analysing anything again.`;
		// No colons: n8n shows only the text after the last one
		throw new Error(said.replaceAll(':', ' –'));
	}
	return [{ json: {} }];
};
