const { availableParallelism } = require('node:os');
const { resolve } = require('node:path');

const { BUILT, common, engineProject } = require('./test/support/project');

module.exports = {
	// For what hangs, not for a busy machine
	testTimeout: 120_000,
	// The longest engine tests, which run first, mostly wait
	maxWorkers: availableParallelism() + 4,
	// A worker that has loaded n8n is replaced: it takes longer to shut down than jest waits before it warns of leaks
	workerIdleMemoryLimit: '200MB',
	testSequencer: require.resolve('./test/support/longestFirst'),
	projects: [
		{
			...common,
			displayName: 'units',
			testMatch: ['<rootDir>/test/**/*.test.ts'],
			testPathIgnorePatterns: ['<rootDir>/test/(engines|e2e|package|queue)/'],
		},
		{
			...common,
			displayName: 'package',
			testMatch: ['<rootDir>/test/package/**/*.test.ts'],
			globalSetup: BUILT,
		},
		engineProject('n8n-core'),
		engineProject('n8n-core-oldest', resolve(__dirname, 'node_modules/n8n-core-oldest')),
	],
};
