const { createRequire } = require('node:module');
const { join, resolve } = require('node:path');

/** What all tests have in common. */
const common = {
	rootDir: resolve(__dirname, '../..'),
	testEnvironment: 'node',
	cacheDirectory: '<rootDir>/node_modules/.cache/jest',
	// Nothing of what they put there stays
	globalSetup: '<rootDir>/test/support/temporary.ts',
	transform: {
		'\\.ts$|/get-port/.*\\.js$': ['ts-jest', { tsconfig: 'tsconfig.json', diagnostics: false }],
	},
	// That one is an ES module, which jest does not load as it is
	transformIgnorePatterns: ['/node_modules/(?!get-port/)'],
	// The private n8ns and the lines of n8n-core hold packages of the same names
	modulePathIgnorePatterns: [
		'<rootDir>/sandbox/launcher/n8n/',
		'<rootDir>/test/e2e/(n8n-[\\d.]+|output)/',
		'<rootDir>/test/lines/engines/',
		'<rootDir>/dist/',
	],
};

/** Sees to it that `dist` is what the sources say, before tests that work with it. */
const BUILT = '<rootDir>/test/support/built.ts';

/**
 * The tests in test/engines, in one of n8n's engines.
 *
 * @param {string} displayName
 * @param {string} [core] the folder of an n8n-core; the one of this project where left out
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
 * The n8n-workflow that an n8n-core itself gets: a copy of its own, or one beside it.
 *
 * @param {string} core its folder
 */
function workflowOf(core) {
	return createRequire(join(core, 'package.json')).resolve('n8n-workflow');
}

/**
 * The tests of a folder on the packed node in whole n8ns.
 *
 * @param {string} folder in test/, whose `setup.ts` packs the node
 * @param {number} maxWorkers how many files run at once; each has n8ns of its own
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
