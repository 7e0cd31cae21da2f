/** Mutation testing of what is published: `npm run test:mutation`. */
export default {
	mutate: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	testRunner: 'jest',
	jest: { projectType: 'custom', configFile: 'test/jest.mutation.config.js' },
	coverageAnalysis: 'perTest',
	ignoreStatic: false,
	concurrency: 2,
	timeoutMS: 20_000,
	reporters: ['clear-text', 'progress', 'json', 'html'],
	clearTextReporter: { allowColor: false, logTests: false },
	// Tries again only what has changed since the last run; --force tries everything
	incremental: true,
	incrementalFile: 'coverage/mutation-incremental.json',
	jsonReporter: { fileName: 'coverage/mutation.json' },
	htmlReporter: { fileName: 'coverage/mutation.html' },
	ignorePatterns: ['sandbox/launcher/n8n', 'test/lines/engines', 'dist', 'coverage'],
	tempDirName: 'coverage/stryker',
	thresholds: { break: 85 },
};
