// Plain JavaScript: setup.js needs it before anything is installed.
const { spawn } = require('node:child_process');
const { createHash } = require('node:crypto');
const {
	closeSync,
	existsSync,
	mkdtempSync,
	openSync,
	readFileSync,
	rmSync,
	writeFileSync,
} = require('node:fs');
const { tmpdir } = require('node:os');
const { isAbsolute, join } = require('node:path');
const { setTimeout: pause } = require('node:timers/promises');

/** Something went wrong that a person can read and act on. */
class StepError extends Error {}

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** How long a process may take to end by itself, in milliseconds, where nothing else is said. */
const GRACE = 5000;

/** Ends every process that has been started here, with all that those have started themselves. */
async function endProcesses() {
	await Promise.all([...running].map((child) => endProcess(child)));
}

/**
 * From now on, what has been started here ends with this process: on Ctrl+C, and when the process that
 * has started this one is gone, because then nobody can press Ctrl+C any more.
 *
 * @param {number} code what this process then ends with
 * @returns {{ begun: boolean }} whether that is going on: what fails then is no failure
 */
function endTogether(code) {
	const parent = process.ppid;
	const ending = { begun: false };
	const stop = async () => {
		if (ending.begun) return;
		ending.begun = true;
		console.log('\nStopping …');
		await endProcesses();
		process.exit(code);
	};
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
	setInterval(() => process.ppid !== parent && stop(), 1000).unref();
	return ending;
}

/**
 * Ends one process with all that it has started itself.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} [signal]
 * @param {number} [grace] how long it may take, in milliseconds
 */
async function endProcess(child, signal = 'SIGTERM', grace = GRACE) {
	if (!running.has(child)) return;
	const ended = new Promise((resolve) => child.once('close', resolve));
	kill(child, signal);
	const timer = setTimeout(() => kill(child, 'SIGKILL'), grace);
	await ended;
	clearTimeout(timer);
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function kill(child, signal) {
	try {
		process.kill(-(child.pid ?? 0), signal);
	} catch {
		child.kill(signal); // it has no process group of its own, or is gone
	}
}

/**
 * Starts a process in a group of its own, so that it can be ended with all its children.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, stdout?: 'pipe' | number }} options
 *   `stdout` is where its standard output goes: the number of an open file
 */
function startProcess(command, args, { cwd, env = process.env, stdout = 'pipe' }) {
	const windows = process.platform === 'win32';
	const child = spawn(command, args, {
		cwd,
		env,
		stdio: ['ignore', stdout, 'pipe'],
		detached: !windows,
		// npm is a script there; a shell would take the path of a program apart at its blanks
		shell: windows && !isAbsolute(command),
	});
	running.add(child);
	child.once('close', () => running.delete(child));
	return child;
}

/**
 * Starts a process that stays, and waits until it does its work.
 *
 * @param {string} title its name, for a person
 * @param {{ command: string, args: string[], cwd: string, env?: NodeJS.ProcessEnv }} service
 * @param {(output: string) => boolean | Promise<boolean>} isReady is given what it has printed so far
 * @throws {StepError} if it ends by itself before that
 */
async function startService(title, { command, args, cwd, env }, isReady) {
	const child = startProcess(command, args, { cwd, env });
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream?.setEncoding('utf8').on('data', (data) => (output += data));
	}
	child.once('error', ({ message }) => (output += message));
	while (!(await isReady(output))) {
		if (!running.has(child)) {
			throw new StepError(`${title} did not start. Its last words:\n\n${output.slice(-2000)}`);
		}
		await pause(250);
	}
	return {
		/** What it has printed so far. */
		output: () => output,
		/**
		 * @param {NodeJS.Signals} [signal]
		 * @param {number} [grace] in milliseconds
		 */
		stop: async (signal, grace) => await endProcess(child, signal, grace),
	};
}

/**
 * Runs a process to its end. Its standard output goes through a file: of what a process prints into a pipe, all
 * is lost that has not been taken when it exits by itself, as n8n does 100 ms after it has printed a result.
 *
 * @param {{ command: string, args: string[], cwd: string, env?: NodeJS.ProcessEnv }} what
 * @param {(pid?: number) => void} [started]
 * @returns {Promise<{ code: number | null, output: string, errors: string }>} what it has written to
 *   standard output and to standard error
 */
async function runProcess({ command, args, cwd, env }, started) {
	const folder = mkdtempSync(join(tmpdir(), 'step-'));
	const file = join(folder, 'output');
	const stdout = openSync(file, 'w');
	try {
		const child = startProcess(command, args, { cwd, env, stdout });
		started?.(child.pid);
		let errors = '';
		child.stderr?.setEncoding('utf8').on('data', (data) => (errors += data));
		const code = await new Promise((resolve) => {
			child.once('error', (error) => {
				errors += error.message;
				resolve(1);
			});
			child.once('close', resolve);
		});
		return { code, output: readFileSync(file, 'utf8'), errors };
	} finally {
		closeSync(stdout);
		rmSync(folder, { recursive: true, force: true });
	}
}

/**
 * Runs one step that may take long, and shows that it goes on.
 *
 * @param {string} title what is being done, for a person
 * @param {{ command: string, args: string[], cwd: string, env?: NodeJS.ProcessEnv, explain?: (output: string) => string | undefined }} step
 *   `explain` turns what a failed process has printed into a sentence
 * @returns {Promise<string>} what the process has written to standard output
 * @throws {StepError} if it fails
 */
async function runStep(title, { explain, ...step }) {
	const started = Date.now();
	const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
	const terminal = process.stdout.isTTY;
	process.stdout.write(`${title} …${terminal ? '' : '\n'}`);
	const ticker = setInterval(
		() =>
			process.stdout.write(
				terminal ? `\r${title} … ${seconds()}` : `  still at it, ${seconds()}\n`,
			),
		terminal ? 1000 : 20_000,
	);
	try {
		const { code, output, errors } = await runProcess(step);
		if (code !== 0) {
			const all = `${output}\n${errors}`;
			const lines = all.trim().split('\n').slice(-15).join('\n  ');
			throw new StepError(
				`\n${title}: this failed. ${explain?.(all) ?? 'Its last words:'}\n\n  ${lines}`,
			);
		}
		process.stdout.write(terminal ? `\r${title} … done, ${seconds()}\n` : `  done, ${seconds()}\n`);
		return output;
	} finally {
		clearInterval(ticker);
	}
}

/**
 * Installs what the files of a folder ask for, unless exactly that is there already.
 *
 * @param {string} folder
 * @param {string[]} files their names
 * @param {string} title what is being done, for a person
 * @param {{ command: string, args: string[], env?: NodeJS.ProcessEnv, afresh?: boolean }} installer
 *   `afresh` if it must not meet what an install that broke off has left
 * @throws {StepError} with a sentence for a person
 */
async function installOnce(folder, files, title, { afresh = false, ...installer }) {
	const wanted = createHash('sha256');
	for (const file of files) wanted.update(readFileSync(join(folder, file)));
	const lock = wanted.digest('hex');
	// Written last, so that an install that broke off is done again
	const stamp = join(folder, 'node_modules/.installed');
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
	if (afresh) rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
	await runStep(title, { ...installer, cwd: folder, explain: explainInstallFailure });
	writeFileSync(stamp, lock);
}

/**
 * @param {string} output what an installer has printed
 * @returns {string | undefined} a sentence for the failures that people meet
 */
function explainInstallFailure(output) {
	if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|network/i.test(output)) {
		return 'The npm registry cannot be reached: check the network connection and run the command again. What is already there is kept.';
	}
	if (/code E(TARGET|404)/.test(output)) {
		return 'Something that it needs is not in the npm registry, or not any more.';
	}
	if (/ENOSPC/.test(output)) return 'The disk is full: n8n needs about 2.5 GB.';
	if (/node-gyp|gyp ERR|make: |not found: make/.test(output)) {
		return 'The database driver of n8n had to be built and could not be: install Python 3, make and a C++ compiler (Debian: apt-get install python3 make g++) and run the command again.';
	}
	return undefined;
}

module.exports = {
	StepError,
	endProcesses,
	endTogether,
	explainInstallFailure,
	installOnce,
	runProcess,
	runStep,
	startService,
};
