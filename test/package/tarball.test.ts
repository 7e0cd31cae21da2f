import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(__dirname, '../..');

describe('the tarball', () => {
	const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
		cwd: root,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	const [{ files = [] } = {}] = JSON.parse(output) as Array<{ files?: Array<{ path: string }> }>;
	const paths = files.map(({ path }) => path);

	it('holds the compiled node with its credential, icons and codex, and nothing else', () => {
		const expected =
			/^(README\.md|LICENSE|package\.json|dist\/(nodes|credentials)\/.*\.(js|json|svg))$/;
		expect(paths.filter((path) => !expected.test(path))).toEqual([]);
		expect(paths).toEqual(
			expect.arrayContaining([
				'README.md',
				'LICENSE',
				'dist/credentials/WebPageReportApi.credentials.js',
				'dist/nodes/WebPageReport/WebPageReport.node.js',
				'dist/nodes/WebPageReport/WebPageReport.node.json',
				'dist/nodes/WebPageReport/webPageReport.svg',
				'dist/nodes/WebPageReport/webPageReport.dark.svg',
			]),
		);
	});

	it('has no dependencies to install', () => {
		const manifest = JSON.parse(
			execFileSync('npm', ['pkg', 'get', 'dependencies', 'optionalDependencies'], {
				cwd: root,
				encoding: 'utf8',
				stdio: ['ignore', 'pipe', 'ignore'],
			}),
		) as object;
		expect(manifest).toEqual({});
	});
});
