/**
 * The layers of the node, from the top down. A folder imports only from those below it. The tests of a folder are in the
 * same layer.
 */
const LAYERS = [
	'nodes/WebPageReport/WebPageReport.node.ts',
	'nodes/WebPageReport/methods/',
	'nodes/WebPageReport/execute.ts',
	'nodes/WebPageReport/records.ts',
	'nodes/WebPageReport/run/',
	'nodes/WebPageReport/client/',
	'nodes/WebPageReport/settle/',
	'nodes/WebPageReport/list/',
	'nodes/WebPageReport/input/',
	'nodes/WebPageReport/transport/',
	'credentials/',
	'nodes/WebPageReport/errors/',
	'nodes/WebPageReport/response/',
	'nodes/WebPageReport/resources/',
	'nodes/WebPageReport/shared/',
];

/** What is published. */
const PUBLISHED = '^(nodes|credentials)/';

const upward = LAYERS.slice(1).map((folder, above) => ({
	name: `nothing-upward-from-${folder.split('/').filter(Boolean).at(-1)}`,
	comment: `${folder} imports nothing from the layers above it.`,
	severity: 'error',
	from: { path: `^(test/)?${folder.replace(/\.ts$/, '(.test)?.ts')}` },
	to: { path: `^(test/)?(${LAYERS.slice(0, above + 1).join('|')})` },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
	forbidden: [
		...upward,
		{
			name: 'no-wording-in-a-verdict',
			comment: 'What became of a request is decided without the texts that messages quote.',
			severity: 'error',
			from: { path: '^nodes/WebPageReport/response/' },
			to: { path: '^nodes/', pathNot: '^nodes/WebPageReport/(response|shared)/' },
		},
		{
			name: 'no-file-without-a-layer',
			comment: 'A file outside the layers would be a way around all of them.',
			severity: 'error',
			from: {},
			to: { path: '^nodes/.+\\.ts$', pathNot: `^(${LAYERS.join('|')})` },
		},
		{
			name: 'sources-only',
			comment: 'Importing the build would be a way around the rules for the sources.',
			severity: 'error',
			from: { path: '^(nodes|credentials|sandbox)/' },
			to: { path: '^dist/' },
		},
		{
			name: 'no-cycle',
			comment: 'No file imports itself through others.',
			severity: 'error',
			from: {},
			to: { circular: true },
		},
		{
			name: 'published-alone',
			comment: 'What is published imports only n8n-workflow and node:crypto.',
			severity: 'error',
			from: { path: PUBLISHED },
			to: { pathNot: [PUBLISHED, '^node_modules/n8n-workflow/', '^crypto$'] },
		},
		{
			name: 'sandbox-apart',
			comment: 'A double that shares code with what it tests cannot disagree with it.',
			severity: 'error',
			from: { path: '^sandbox/' },
			to: { path: '^(nodes|credentials|test)/' },
		},
		{
			name: 'service-alone',
			comment: 'The service does not depend on what starts it.',
			severity: 'error',
			from: { path: '^sandbox/service/' },
			to: { path: '^sandbox/(?!service/)' },
		},
		{
			name: 'tests-of-their-own',
			comment: 'A folder of tests imports from test/support/, never from another folder of tests.',
			severity: 'error',
			from: { path: '^test/([^/]+)/', pathNot: '^test/support/' },
			to: { path: '^test/', pathNot: '^test/($1|support)/' },
		},
		{
			name: 'support-below',
			comment: 'What all tests share imports from no folder of tests.',
			severity: 'error',
			from: { path: '^test/support/' },
			to: { path: '^test/', pathNot: '^test/support/' },
		},
		{
			name: 'package-as-built',
			comment: 'Tests of the package import it from dist/ or the tarball, never from the sources.',
			severity: 'error',
			from: { path: '^test/(bench|e2e|engines|lines|long|queue)/' },
			to: { path: PUBLISHED, reachable: true },
		},
		{
			name: 'inside-of-a-folder',
			comment:
				'Only the tests that mirror a folder import from inside it; all others use the node as a whole.',
			severity: 'error',
			from: { path: '^test/', pathNot: '^test/(nodes|credentials|support)/' },
			to: { path: '^nodes/WebPageReport/.+/' },
		},
	],
	options: {
		doNotFollow: { path: '^dist/|node_modules' },
		exclude: { path: '^(coverage|sandbox/launcher/n8n|test/lines/engines|test/e2e/output)/' },
		tsConfig: { fileName: 'tsconfig.json' },
		tsPreCompilationDeps: true,
	},
};
