// Plain JavaScript: runs before anything is installed.
const { join, resolve } = require('node:path');

const { installOnce, StepError } = require('./step');

const root = resolve(__dirname, '../..');

/**
 * Installs what the two files package-lock.json name, unless exactly that is there already.
 *
 * @throws {StepError} with a sentence for a person
 */
async function setup() {
	if (Number(process.versions.node.split('.')[0]) < 20) {
		throw new StepError(`Node.js 20 or later is needed; this is ${process.versions.node}.`);
	}
	const npm = { command: 'npm', args: ['ci', '--loglevel=error'] };
	const title = 'Installing the tools of the project (about a minute, only this time)';
	const files = ['package.json', 'package-lock.json'];
	await installOnce(root, files, title, npm);
	const e2e = join(root, 'test/e2e');
	await installOnce(e2e, files, 'Installing the tools of its end-to-end tests', npm);
}

/** @param {unknown} error */
function report(error) {
	console.error(error instanceof StepError ? error.message : error);
	process.exitCode = 1;
}

if (require.main === module) setup().catch(report);

module.exports = { report, setup };
