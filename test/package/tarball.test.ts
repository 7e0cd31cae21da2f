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

	it('has no dependencies to install', () => {
		const manifest = JSON.parse(
			npm('pkg', 'get', 'dependencies', 'optionalDependencies'),
		) as object;
		expect(manifest).toEqual({});
	});

	it('would be published', () => {
		// With --force, npm does not ask the registry what has been published already
		const said = npm('publish', '--dry-run', '--force', '--access=public', join(folder, filename));
		expect(said).toContain(`+ ${id}`);
	});
});
