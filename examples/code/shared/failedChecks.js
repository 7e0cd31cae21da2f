/**
 * The names of the checks that a page failed.
 *
 * @param {import('../n8n').Answer} report
 */
const failedChecks = ({ results }) =>
	Object.entries(results ?? {})
		.filter(([, check]) => check?.passed === false || check?.passed === 0)
		.map(([name]) => name.replaceAll('_', ' '));

module.exports = { failedChecks };
