const { execFile } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { promisify } = require('node:util');
const { dest, series, src } = require('gulp');

/** Removes what an earlier build has left. */
async function clean() {
	await rm('dist', { recursive: true, force: true });
}

/** Compiles credentials/ and nodes/ with the settings of tsconfig.json. */
async function compile() {
	try {
		await promisify(execFile)(process.execPath, [require.resolve('typescript/bin/tsc')]);
	} catch (error) {
		// tsc writes its findings to standard output
		throw new Error(error.stdout || error.message);
	}
}

/** Copies what the compiler leaves behind: icons and the codex. */
function copy() {
	return src('nodes/**/*.{svg,json}').pipe(dest('dist/nodes'));
}

exports.build = series(clean, compile, copy);
