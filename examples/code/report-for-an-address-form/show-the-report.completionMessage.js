const { escaped } = require('../shared/escaped');

/** @param {import('../n8n').N8n<import('../n8n').Answer & { link: string, sent?: string }>} n8n */
module.exports = ({ $json }) => {
	const { id, url, result, link, sent } = $json;
	if (!id) return 'Nothing was analysed. Check the credential of Create a Report.';
	const advice = 'The report was created. Open it later; do not submit the form again.';
	return [
		escaped(url),
		...(String(result ?? '') === '' ? [advice] : []),
		`<a href="${link}" target="_blank">Open the report</a>`,
		...(sent ? [escaped(sent)] : []),
	].join('<br><br>');
};
