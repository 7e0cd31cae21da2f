// Installs the tools of this project and then, in this same process, runs a TypeScript program, if one is named. Plain
// JavaScript, because nothing is installed yet.
const { spawn } = require('node:child_process');
const { existsSync } = require('node:fs');
const { resolve } = require('node:path');

const root = resolve(__dirname, '../..');

// A signal to npm ends the shell between npm and this process, and does not reach this process
const shell = process.ppid;
const watch = setInterval(() => {
	if (process.ppid === shell) return;
	clearInterval(watch);
	process.kill(process.pid, 'SIGTERM');
}, 500).unref();

if (!existsSync(resolve(root, 'node_modules/.package-lock.json')))
	console.log('Installing the tools of this project: a minute or two, the first time only …');
// The script of the npm that started this
const npm = process.env.npm_execpath ?? '';
const args = [npm, 'install', '--no-save', '--prefer-offline', '--loglevel=error'];
const install = spawn(process.execPath, args, {
	cwd: root,
	stdio: ['ignore', 'ignore', 'inherit'],
});

const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
const stop = (/** @type {NodeJS.Signals} */ signal) => install.kill(signal);
for (const signal of signals) process.on(signal, stop);

install.once('exit', (code) => {
	if (code !== 0) process.exit(code ?? 1);
	for (const signal of signals) process.off(signal, stop);
	const [, , program] = process.argv;
	if (program === undefined) return;
	require('tsx/cjs/api').register();
	process.argv.splice(1, 1);
	require(resolve(root, program));
});
