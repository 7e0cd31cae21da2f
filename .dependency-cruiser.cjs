/**
 * The floors of the house, from the top down. A room takes only from the rooms below it; the rooms of
 * the tests stand on the floors of what they test.
 */
const FLOORS = [
	'nodes/WebPageReport/WebPageReport.node.ts',
	'nodes/WebPageReport/methods/',
	'nodes/WebPageReport/execute.ts',
	'nodes/WebPageReport/records.ts',
	'nodes/WebPageReport/run/',
	'nodes/WebPageReport/list/',
	'nodes/WebPageReport/transport/',
	'nodes/WebPageReport/input/',
	'credentials/',
	'nodes/WebPageReport/errors/',
	'nodes/WebPageReport/resources/',
	'nodes/WebPageReport/shared/',
];

/** What is published. */
const PUBLISHED = '^(nodes|credentials)/';

const upward = FLOORS.slice(1).map((room, above) => ({
	name: `nothing-upward-from-${room.split('/').filter(Boolean).at(-1)}`,
	comment: `${room} takes nothing from the rooms above it.`,
	severity: 'error',
	from: { path: `^(test/)?${room.replace(/\.ts$/, '(.test)?.ts')}` },
	to: { path: `^(test/)?(${FLOORS.slice(0, above + 1).join('|')})` },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
	forbidden: [
		...upward,
		{
			name: 'no-room-without-a-floor',
			comment: 'What stands on no floor would be a way around all of them.',
			severity: 'error',
			from: {},
			to: { path: '^nodes/.+\\.ts$', pathNot: `^(${FLOORS.join('|')})` },
		},
		{
			name: 'sources-only',
			comment: 'What is built from the sources is no way around their rules.',
			severity: 'error',
			from: { path: '^(nodes|credentials|sandbox)/' },
			to: { path: '^dist/' },
		},
		{
			name: 'no-circle',
			comment: 'No file takes from one that takes from it, however far around.',
			severity: 'error',
			from: {},
			to: { circular: true },
		},
		{
			name: 'published-alone',
			comment:
				'What is published takes from nothing else but n8n-workflow and the hashes of Node.js.',
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
			comment: 'The service knows nothing of whoever starts it.',
			severity: 'error',
			from: { path: '^sandbox/service/' },
			to: { path: '^sandbox/(?!service/)' },
		},
		{
			name: 'tests-of-their-own',
			comment: 'A room of tests takes from test/support/, never from another room of tests.',
			severity: 'error',
			from: { path: '^test/([^/]+)/', pathNot: '^test/support/' },
			to: { path: '^test/', pathNot: '^test/($1|support)/' },
		},
		{
			name: 'support-below',
			comment: 'What all tests share takes from no room of tests.',
			severity: 'error',
			from: { path: '^test/support/' },
			to: { path: '^test/', pathNot: '^test/support/' },
		},
		{
			name: 'package-as-built',
			comment:
				'What is tested as a package is taken from dist/ or the tarball, never from the sources.',
			severity: 'error',
			from: { path: '^test/(bench|e2e|engines|lines|long|queue)/' },
			to: { path: PUBLISHED, reachable: true },
		},
		{
			name: 'inside-of-a-room',
			comment:
				'What tests reach into are the rooms that they mirror; others see the node as a whole.',
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
