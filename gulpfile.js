const { execFile } = require('node:child_process');
const { createHash } = require('node:crypto');
const {
	cpSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} = require('node:fs');
const { basename, dirname, join, relative, resolve } = require('node:path');
const { promisify } = require('node:util');
const gulp = require('gulp');

const { isAlive } = require('./sandbox/launcher/keep');

/** Where `dist` goes: here, or into the folder that BUILD_FOLDER names. */
const FOLDER = resolve(__dirname, process.env.BUILD_FOLDER ?? '.');
const DIST = join(FOLDER, 'dist');

/** What the compiler leaves behind: icons, the codex, the schemas. */
const COPIED = /\.(svg|json)$/;

/** The settings of what is published. */
const SETTINGS = join(__dirname, 'tsconfig.build.json');

/** A hash of the sources and of what was built from them last, wherever to. */
const STAMP = join(__dirname, 'node_modules/.cache/built');

/**
 * Builds the package, unless what is there is what the sources would give. Engine tests may run on `dist`
 * meanwhile, and other builds beside this one: it is built aside first.
 */
async function build() {
	removeLeftovers();
	const sources = hashOfSources();
	if (isFresh(sources)) return;
	const aside = `${DIST}-${process.pid}`;
	try {
		await compile(aside);
		copy(aside);
		// Of what was built from these sources, not of what another build may have put into dist since
		const stamp = stampOf(sources, aside);
		swap(aside);
		mkdirSync(dirname(STAMP), { recursive: true });
		writeFileSync(STAMP, stamp);
	} finally {
		rmSync(aside, { recursive: true, force: true });
	}
}

/** Removes what builds have left that were stopped halfway. */
function removeLeftovers() {
	if (!existsSync(FOLDER)) return;
	for (const name of readdirSync(FOLDER)) {
		const pid = Number(/^dist-(\d+)$/.exec(name)?.[1]);
		if (pid && (pid === process.pid || !isAlive(pid)))
			rmSync(join(FOLDER, name), { recursive: true, force: true });
	}
}

/**
 * Whether `dist` is what these sources give. Times say little: a branch that is checked out, a file that
 * is gone, a source saved during a build.
 *
 * @param {string} sources their hash
 */
function isFresh(sources) {
	try {
		return readFileSync(STAMP, 'utf8') === stampOf(sources, DIST);
	} catch {
		return false; // something of it is missing
	}
}

/**
 * @param {string} sources their hash
 * @param {string} folder what was built from them
 */
function stampOf(sources, folder) {
	return `${sources} ${hashOf(folder, filesIn(folder))}`;
}

function hashOfSources() {
	const folders = ['credentials', 'nodes'].flatMap((folder) =>
		filesIn(join(__dirname, folder)).map((file) => join(folder, file)),
	);
	return hashOf(__dirname, [...folders, basename(__filename), 'package.json', basename(SETTINGS)]);
}

/**
 * @param {string} folder
 * @param {string[]} files their paths in it
 */
function hashOf(folder, files) {
	const hash = createHash('sha256');
	for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(folder, file)));
	return hash.digest('hex');
}

/**
 * All files in a folder, by their paths in it.
 *
 * @param {string} folder
 */
function filesIn(folder) {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => relative(folder, join(entry.parentPath, entry.name)))
		.sort();
}

/**
 * Compiles credentials/ and nodes/ with the settings of tsconfig.build.json.
 *
 * @param {string} folder where to
 */
async function compile(folder) {
	const tsc = [require.resolve('typescript/bin/tsc'), '--project', SETTINGS, '--outDir', folder];
	try {
		await promisify(execFile)(process.execPath, tsc, { cwd: __dirname });
	} catch (error) {
		// tsc writes its findings to standard output
		throw new Error(/** @type {{ stdout?: string }} */ (error).stdout || String(error));
	}
}

/**
 * Copies what the compiler leaves behind.
 *
 * @param {string} folder where to
 */
function copy(folder) {
	const nodes = join(__dirname, 'nodes');
	for (const file of filesIn(nodes).filter((name) => COPIED.test(name))) {
		cpSync(join(nodes, file), join(folder, 'nodes', file));
	}
}

/**
 * Puts what was built in the place of what is in `dist`. It does so file by file, because a folder cannot
 * take the place of another one without a moment in which there is none.
 *
 * @param {string} aside
 */
function swap(aside) {
	const built = filesIn(aside);
	for (const file of built) {
		mkdirSync(dirname(join(DIST, file)), { recursive: true });
		renameSync(join(aside, file), join(DIST, file));
	}
	for (const file of filesIn(DIST).filter((old) => !built.includes(old))) {
		rmSync(join(DIST, file), { force: true });
	}
}

/** Compiles and copies into `dist` itself whenever a source changes, until it is stopped. */
function watch() {
	// Not above: it takes half a second, which a build that has nothing to do need not
	const ts = require('typescript');
	const copyAgain = async () => copy(DIST);
	copy(DIST);
	gulp.watch('nodes/**/*.{svg,json}', { cwd: __dirname }, copyAgain);
	gulp.watch('{nodes,credentials}/**/*', { cwd: __dirname }).on('unlink', (file) => {
		rmSync(join(DIST, file.replace(/\.ts$/, '.js')), { force: true });
	});
	const options = { outDir: DIST, noEmitOnError: true, preserveWatchOutput: true };
	const program = ts.createEmitAndSemanticDiagnosticsBuilderProgram;
	ts.createWatchProgram(ts.createWatchCompilerHost(SETTINGS, options, ts.sys, program));
}

module.exports = { build, watch };
