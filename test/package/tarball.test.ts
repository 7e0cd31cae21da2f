import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');

function npm(...args: string[]): string {
	return execFileSync('npm', args, {
		cwd: root,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	});
}

describe('the tarball', () => {
	const folder = mkdtempSync(join(tmpdir(), 'tarball-'));
	const output = npm('pack', '--json', '--ignore-scripts', '--pack-destination', folder);
	const [{ id = '', filename = '', files = [] } = {}] = JSON.parse(output) as Array<{
		id?: string;
		filename?: string;
		files?: Array<{ path: string }>;
	}>;

	it('holds what is listed in contents.txt, and nothing else', () => {
		const listed = readFileSync(join(__dirname, 'contents.txt'), 'utf8').trimEnd().split(/\r?\n/);
		expect(files.map(({ path }) => path).sort()).toEqual(listed);
	});

	it('has no dependencies to install, runs nothing when it is, and is for everybody', () => {
		const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
			scripts: object;
		};
		expect(Object.keys(manifest)).toEqual([
			'name',
			'version',
			'description',
			'keywords',
			'license',
			'homepage',
			'bugs',
			'author',
			'repository',
			'engines',
			'files',
			'scripts',
			'n8n',
			'devDependencies',
			'peerDependencies',
		]);
		const lifecycle = /^(pre|post)|^(install|prepare|publish|uninstall|version|dependencies)$/;
		expect(Object.keys(manifest.scripts).filter((name) => lifecycle.test(name))).toEqual([]);
	});

	it('would be published', () => {
		// With --force, npm does not ask the registry what has been published already
		const said = npm('publish', '--dry-run', '--force', '--access=public', join(folder, filename));
		expect(said).toContain(`+ ${id}`);
	});
});
