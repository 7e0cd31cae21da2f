// Plain JavaScript: scan.mjs and measure.mjs in test/package take it as it is.
const { dirname, join } = require('node:path');

/**
 * How to run npm: its own script with this Node.js, as there is no program of that name on Windows. It is the npm that
 * has started this process, else the one beside Node.js.
 *
 * @param {string[]} args
 */
function npm(...args) {
	const beside = dirname(process.execPath);
	const paths = [beside, join(beside, '../lib')];
	const script = process.env.npm_execpath ?? require.resolve('npm', { paths });
	return { command: process.execPath, args: [script, ...args] };
}

module.exports = { npm };
