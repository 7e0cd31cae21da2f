// Plain JavaScript, because test/package/scan.mjs runs in Node.js without tsx.
const { dirname, join } = require('node:path');

/**
 * How to run npm: its script with this Node.js, because Windows has no npm executable. Uses the npm that started this
 * process, or the one next to Node.js.
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
