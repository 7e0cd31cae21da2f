const { resolve } = require('node:path');

const config = require('../../jest.config');
const { common, engineProject } = require('../support/project');

const { LINES = '' } = process.env;

/** Runs test/engines against the lines of n8n-core in LINES, which lines.ts has installed. */
module.exports = {
	...config,
	projects: LINES.split(' ').map((line) => ({
		...engineProject(
			`n8n-core ${line}`,
			resolve(__dirname, 'engines', line, 'node_modules/n8n-core'),
		),
		// Does not rebuild dist, which others may be reading
		globalSetup: common.globalSetup,
	})),
};
