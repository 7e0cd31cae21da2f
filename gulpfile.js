const { spawn } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { dest, series, src } = require('gulp');

/** What has no source any more would be published. */
async function clean() {
	await rm('dist', { recursive: true, force: true });
}

/** Compiles credentials/ and nodes/ with the settings of what is published. */
function compile() {
	const tsc = [require.resolve('typescript/bin/tsc'), '--project', 'tsconfig.build.json'];
	return spawn(process.execPath, tsc, { stdio: 'inherit' });
}

/** Copies what the compiler leaves behind: icons, the codex, the schemas. */
function copy() {
	return src('nodes/**/*.{svg,json}', { encoding: false }).pipe(dest('dist/nodes'));
}

exports.build = series(clean, compile, copy);
