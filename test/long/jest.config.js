const config = require('../../jest.config');
const { common } = require('../support/project');

/** What takes minutes, in both engines, on what is built. */
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
