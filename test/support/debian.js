// Plain JavaScript: what is missing has to be said before anything else is installed, which takes minutes.
const { accessSync, constants, readdirSync } = require('node:fs');
const { delimiter, join } = require('node:path');

const { endTogether, report, StepError } = require('../../sandbox/launcher/keep');
const { runStep } = require('../../sandbox/launcher/program');

/** The Debian packages that tests need, each with a program that it brings. */
const PACKAGES = new Map([
	['chromium', 'chromium'],
	['redis-server', 'redis-server'],
	['postgresql', 'postgres'],
]);

/** Where Debian has the programs of PostgreSQL, in a folder for each version, and not in PATH. */
const POSTGRESQL = '/usr/lib/postgresql';

/**
 * Makes sure that Debian packages are there. On Debian, root gets them installed.
 *
 * @param {string[]} names
 * @throws {StepError} with the command that installs what is missing
 */
async function needPackages(names) {
	const missing = names.filter((name) => find(programOf(name)) === undefined);
	if (missing.length === 0) return;
	const install = ['install', '--yes', ...missing];
	if (find('apt-get') === undefined) {
		const programs = missing.map(programOf).join(', ');
		throw new StepError(`Not in PATH, and needed here: ${programs}. Install them first.`);
	}
	if (process.getuid?.() !== 0) {
		throw new StepError(
			`Debian packages are missing. Install them first: sudo apt-get ${install.join(' ')}`,
		);
	}
	const cwd = __dirname;
	const title = `Installing ${missing.join(', ')}`;
	console.log(`${title} …`);
	await runStep('Asking for packages', { command: 'apt-get', args: ['update'], cwd });
	await runStep(title, { command: 'apt-get', args: install, cwd });
}

/** @param {string} name of a package */
const programOf = (name) => PACKAGES.get(name) ?? name;

/**
 * Where a program is.
 *
 * @param {string} name
 * @throws {StepError} if it is nowhere
 */
function programFile(name) {
	const file = find(name);
	if (file === undefined) throw new StepError(`The program ${name} is not there.`);
	return file;
}

/** @param {string} program */
function find(program) {
	const path = (process.env.PATH ?? '').split(delimiter);
	return [...path, ...postgresqlFolders()]
		.map((folder) => join(folder, program))
		.find((file) => isExecutable(file));
}

/** The newest version first. */
function postgresqlFolders() {
	try {
		return readdirSync(POSTGRESQL)
			.sort((one, other) => Number(other) - Number(one))
			.map((version) => join(POSTGRESQL, version, 'bin'));
	} catch {
		return [];
	}
}

/** @param {string} file */
function isExecutable(file) {
	try {
		accessSync(file, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

if (require.main === module) {
	endTogether();
	needPackages(process.argv.slice(2)).catch(report);
}

module.exports = { needPackages, programFile };
