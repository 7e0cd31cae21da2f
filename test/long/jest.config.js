const { projects, ...common } = require('../../jest.config');

/** What takes minutes: `npm run test:long`, in both engines. */
module.exports = {
	...common,
	testTimeout: 300_000,
	projects: projects
		.filter(({ displayName }) => displayName !== 'units')
		.map((project) => ({ ...project, testMatch: ['<rootDir>/test/long/**/*.test.ts'] })),
};
