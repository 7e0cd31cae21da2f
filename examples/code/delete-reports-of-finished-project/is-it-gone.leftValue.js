/**
 * @typedef {import('../n8n').Answer} Answer
 * @param {import('../n8n').N8n<{}, {
 *   'Delete the Project': Answer,
 *   'Look Again': Answer,
 *   'Only the Exact Name': { project: string },
 * }>} n8n
 */
module.exports = ({ $ }) => {
	const { deleted, error } = $('Delete the Project').first().json;
	const { project } = $('Only the Exact Name').first().json;
	const listed = $('Look Again').all();
	/** After an error, only a list that could be read proves that it is gone */
	const isProven = deleted || (Boolean(error) && listed.every(({ json }) => !json.error));
	return isProven && listed.every(({ json }) => json.deleted || json.project !== project);
};
