import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** How jest leaves a test out, or all others. */
const leftOut = ['describe', 'it', 'test'].flatMap((object) =>
	['only', 'skip', 'todo'].map((property) => ({ object, property })),
);
const leftOutGlobals = ['fdescribe', 'fit', 'xdescribe', 'xit', 'xtest'];

/** For all code. The patterns fit from any folder: `sandbox/` and `test/` take this as their configuration. */
export const own = defineConfig(
	globalIgnores([
		'dist',
		'coverage',
		'**/launcher/n8n',
		'**/e2e/n8n-*',
		'**/e2e/output',
		'**/lines/engines',
	]),
	{ linterOptions: { noInlineConfig: true } },
	// What has no effect should not stand there either
	{ rules: { 'no-warning-comments': ['error', { terms: ['eslint-disable'] }] } },
	{ files: ['**/*.{js,mjs}'], extends: [js.configs.recommended] },
	{ files: ['**/*.{js,mjs}'], languageOptions: { globals: globals.node } },
	{
		files: ['**/code/**/*.js'],
		rules: {
			'no-unused-vars': ['error', { ignoreRestSiblings: true }],
			// n8n's Code node has none of these
			'no-restricted-globals': ['error', 'process', 'Buffer', 'console'],
		},
	},
	{
		files: ['**/*.test.ts'],
		rules: {
			'no-restricted-properties': ['error', ...leftOut],
			'no-restricted-globals': ['error', ...leftOutGlobals],
		},
	},
	{
		files: ['**/*.ts'],
		extends: [tseslint.configs.strictTypeChecked],
		languageOptions: { parserOptions: { project: 'tsconfig.json' } },
	},
);

/** n8n's own rules, for what is published. */
const published = ['package.json', 'credentials/**/*.ts', 'nodes/**/*.ts'];

export default defineConfig(
	own,
	{ files: ['nodes/**/*.ts'], rules: { 'max-lines': ['error', 250] } },
	// What n8n sends goes by its proxy and by the domains that a credential allows
	{ files: published, rules: { 'no-restricted-globals': ['error', 'fetch', 'WebSocket'] } },
	{ files: published, extends: [n8nCommunityNodesPlugin.configs.recommended] },
	{ files: published, plugins: { 'n8n-nodes-base': n8nNodesBase } },
	{ files: ['package.json'], rules: n8nNodesBase.configs.community.rules },
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			// As in n8n's own scanner: meant for n8n's own credentials, whose documentation is a page name
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			// As in n8n's own scanner: @n8n/community-nodes/node-connection-type-literal asks for the opposite
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
		},
	},
	{ files: ['package.json'], languageOptions: { parser: tseslint.parser } },
);
