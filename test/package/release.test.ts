import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { changesOf, publishProblems, environment } from './release';

const ROOT = resolve(__dirname, '../..');

interface Manifest {
	version: string;
	repository: { url: string };
}

describe('the check before publishing a tag', () => {
	const release = {
		tag: 'v1.2.0',
		repository: 'owner/name',
		manifest: { version: '1.2.0', repository: { url: 'git+https://github.com/owner/name.git' } },
		changelog: '# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-11-22\n\n### Added\n\n- It.\n',
	};

	it('finds nothing wrong if everything agrees', () => {
		expect(publishProblems(release)).toEqual([]);
	});

	it.each([
		[{ tag: 'v1.2.1' }, 'The tag is v1.2.1, but the version in package.json is 1.2.0.'],
		[
			{ changelog: '## [1.2.0] - 2026-11-22\n\n### Added\n\n## [1.1.0] - 2026-11-01\n\n- Less.\n' },
			'CHANGELOG.md has no section for 1.2.0, or an empty one.',
		],
		[
			{ repository: 'someone/else' },
			'package.json names git+https://github.com/owner/name.git as its repository, but this is github.com/someone/else: npm rejects provenance from any other repository. docs/releasing.md says how to set it.',
		],
		[
			{
				tag: 'v1.2.0-beta.1',
				manifest: { ...release.manifest, version: '1.2.0-beta.1' },
				changelog: '## [1.2.0-beta.1] - 2026-11-22\n\n- It.\n',
			},
			'1.2.0-beta.1 does not have the form 1.2.3: npm would offer a pre-release to everybody.',
		],
	])('refuses %j', (different, sentence) => {
		expect(publishProblems({ ...release, ...different })).toEqual([sentence]);
	});

	it('prints the same installation with a checksum as docs/installing.md', () => {
		const manifest = { name: 'n8n-nodes-web-page-report', version: '1.0.0' };
		const lines = /```sh\n(.*?)\n```/s.exec(environment(manifest, 'sha512-…'))?.[1] ?? '';
		const page = readFileSync(join(ROOT, 'docs/installing.md'), 'utf8');
		const shown = /```sh\n(.*?)\n```/s.exec(page)?.[1] ?? '';
		const withoutSpaces = (text: string) => text.replaceAll(' ', '');
		expect(withoutSpaces(shown)).toBe(withoutSpaces(lines));
	});
});

describe('npm run release, in a throwaway clone', () => {
	const folder = mkdtempSync(join(tmpdir(), 'release-'));
	const [clone, remote] = [join(folder, 'clone'), join(folder, 'remote.git')];
	// Overrides a developer's settings: commits may be signed, or user.name unset
	writeFileSync(join(folder, 'settings'), '[user]\nname = Rehearsal\nemail = a@example.com\n');
	const settings = { GIT_CONFIG_GLOBAL: join(folder, 'settings'), GIT_CONFIG_NOSYSTEM: '1' };
	const env = { ...process.env, ...settings };
	const changes = '### Added\n\n- It.';

	function git(...args: string[]): string {
		return execFileSync('git', args, { cwd: clone, env, encoding: 'utf8', stdio: 'pipe' }).trim();
	}

	function release(version: string) {
		const args = [join(ROOT, 'node_modules/release-it/bin/release-it.js'), version, '--ci'];
		return spawnSync(process.execPath, args, { cwd: clone, env, encoding: 'utf8' });
	}

	function read(file: string): string {
		return readFileSync(join(clone, file), 'utf8');
	}

	/** Adds a change to the changelog, and pushes it. */
	function change(): void {
		const text = read('CHANGELOG.md').replace('## [Unreleased]', `$&\n\n${changes}`);
		writeFileSync(join(clone, 'CHANGELOG.md'), text);
		git('add', '.');
		git('commit', '--quiet', '--message', 'It');
		git('push', '--quiet', '--set-upstream', 'origin', 'main');
	}

	beforeAll(() => {
		const files = ['package.json', 'package-lock.json', '.release-it.json', '.npmrc'];
		files.push('.prettierrc.json', '.prettierignore', 'test/package/release.js');
		for (const file of files) cpSync(join(ROOT, file), join(clone, file));
		git('init', '--quiet', '--bare', '--initial-branch=main', remote);
		git('init', '--quiet', '--initial-branch=main');
		git('remote', 'add', 'origin', remote);
		symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'), 'junction');
		const [head = ''] = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').split('## [');
		writeFileSync(join(clone, 'CHANGELOG.md'), `${head}## [Unreleased]\n`);
		writeFileSync(join(clone, '.git/info/exclude'), 'node_modules\n');
		change();
	});

	afterAll(() => {
		rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
	});

	it('creates and pushes a version, changelog and tag that agree', () => {
		expect(release('98.0.0').status).toBe(0);
		const manifest = JSON.parse(read('package.json')) as Manifest;
		const lock = JSON.parse(read('package-lock.json')) as Manifest;
		expect(lock.version).toBe('98.0.0');
		const changelog = read('CHANGELOG.md');
		expect(changesOf(changelog, '98.0.0')).toBe(changes);
		const tag = git('ls-remote', '--tags', '--refs', 'origin').split('refs/tags/')[1] ?? '';
		const repository = /github\.com\/(.+)\.git$/.exec(manifest.repository.url)?.[1] ?? '';
		expect(publishProblems({ tag, repository, manifest, changelog })).toEqual([]);
		expect(git('rev-parse', 'origin/main')).toBe(git('rev-parse', `${tag}^{commit}`));
		// The publishing workflow lints the tagged commit
		const prettier = join(ROOT, 'node_modules/prettier/bin/prettier.cjs');
		execFileSync(process.execPath, [prettier, '--check', '.'], { cwd: clone, stdio: 'pipe' });
	});

	it('pushes nothing if the tag already exists, or cannot be pushed', () => {
		change();
		const before = git('ls-remote', 'origin');
		git('tag', 'v99.0.0');
		expect(release('99.0.0').stderr).toContain('The tag v99.0.0 already exists.');
		git('tag', '--delete', 'v99.0.0');
		const hook = '#!/bin/sh\ncase $1 in refs/tags/*) exit 1;; esac\n';
		writeFileSync(join(remote, 'hooks/update'), hook, { mode: 0o755 });
		expect(release('99.0.0').status).not.toBe(0);
		expect(git('ls-remote', 'origin')).toBe(before);
	});
});
