const config = require('../../jest.config');

/** What takes minutes: `npm run test:long`, in both engines. */
module.exports = {
	...config,
	projects: config.projects
		.filter(({ displayName }) => displayName.startsWith('n8n-core'))
		.map((project) => ({ ...project, testMatch: ['<rootDir>/test/long/**/*.test.ts'] })),
};
