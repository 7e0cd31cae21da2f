const config = require('../../jest.config');

/** `npm run test:e2e`: the packed node in real n8ns, on real HTTP, one file after the other. */
module.exports = {
	...config.projects[0],
	testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/'],
	globalSetup: '<rootDir>/test/e2e/setup.ts',
	setupFilesAfterEnv: ['<rootDir>/test/e2e/teardown.ts'],
	testTimeout: 300_000,
	maxWorkers: 1,
};
