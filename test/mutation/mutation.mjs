/**
 * `npm run test:mutation`: which change of the code does no test notice, in the folders where a wrong branch loses or
 * doubles something? `-- list run` tries only those two. Under 90 % in one of them, it fails.
 */
import { Stryker } from '@stryker-mutator/core';

const NODE = 'nodes/WebPageReport';

/**
 * The tests of each folder besides its units, by how their paths begin. Each engine suite costs seconds per mutant.
 *
 * @type {Record<string, string[]>}
 */
const PARTS = {
	response: [`${NODE}/messages`],
	settle: [],
	list: [],
	transport: [`${NODE}/settle/settle`],
	run: ['engines/stopping', 'engines/retryOnFail', 'engines/lostCreates', 'engines/tool'],
};

const wanted = process.argv.slice(2);
for (const part of wanted.length > 0 ? wanted : Object.keys(PARTS)) {
	process.env.SUITES = [`${NODE}/${part}`, ...(PARTS[part] ?? [])].join(' ');
	await new Stryker({
		mutate: [`${NODE}/${part}/*.ts`],
		testRunner: 'jest',
		jest: {
			projectType: 'custom',
			configFile: 'test/mutation/jest.config.js',
			// jest cannot see what suites.ts depends on
			enableFindRelatedTests: false,
		},
		coverageAnalysis: 'perTest',
		concurrency: 2,
		timeoutMS: 15_000,
		reporters: ['clear-text', 'progress-append-only', 'html'],
		clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
		htmlReporter: { fileName: `coverage/mutation-${part}.html` },
		ignorePatterns: ['sandbox/launcher/n8n', 'test/lines/engines', 'coverage'],
		tempDirName: `coverage/stryker-${part}`,
		thresholds: { break: 90 },
	}).runMutationTest();
}
