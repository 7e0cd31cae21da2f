const { resolve } = require('node:path');

const { common, engineProject } = require('./test/support/project');

module.exports = {
	testTimeout: 30_000,
	// Most of the time of the engine tests is waiting, so that no core has to be left for others
	maxWorkers: '100%',
	workerIdleMemoryLimit: '1.5GB',
	projects: [
		{
			...common,
			displayName: 'units',
			testMatch: ['<rootDir>/test/**/*.test.ts'],
			testPathIgnorePatterns: ['<rootDir>/test/(engines|e2e|long|queue)/'],
		},
		engineProject('n8n-core'),
		engineProject('n8n-core-oldest', resolve(__dirname, 'node_modules/n8n-core-oldest')),
	],
};
