/** @param {import('../n8n').N8n<{ name: string, isUnclear: boolean, counted: number, found: number }>} n8n */
module.exports = ({ $json }) => {
	const { name, isUnclear, counted, found } = $json;
	return isUnclear
		? `Nothing was deleted. Your service does not say which project each report belongs to. Delete the project ${name} on the website of your report service.`
		: `Nothing was deleted. The service counts ${counted} reports in the project ${name}, and this workflow found ${found}. Open the form again. If the numbers still differ, delete the project on the website of your report service.`;
};
