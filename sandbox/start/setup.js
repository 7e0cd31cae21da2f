// Plain JavaScript: runs before anything is installed.
const { createHash } = require('node:crypto');
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { join, resolve } = require('node:path');

const { explainInstallFailure, runStep, StepError } = require('./step');

const root = resolve(__dirname, '../..');

/**
 * Installs what package-lock.json names, unless exactly that is there already.
 *
 * @throws {StepError} with a sentence for a person
 */
async function setup() {
	if (Number(process.versions.node.split('.')[0]) < 20) {
		throw new StepError(`Node.js 20 or later is needed; this is ${process.versions.node}.`);
	}
	const lock = createHash('sha256')
		.update(readFileSync(join(root, 'package-lock.json')))
		.digest('hex');
	// Written last, so that an install that broke off is done again
	const stamp = join(root, 'node_modules/.installed');
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
	await runStep('Installing the tools of the project (about a minute, only this time)', {
		command: 'npm',
		args: ['ci', '--loglevel=error'],
		cwd: root,
		explain: explainInstallFailure,
	});
	writeFileSync(stamp, lock);
}

/** @param {unknown} error */
function report(error) {
	console.error(error instanceof StepError ? error.message : error);
	process.exitCode = 1;
}

if (require.main === module) setup().catch(report);

module.exports = { report, setup };
