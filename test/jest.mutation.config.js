const config = require('../jest.config');

/** The tests that run on the sources themselves, where mutants are. */
module.exports = {
	...config.projects[0],
	testMatch: ['<rootDir>/test/{nodes,credentials}/**/*.test.ts'],
};
