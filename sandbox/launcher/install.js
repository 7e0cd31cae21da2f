// Plain JavaScript: setup.js needs it before anything is installed.
const { createHash } = require('node:crypto');
const { existsSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { basename, dirname, join } = require('node:path');

const { failure, runProgram } = require('./program');

/**
 * @typedef {object} Installation what is to be installed in a folder
 * @property {string} folder
 * @property {string[]} files names of the files there that say what
 * @property {{ command: string, args: string[] }} installer
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [afresh] if it must not meet what an install that broke off has left
 */

/**
 * How to run npm on every system: as the script that it is, with this Node.js.
 *
 * @param {string[]} args
 */
function npm(...args) {
	const bin = dirname(process.execPath);
	const places = [
		process.env.npm_execpath ?? '',
		join(bin, 'node_modules/npm/bin/npm-cli.js'),
		join(bin, '../lib/node_modules/npm/bin/npm-cli.js'),
	];
	const script = places.find((place) => basename(place) === 'npm-cli.js' && existsSync(place));
	return script === undefined
		? { command: 'npm', args }
		: { command: process.execPath, args: [script, ...args] };
}

/** @param {Pick<Installation, 'folder' | 'files'>} what */
function digest({ folder, files }) {
	const hash = createHash('sha256');
	for (const file of files) hash.update(readFileSync(join(folder, file)));
	return hash.digest('hex');
}

/** @param {Pick<Installation, 'folder'>} what */
const stampOf = ({ folder }) => join(folder, 'node_modules/.installed');

/**
 * Whether exactly what the files ask for is there.
 *
 * @param {Pick<Installation, 'folder' | 'files'>} what
 */
function isInstalled(what) {
	const stamp = stampOf(what);
	return existsSync(stamp) && readFileSync(stamp, 'utf8') === digest(what);
}

/**
 * Installs what the files of a folder ask for, unless exactly that is there already.
 *
 * @param {string} title what is being installed, for a person
 * @param {Installation} what
 * @throws {import('./keep').StepError} with a sentence for a person
 */
async function install(title, what) {
	if (isInstalled(what)) return;
	const { folder, installer, env, afresh = false } = what;
	if (afresh) rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
	await runNpm(title, { ...installer, cwd: folder, env });
	// Written last, so that an install that broke off is done again
	writeFileSync(stampOf(what), digest(what));
}

/** What tells that a host could not be reached. */
const UNREACHABLE =
	/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH/;

/**
 * Runs npm, or what it runs.
 *
 * @param {string} title what is being done, for a person
 * @param {import('./program').Program} program
 * @returns {Promise<string>} what it has written to standard output
 * @throws {import('./keep').StepError} with a sentence for a person
 */
async function runNpm(title, program) {
	const { code, output, errors } = await runProgram(program);
	if (code === 0) return output;
	const printed = `${output}\n${errors}`;
	// npm's own advice for a folder that is not one's own is sudo
	const [plain = ''] = printed.split(/^.*Your cache folder contains root-owned files/m);
	throw failure(title, plain, reason(printed, program.cwd));
}

/**
 * @param {string} printed by an installer
 * @param {string} folder it worked in
 * @returns {string | undefined} a sentence for the failures that people meet
 */
function reason(printed, folder) {
	// First, because a build that fails has often tried to download something before
	if (/gyp ERR!|node-gyp/.test(printed)) return reasonOfBuild(printed, folder);
	if (/\b(EACCES|EPERM|EROFS)\b/.test(printed)) {
		const place =
			/npm \S+ path (.+)/.exec(printed)?.[1] ?? /'([^'\n]+)'/.exec(printed)?.[1] ?? 'a folder';
		return `It may not write to ${place}: that has to belong to you, and so has your home folder, where npm keeps what it has downloaded. To keep that elsewhere, set npm_config_cache to a folder of yours.`;
	}
	if (/ENOSPC/.test(printed)) return 'The disk is full: n8n needs about 2.5 GB.';
	if (UNREACHABLE.test(printed)) {
		return 'The npm registry cannot be reached: check the network connection and run the command again. What is already there is kept.';
	}
	if (/E(TARGET|404)\b|ERR_PNPM_(NO_MATCHING_VERSION|FETCH_404)/.test(printed)) {
		return 'Something that it needs is not in the npm registry, or not any more.';
	}
	return undefined;
}

/**
 * Why the database driver of n8n could not be built where no ready-made one could be downloaded.
 *
 * @param {string} printed
 * @param {string} folder
 */
function reasonOfBuild(printed, folder) {
	const what = 'The database driver of n8n had to be built here and could not be';
	const errors = printed
		.split('\n')
		.filter((line) => line.includes('gyp ERR!'))
		.join('\n');
	if (UNREACHABLE.test(errors) || /gyp ERR!.*(tarball|headers|bad response)/.test(errors)) {
		return `${what}: the headers of Node.js cannot be downloaded from nodejs.org. Check the network connection and run the command again; behind a proxy, set HTTPS_PROXY.`;
	}
	if (/\s/.test(folder)) {
		return `${what}: its tools do not work where there is a blank in the path (${folder}). Move the project to a folder without one, and run the command again.`;
	}
	return `${what}: install Python 3, make and a C++ compiler (Debian: apt-get install python3 make g++) and run the command again.`;
}

module.exports = { install, isInstalled, npm, runNpm };
