// Plain JavaScript, a process of its own: what another process wants to be gone when it is gone itself. Nobody can
// tidy up after a SIGKILL, but the channel to this process closes at every end.
const { spawn, spawnSync } = require('node:child_process');
const { existsSync, rmSync } = require('node:fs');
const { constants } = require('node:os');
const { setTimeout: pause } = require('node:timers/promises');

/** How long a program may take to end by itself, in milliseconds, when its owner is gone. */
const GRACE = 2000;

/** How long what still writes to a folder may take to end, in milliseconds. */
const WRITERS = 15_000;

/**
 * Runs a program in the process group that this process leads, and ends with its exit code.
 *
 * @param {{ command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv }} program
 */
function run({ command, args, cwd, env }) {
	const child = spawn(command, args, { cwd, env, stdio: 'inherit', windowsHide: true });
	child.once('error', ({ message }) => {
		console.error(message);
		process.exit(127);
	});
	child.once('exit', (code, signal) =>
		process.exit(code ?? 128 + constants.signals[signal ?? 'SIGKILL']),
	);

	/** @param {NodeJS.Signals} signal */
	const kill = (signal) => {
		// Windows knows neither groups nor signals
		if (process.platform === 'win32') spawnSync('taskkill', ['/pid', `${child.pid}`, '/t', '/f']);
		else process.kill(-process.pid, signal);
	};
	/** @param {{ signal: NodeJS.Signals, grace: number }} how */
	const end = ({ signal, grace }) => {
		kill(signal);
		setTimeout(kill, grace, 'SIGKILL');
	};
	// They reach the whole group, and are meant for the program
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'])
		process.on(signal, () => undefined);
	process.on('message', end);
	process.on('disconnect', () => end({ signal: 'SIGTERM', grace: GRACE }));
	if (!process.connected) end({ signal: 'SIGTERM', grace: GRACE });
}

/**
 * Removes a folder when the process that has made it is gone, and once more what others write to it while they end.
 *
 * @param {string} folder
 */
function remove(folder) {
	const end = async () => {
		const until = Date.now() + WRITERS;
		let missing = 0;
		while (Date.now() < until && missing < 5) {
			missing = existsSync(folder) ? 0 : missing + 1;
			try {
				rmSync(folder, { recursive: true, force: true });
			} catch {
				// Something is being written there: the next time, then
			}
			await pause(500);
		}
		process.exit();
	};
	process.on('disconnect', end);
	if (!process.connected) void end();
}

// Its owner may be gone before it has said what to do
const quit = () => process.exit();
process.once('disconnect', quit);
process.once('message', (/** @type {{ run?: Parameters<run>[0], remove?: string }} */ task) => {
	process.off('disconnect', quit);
	if (task.run) run(task.run);
	else if (task.remove) remove(task.remove);
});
