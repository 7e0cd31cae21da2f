const { createRequire } = require('node:module');
const { join, resolve } = require('node:path');

/** Settings of all projects. */
const common = {
	rootDir: resolve(__dirname, '../..'),
	testEnvironment: 'node',
	cacheDirectory: '<rootDir>/node_modules/.cache/jest',
	// Removes their temporary files afterwards
	globalSetup: '<rootDir>/test/support/temporary.ts',
	transform: {
		'\\.ts$|/get-port/.*\\.js$': ['ts-jest', { tsconfig: 'tsconfig.json', diagnostics: false }],
	},
	// An ES module, which jest cannot load untransformed
	transformIgnorePatterns: ['/node_modules/(?!get-port/)'],
	// The private n8ns and the lines of n8n-core contain packages with the same names
	modulePathIgnorePatterns: [
		'<rootDir>/sandbox/launcher/n8n/',
		'<rootDir>/test/e2e/(n8n-[\\d.]+|output)/',
		'<rootDir>/test/lines/engines/',
		'<rootDir>/dist/',
	],
};

/** Global setup of tests that use `dist`: builds it first. */
const BUILT = '<rootDir>/test/support/built.ts';

/**
 * The tests in test/engines, on one version of n8n-core.
 *
 * @param {string} displayName
 * @param {string} [core] folder of the n8n-core; defaults to this project's
 */
function engineProject(displayName, core) {
	return {
		...common,
		displayName,
		testMatch: ['<rootDir>/test/engines/**/*.test.ts'],
		globalSetup: BUILT,
		setupFiles: ['<rootDir>/test/support/environment.ts'],
		// As in a real n8n, the package gets the n8n-workflow of its host
		...(core && { moduleNameMapper: { '^n8n-core$': core, '^n8n-workflow$': workflowOf(core) } }),
	};
}

/**
 * The n8n-workflow that an n8n-core resolves to: its own copy, or one next to it.
 *
 * @param {string} core its folder
 */
function workflowOf(core) {
	return createRequire(join(core, 'package.json')).resolve('n8n-workflow');
}

/**
 * The tests in a folder, with the packed node in real n8ns.
 *
 * @param {string} folder in test/, whose `setup.ts` packs the node
 * @param {number} maxWorkers number of files to run at once; each starts its own n8ns
 */
function packedProject(folder, maxWorkers) {
	return {
		...common,
		testMatch: [`<rootDir>/test/${folder}/**/*.test.ts`],
		globalSetup: `<rootDir>/test/${folder}/setup.ts`,
		setupFilesAfterEnv: ['<rootDir>/test/support/teardown.ts'],
		testTimeout: 600_000,
		maxWorkers,
	};
}

module.exports = { BUILT, common, engineProject, packedProject };
