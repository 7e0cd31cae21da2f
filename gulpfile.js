const { spawn } = require('node:child_process');
const { readdir, readFile, rm, writeFile } = require('node:fs/promises');
const { dest, parallel, series, src } = require('gulp');

const { withCode } = require('./examples/build');

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

/** Puts the code in examples/code/ into the workflows that people import. */
async function examples() {
	for (const name of await readdir('examples')) {
		if (!name.endsWith('.json')) continue;
		const file = `examples/${name}`;
		const before = await readFile(file, 'utf8');
		const workflow = withCode(name.replace('.json', ''), before);
		if (JSON.stringify(workflow) === JSON.stringify(JSON.parse(before))) continue;
		const { format, resolveConfig } = await import('prettier');
		const config = { ...(await resolveConfig(file)), filepath: file };
		await writeFile(file, await format(JSON.stringify(workflow, null, '\t'), config));
	}
}

exports.build = parallel(series(clean, compile, copy), examples);
exports.examples = examples;
