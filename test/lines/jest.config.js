const { resolve } = require('node:path');

const config = require('../../jest.config');
const { common, engineProject } = require('../support/project');

const { LINES = '' } = process.env;

/** The tests of test/engines in the lines of n8n-core that LINES names; lines.ts has installed them. */
module.exports = {
	...config,
	projects: LINES.split(' ').map((line) => ({
		...engineProject(
			`n8n-core ${line}`,
			resolve(__dirname, 'engines', line, 'node_modules/n8n-core'),
		),
		// Others may read dist meanwhile
		globalSetup: common.globalSetup,
	})),
};
