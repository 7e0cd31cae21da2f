import { Stryker } from '@stryker-mutator/core';

const NODE = 'nodes/WebPageReport';

/**
 * The sources of each part, and the tests that cover them; running others would only cost time. A suite is a path
 * prefix, relative to test/nodes/WebPageReport or, with a leading slash, to test.
 *
 * @type {Record<string, [mutate: string[], suites: string[]]>}
 */
const PARTS = {
	shared: [
		[`${NODE}/shared/!(value|n8n).ts`],
		['shared', 'errors', 'input', 'list', 'messages', 'methods', 'settle/lost', '/credentials'],
	],
	errors: [[`${NODE}/errors/*.ts`], ['errors', 'messages']],
	list: [[`${NODE}/list/*.ts`], ['list', '/engines/lists']],
	credentials: [['credentials/*.ts'], ['/credentials', '/package/saved', 'description']],
	input: [
		[`${NODE}/{input/*,shared/value}.ts`],
		['shared', 'errors', 'input', '/engines/input', '/engines/output'],
	],
	methods: [[`${NODE}/methods/*.ts`], ['methods', '/engines/credential']],
	limiter: [
		[`${NODE}/transport/{limit*,throttle}.ts`],
		['transport/li', 'transport/throttle', 'transport/simulation'],
	],
	settle: [[`${NODE}/settle/{settle,clock}.ts`], ['settle', '/engines/settling']],
	lostCreate: [[`${NODE}/settle/lostCreate.ts`], ['settle/lost', '/engines/lostCreates']],
	response: [[`${NODE}/response/*.ts`], ['response', 'settle', 'messages']],
	client: [
		[`${NODE}/client/client.ts`],
		[
			'/engines/unclear',
			'/engines/credential',
			'/engines/lists',
			'/engines/lostCreates',
			'/engines/settling',
		],
	],
	send: [
		[`${NODE}/transport/{retry,send,time}.ts`],
		[
			'transport/send',
			'transport/http',
			'transport/simulation/p',
			'transport/retry',
			'/engines/retryOnFail',
			'/engines/tool',
		],
	],
	records: [
		[`${NODE}/records.ts`],
		[
			'records',
			'/engines/input',
			'/engines/output',
			'/engines/interface',
			'/engines/lists',
			'/engines/tool',
		],
	],
	http: [
		[`${NODE}/{client/accountState,transport/http}.ts`],
		[
			'transport/http',
			'client/accountState',
			'/engines/credential',
			'/engines/requestOptions',
			'/engines/tool',
		],
	],
	run: [
		[`${NODE}/{execute,shared/n8n,run/*}.ts`],
		[
			'run',
			'/engines/output',
			'/engines/unclear',
			'/engines/tool',
			'/engines/stopping',
			'/engines/retryOnFail',
			'/engines/lostCreates',
			'/engines/stopping',
			'/engines/limits',
		],
	],
};

const wanted = process.argv.slice(2);
for (const part of wanted.length > 0 ? wanted : Object.keys(PARTS)) {
	const [mutate, suites] = PARTS[part] ?? [[], []];
	if (suites.length === 0) throw new Error(`There is no part ${part}`);
	process.env.SUITES = suites
		.map((suite) => (suite.startsWith('/') ? suite.slice(1) : `${NODE}/${suite}`))
		.join(' ');
	await new Stryker({
		mutate,
		testRunner: 'jest',
		jest: {
			projectType: 'custom',
			configFile: 'test/mutation/jest.config.js',
			// jest cannot see what suites.ts depends on
			enableFindRelatedTests: false,
		},
		coverageAnalysis: 'perTest',
		concurrency: 2,
		timeoutMS: 20_000,
		reporters: ['clear-text', 'progress-append-only', 'json', 'html'],
		clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
		jsonReporter: { fileName: `coverage/mutation-${part}.json` },
		htmlReporter: { fileName: `coverage/mutation-${part}.html` },
		ignorePatterns: ['sandbox/launcher/n8n', 'test/lines/engines', 'coverage'],
		tempDirName: `coverage/stryker-${part}`,
		thresholds: { break: 92 },
	}).runMutationTest();
}
