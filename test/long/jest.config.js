const config = require('../../jest.config');
const { common } = require('../support/project');

/** Tests that take minutes, in both engines, on the existing `dist`. */
module.exports = {
	...config,
	projects: config.projects
		.filter(({ displayName }) => displayName.startsWith('n8n-core'))
		.map((project) => ({
			...project,
			testMatch: ['<rootDir>/test/long/**/*.test.ts'],
			globalSetup: common.globalSetup,
		})),
};
