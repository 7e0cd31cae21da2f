// Plain JavaScript: runs before anything is installed.
const { readFileSync } = require('node:fs');
const { join, resolve } = require('node:path');

const { StepError } = require('./keep');
const { install, isInstalled, npm } = require('./install');

const root = resolve(__dirname, '../..');
// Not package.json: a script that has changed is no reason to install anything
const files = ['package-lock.json'];

/** What the tests and the launcher work with. */
const TOOLS = [
	['Installing the tools of the project', root],
	['Installing the tools of its end-to-end tests', join(root, 'test/e2e')],
];

/**
 * Installs what the two files package-lock.json name, unless exactly that is there already.
 *
 * @throws {StepError} with a sentence for a person
 */
async function setup() {
	assertNode();
	for (const [title = '', folder = ''] of TOOLS) {
		if (isInstalled({ folder, files })) continue;
		console.log(`${title} (up to a minute, only this time) …`);
		await install(title, { folder, files, installer: npm('ci', '--loglevel=error') });
	}
}

/** Whether it has nothing to do. */
function isSetUp() {
	return TOOLS.every(([, folder = '']) => isInstalled({ folder, files }));
}

/** @throws {StepError} if this Node.js is older than package.json asks for */
function assertNode() {
	const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	const [, wanted] = /^>=(\d+\.\d+)$/.exec(engines.node) ?? [];
	const [major = 0, minor = 0] = wanted?.split('.').map(Number) ?? [];
	const [ownMajor = 0, ownMinor = 0] = process.versions.node.split('.').map(Number);
	if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) return;
	throw new StepError(`Node.js ${wanted} or later is needed; this is ${process.versions.node}.`);
}

module.exports = { isSetUp, setup };
