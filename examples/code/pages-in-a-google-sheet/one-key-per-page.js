// Checks the columns, and gives each row the key of its page, which all spellings of its address share.
const { keyOf } = require('../shared/keyOf');

const COLUMNS = ['Page', 'Result', 'Checked', 'Report', 'Problem'];

/** @param {import('../n8n').N8n<Record<string, unknown>>} n8n */
module.exports = ({ $input }) => {
	// Read the Sheet also outputs the first row, so the columns are known even if the sheet has no other row
	const [header = {}, ...rows] = $input.all().map(({ json }) => json);
	const missing = COLUMNS.filter((name) => !(name in header));
	if (missing.length > 0) {
		const { row_number, ...names } = header;
		const found = Object.values(names).map((name) => `"${name}"`);
		const said = `The first row of the sheet is missing ${missing.join(', ')}. Add each as a column, spelled exactly like this, without spaces around it. The row contains ${found.join(', ') || 'nothing'}.`;
		// No colons: n8n shows only the text after the last one
		throw new Error(said.replaceAll(':', ' –'));
	}

	return rows.map((row) => {
		const page = String(row.Page ?? '').trim();
		const address = page.replace(/\p{Cf}/gu, '').trim();
		const isOne = /^https?:\/\/[^\s/?#]/i.test(address) && !/[\s,;|]https?:\/\//i.test(address);
		return { json: { ...row, page, key: isOne ? keyOf(address) : '' } };
	});
};
