const { availableParallelism } = require('node:os');
const { resolve } = require('node:path');

const { BUILT, common, engineProject } = require('./test/support/project');

module.exports = {
	testTimeout: 30_000,
	// Most of the time of the engine tests is waiting; jest takes no percentage over 100
	maxWorkers: 2 * availableParallelism(),
	workerIdleMemoryLimit: '1.5GB',
	testSequencer: require.resolve('./test/support/longestFirst'),
	projects: [
		{
			...common,
			displayName: 'units',
			testMatch: ['<rootDir>/test/**/*.test.ts'],
			testPathIgnorePatterns: ['<rootDir>/test/(engines|e2e|long|package|queue)/'],
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
