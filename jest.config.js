const { resolve } = require('node:path');

const oldest = resolve(__dirname, 'node_modules/n8n-core-oldest');

const engine = {
	testMatch: ['<rootDir>/test/engines/**/*.test.ts'],
	setupFiles: ['<rootDir>/test/engines/environment.ts'],
};

const common = {
	rootDir: __dirname,
	testEnvironment: 'node',
	transform: { '\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.dev.json', diagnostics: false }] },
	// The private n8ns hold packages of the same names
	modulePathIgnorePatterns: [
		'<rootDir>/sandbox/n8n/',
		'<rootDir>/test/e2e/(n8n-1|output)/',
		'<rootDir>/dist/',
	],
};

module.exports = {
	testTimeout: 30_000,
	projects: [
		{
			...common,
			displayName: 'units',
			testMatch: ['<rootDir>/test/**/*.test.ts'],
			testPathIgnorePatterns: ['<rootDir>/test/(engines|e2e|long|queue)/'],
		},
		{
			...common,
			displayName: 'n8n-core',
			...engine,
		},
		{
			...common,
			displayName: 'n8n-core-oldest',
			...engine,
			// As in a real n8n, the package gets the n8n-workflow of its host
			moduleNameMapper: {
				'^n8n-core$': oldest,
				'^n8n-workflow$': resolve(oldest, 'node_modules/n8n-workflow'),
			},
		},
	],
};
