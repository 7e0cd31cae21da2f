const { resolve } = require('node:path');

const { common, engineProject } = require('./test/support/project');

module.exports = {
	testTimeout: 30_000,
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
