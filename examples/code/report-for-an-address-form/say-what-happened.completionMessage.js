const { escaped } = require('../shared/escaped');

/** @param {import('../n8n').N8n<import('../n8n').Answer & { Address?: string }, { 'Get the Report': {} }>} n8n */
module.exports = ({ $json, $ }) => {
	const { id, Address, message = '' } = $json;
	const look = 'Look for it on the website of your report service';
	if (id) {
		return `Report ${id} was created, but it could not be retrieved. ${look}; do not submit the form again.`;
	}
	if ($('Get the Report').isExecuted) {
		return Address
			? 'Nothing was analysed. Check the credential of Create a Report.'
			: `The report was created. ${look}; do not submit the form again.`;
	}
	return message.includes('may have been')
		? `The report may have been created. ${look} before you submit the form again.`
		: escaped(message);
};
