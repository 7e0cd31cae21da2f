const { escaped } = require('../shared/escaped');

/**
 * @typedef {{ url: string, result: string, failed: string }} Page
 * @param {import('../n8n').N8n<{}, { Figures: { worst: Page[], leftOut: number } }>} n8n
 */
module.exports = ({ $ }) => {
	const PADDING = 'padding: 4px 12px 4px 0';
	const { worst, leftOut } = $('Figures').first().json;
	if (worst.length === 0) return `<p>All ${leftOut > 0 ? 'of these ' : ''}pages are good.</p>`;
	const rows = worst.map(({ url, result, failed }) =>
		[
			`<tr><td style="${PADDING}; word-break: break-all">${escaped(url)}</td>`,
			...[result, failed].map((text) => `<td style="${PADDING}">${escaped(text)}</td>`),
			'</tr>',
		].join(''),
	);
	const head = '<tr><th>Page</th><th>Result</th><th>Failed checks</th></tr>';
	return `<h3>What to improve first</h3><table style="border-collapse: collapse; text-align: left">${head}${rows.join('')}</table>`;
};
