const { projects } = require('../../jest.config');

/** Tests against the sources themselves, which contain the mutants; mutation.mjs says which tests. */
module.exports = {
	...projects[0],
	testPathIgnorePatterns: [],
	testMatch: ['<rootDir>/test/mutation/suites.ts'],
	testEnvironment: require.resolve('./environment.js'),
	testTimeout: 30_000,
	setupFiles: ['<rootDir>/test/support/environment.ts'],
	// n8n loads what is built; here, it gets the sources
	moduleNameMapper: { '^.*/dist/(nodes|credentials)/(.*)\\.js$': '<rootDir>/$1/$2.ts' },
};
