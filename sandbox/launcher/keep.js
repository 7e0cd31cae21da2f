// Plain JavaScript: setup.js needs it before anything is installed.
const { spawn } = require('node:child_process');
const { mkdtempSync } = require('node:fs');
const { constants, tmpdir } = require('node:os');
const { join } = require('node:path');

const KEEPER = join(__dirname, 'keeper.js');

/** How long a program may take to end by itself, in milliseconds, where nothing else is said. */
const GRACE = 3000;

/** Something went wrong that a person can read and act on. */
class StepError extends Error {}

/** @type {Set<import('node:child_process').ChildProcess>} */
const kept = new Set();

/**
 * Says what went wrong, in a sentence where there is one; this process then ends with 1.
 *
 * @param {unknown} error
 */
function report(error) {
	console.error(error instanceof StepError ? error.message : error);
	process.exitCode = 1;
}

/**
 * Starts a keeper: it lives as long as this process does, however that ends, and then tidies up.
 *
 * @param {object} task what keeper.js is to do
 * @param {Array<'ignore' | 'inherit' | number>} [stdio] standard input, output and error
 */
function startKeeper(task, stdio = ['ignore', 'ignore', 'ignore']) {
	const keeper = spawn(process.execPath, [KEEPER], {
		// Meant for the program, which gets them from the keeper
		env: { ...process.env, NODE_OPTIONS: '' },
		stdio: [...stdio, 'ipc'],
		detached: true,
		windowsHide: true,
	});
	keeper.send(task, () => undefined);
	return keeper;
}

/**
 * Starts a program in a process group of its own that ends with this process, together with all that it has started.
 *
 * @param {{ command: string, args: string[], cwd: string, env?: NodeJS.ProcessEnv }} program
 * @param {Array<'ignore' | 'inherit' | number>} stdio standard input, output and error
 * @returns the keeper, which ends when the program does and with its exit code
 */
function keep({ command, args, cwd, env = process.env }, stdio) {
	const keeper = startKeeper({ run: { command, args, cwd, env } }, stdio);
	kept.add(keeper);
	keeper.once('exit', () => {
		kept.delete(keeper);
		// What the program has left behind, or all of it if somebody has killed the keeper
		killGroup(keeper.pid);
	});
	return keeper;
}

/** @param {number | undefined} pid of its leader */
function killGroup(pid) {
	if (pid === undefined || process.platform === 'win32') return;
	try {
		process.kill(-pid, 'SIGKILL');
	} catch {
		// All of it has ended
	}
}

/**
 * Ends a program with all that it has started.
 *
 * @param {import('node:child_process').ChildProcess} keeper
 * @param {NodeJS.Signals} [signal]
 * @param {number} [grace] how long it may take, in milliseconds
 */
async function end(keeper, signal = 'SIGTERM', grace = GRACE) {
	if (!kept.has(keeper)) return;
	const ended = new Promise((resolve) => keeper.once('exit', resolve));
	keeper.send({ signal, grace }, () => undefined);
	await ended;
}

/**
 * Whether that program still runs.
 *
 * @param {import('node:child_process').ChildProcess} keeper
 */
const isKept = (keeper) => kept.has(keeper);

/**
 * Ends every program that has been started here.
 *
 * @param {number} [grace] how long they may take, in milliseconds
 */
async function endAll(grace) {
	await Promise.all([...kept].map((keeper) => end(keeper, 'SIGTERM', grace)));
}

/** @type {boolean} */
let ending = false;

/** Whether this process is being ended: what fails then is no failure. */
const isEnding = () => ending;

/**
 * Ends all that has been started here, then this process.
 *
 * @param {NodeJS.Signals} signal why; the exit code is the one that shells give to it
 * @param {number} [grace] how long what has been started may take, in milliseconds
 */
async function endWith(signal, grace) {
	if (ending) return;
	ending = true;
	await endAll(grace);
	process.exit(128 + constants.signals[signal]);
}

/**
 * From now on, a signal that ends this process ends all that it has started first.
 *
 * @param {number} [grace] how long that may take, in milliseconds
 */
function endTogether(grace) {
	for (const signal of /** @type {NodeJS.Signals[]} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
		process.on(signal, () => void endWith(signal, grace));
	}
}

/** @param {number} pid */
function isAlive(pid) {
	try {
		return process.kill(pid, 0);
	} catch (error) {
		// It is somebody else's
		return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
	}
}

/**
 * Makes a folder that is removed when this process is gone, however it ends.
 *
 * @param {string} name what its name begins with
 */
function temporaryFolder(name) {
	const folder = mkdtempSync(join(tmpdir(), name));
	const keeper = startKeeper({ remove: folder });
	// It waits for this process, not this process for it
	keeper.unref();
	keeper.channel?.unref();
	return folder;
}

module.exports = {
	StepError,
	end,
	endAll,
	endTogether,
	endWith,
	isAlive,
	isEnding,
	isKept,
	keep,
	report,
	temporaryFolder,
};
