// Plain JavaScript: installs what the project needs, then runs a file of it that needs that.
const { execFile } = require('node:child_process');
const { resolve } = require('node:path');
const { promisify } = require('node:util');

const { endTogether, endWith, isAlive, isEnding, keep, report } = require('./keep');
const { exitOf } = require('./program');
const { setup } = require('./setup');

const root = resolve(__dirname, '../..');

/** How often it is looked whether npm is still there, in milliseconds. */
const LOOK = 500;

/** How long what runs may take to end, in milliseconds: longer than what it has started itself may. */
const GRACE = 4500;

/**
 * Ends all when npm is gone, or the shell that it has started this process in: then nobody can press Ctrl+C any more.
 */
async function endWithNpm() {
	const shell = process.ppid;
	const npm = process.platform === 'win32' ? undefined : await parentOf(shell);
	const isGone = () => process.ppid !== shell || (npm !== undefined && !isAlive(npm));
	setInterval(() => isGone() && void endWith('SIGHUP', GRACE), LOOK).unref();
}

/**
 * @param {number} pid
 * @returns {Promise<number | undefined>} undefined if that cannot be known here
 */
async function parentOf(pid) {
	try {
		const { stdout } = await promisify(execFile)('ps', ['-o', 'ppid=', '-p', String(pid)]);
		return Number(stdout) > 1 ? Number(stdout) : undefined;
	} catch {
		return undefined; // there is no ps
	}
}

/**
 * @param {string[]} args of the file
 * @param {string} [file] by its path in the project; where left out, there is nothing but the setup
 */
async function run(args, file) {
	void endWithNpm();
	await setup();
	if (file === undefined) return;
	const compiler = file.endsWith('.ts') ? ['--require', require.resolve('tsx/cjs')] : [];
	const program = {
		command: process.execPath,
		args: [...compiler, resolve(root, file), ...args],
		cwd: root,
		// It would leave that in the temporary directory
		env: { ...process.env, TSX_DISABLE_CACHE: '1' },
	};
	const keeper = keep(program, ['inherit', 'inherit', 'inherit']);
	const code = await exitOf(keeper);
	if (!isEnding()) process.exit(code);
}

endTogether(GRACE);
const [file, ...args] = process.argv.slice(2);
run(args, file).catch((error) => {
	if (!isEnding()) report(error);
});
