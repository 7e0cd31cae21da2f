import { execFileSync, spawnSync } from 'node:child_process';
import {
	copyFileSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { changesOf, disagreements, environment, obstacles } from './release';

const ROOT = resolve(__dirname, '../..');

interface Manifest {
	version: string;
	repository: { url: string };
}

describe('a tag is published only where all agree', () => {
	const release = {
		tag: 'v1.2.0',
		repository: 'owner/name',
		manifest: { version: '1.2.0', repository: { url: 'git+https://github.com/owner/name.git' } },
		changelog: '# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-11-22\n\n### Added\n\n- It.\n',
	};

	it('says nothing where they do', () => {
		expect(disagreements(release)).toEqual([]);
	});

	it.each([
		[
			'another version',
			{ tag: 'v1.2.1' },
			'The tag is v1.2.1, but the version in package.json is 1.2.0.',
		],
		[
			'a tag without v',
			{ tag: '1.2.0' },
			'The tag is 1.2.0, but the version in package.json is 1.2.0.',
		],
		[
			'no section in the changelog',
			{ changelog: '## [Unreleased]\n\n- It.\n\n## [1.2.0-beta.1] - 2026-11-01\n\n- Less.\n' },
			'CHANGELOG.md has no section for 1.2.0, or an empty one.',
		],
		[
			'an empty section',
			{ changelog: '## [1.2.0] - 2026-11-22\n\n## [1.1.0] - 2026-11-01\n\n- Less.\n' },
			'CHANGELOG.md has no section for 1.2.0, or an empty one.',
		],
		[
			'headings alone in the changelog',
			{ changelog: '## [1.2.0] - 2026-11-22\n\n### Added\n' },
			'CHANGELOG.md has no section for 1.2.0, or an empty one.',
		],
		[
			'a section without a line below it',
			{ changelog: '## [1.2.0] - 2026-11-22' },
			'CHANGELOG.md has no section for 1.2.0, or an empty one.',
		],
		[
			'another repository, such as a placeholder',
			{ repository: 'someone/else' },
			'package.json names git+https://github.com/owner/name.git as its repository, but this is github.com/someone/else: npm takes no provenance from elsewhere. docs/releasing.md says how to set it.',
		],
	])('%s', (_, different, sentence) => {
		expect(disagreements({ ...release, ...different })).toEqual([sentence]);
	});

	it('refuses a manifest without a repository', () => {
		const [sentence] = disagreements({ ...release, manifest: { version: '1.2.0' } });
		expect(sentence).toContain('package.json names undefined as its repository');
	});

	it('refuses a pre-release, and a tag that is there', () => {
		expect(obstacles({ version: '1.2.0', tags: ['v1.1.0', 'v1.2.0-beta.1'] })).toEqual([]);
		expect(obstacles({ version: '1.2.0', tags: ['v1.2.0'] })).toEqual([
			'The tag v1.2.0 is there already.',
		]);
		const { changelog, ...rest } = release;
		const beta = {
			...rest,
			tag: 'v1.2.0-beta.1',
			manifest: { ...rest.manifest, version: '1.2.0-beta.1' },
			changelog: changelog.replace('1.2.0', '1.2.0-beta.1'),
		};
		expect(disagreements(beta)).toEqual([
			'1.2.0-beta.1 is no version like 1.2.3: npm would offer a pre-release to everybody.',
		]);
	});

	it('gives the changes of one version alone', () => {
		const older = '## [1.1.0] - 2026-11-01\n\n- Less.\n';
		expect(changesOf(`${release.changelog}\n${older}`, '1.2.0')).toBe('### Added\n\n- It.');
		expect(changesOf(`${release.changelog}\n${older}`, '1.1.0')).toBe('- Less.');
	});

	it('gives the lines that install it with a checksum, as docs/installing.md shows them', () => {
		const manifest = { name: 'n8n-nodes-web-page-report', version: '1.0.0' };
		const lines = /```sh\n(.*?)\n```/s.exec(environment(manifest, 'sha512-…'))?.[1] ?? '';
		const page = readFileSync(join(ROOT, 'docs/installing.md'), 'utf8');
		const shown = /```sh\n(.*?)\n```/s.exec(page)?.[1] ?? '';
		const withoutSpaces = (text: string) => text.replaceAll(' ', '');
		expect(withoutSpaces(shown)).toBe(withoutSpaces(lines));
	});
});

describe('npm run release, in a throw-away clone', () => {
	const folder = mkdtempSync(join(tmpdir(), 'release-'));
	const remote = join(folder, 'remote.git');
	const clone = join(folder, 'clone');
	const env = {
		...process.env,
		// Whoever runs this may sign commits, or have no name yet
		GIT_CONFIG_GLOBAL: join(folder, 'no-settings'),
		GIT_CONFIG_NOSYSTEM: '1',
		GIT_AUTHOR_NAME: 'Rehearsal',
		GIT_AUTHOR_EMAIL: 'rehearsal@example.com',
		GIT_COMMITTER_NAME: 'Rehearsal',
		GIT_COMMITTER_EMAIL: 'rehearsal@example.com',
	};

	function git(...args: string[]): string {
		return execFileSync('git', args, { cwd: clone, env, encoding: 'utf8', stdio: 'pipe' }).trim();
	}

	function release() {
		const program = join(ROOT, 'node_modules/release-it/bin/release-it.js');
		return spawnSync(process.execPath, [program, 'major', '--ci'], {
			cwd: clone,
			env,
			encoding: 'utf8',
		});
	}

	function read(file: string): string {
		return readFileSync(join(clone, file), 'utf8');
	}

	const before = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;
	const version = `${String(Number.parseInt(before.version) + 1)}.0.0`;

	beforeAll(() => {
		writeFileSync(env.GIT_CONFIG_GLOBAL, '');
		execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', remote], { env });
		execFileSync('git', ['clone', '--quiet', remote, clone], { env, stdio: 'pipe' });
		git('checkout', '--quiet', '-B', 'main');
		const files = ['package.json', 'package-lock.json', '.release-it.json', '.npmrc'];
		mkdirSync(join(clone, 'test/package'), { recursive: true });
		files.push('.prettierrc.json', '.prettierignore', 'test/package/release.js');
		for (const file of files) {
			copyFileSync(join(ROOT, file), join(clone, file));
		}
		symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'), 'junction');
		const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
		const [head = ''] = changelog.split('## [');
		// Right after a release there is nothing in it
		writeFileSync(join(clone, 'CHANGELOG.md'), `${head}## [Unreleased]\n`);
		writeFileSync(join(clone, '.git/info/exclude'), 'node_modules\n');
		git('add', '.');
		git('commit', '--quiet', '--message', 'All there was');
		git('push', '--quiet', '--set-upstream', 'origin', 'main');
	});

	afterAll(() => {
		rmSync(folder, { recursive: true, force: true });
	});

	it('releases nothing where nothing has changed', () => {
		const { status, stderr } = release();
		expect(stderr).toContain('There are no entries under "Unreleased" section in CHANGELOG.md.');
		expect(status).not.toBe(0);
		expect(git('tag')).toBe('');
	});

	const changes = '### Added\n\n- It.';

	describe('where it cannot be released', () => {
		/** What must stay as it is. */
		const state = () => [
			git('rev-parse', 'HEAD'),
			git('status', '--porcelain'),
			git('tag'),
			git('ls-remote', 'origin'),
		];
		let untouched: string[];

		/** release-it takes back what it has done when it has ended already. */
		async function expectUntouched(): Promise<void> {
			for (let wait = 0; wait < 50 && String(state()) !== String(untouched); wait++)
				await pause(100);
			expect(state()).toEqual(untouched);
		}

		beforeAll(() => {
			writeFileSync(
				join(clone, 'CHANGELOG.md'),
				read('CHANGELOG.md').replace('## [Unreleased]', (title) => `${title}\n\n${changes}`),
			);
			git('commit', '--quiet', '--all', '--message', 'It');
			untouched = state();
		});

		it('leaves all as it is where the tag is there already', () => {
			git('tag', `v${version}`);
			const { status, stderr, stdout } = release();
			git('tag', '--delete', `v${version}`);
			expect(stderr + stdout).toContain(`The tag v${version} is there already.`);
			expect(status).not.toBe(0);
			expect(state()).toEqual(untouched);
		});

		it.each(['refs/heads/main', 'refs/tags/'])(
			'leaves all as it is where no one may push %s',
			async (ref) => {
				const hook = join(remote, 'hooks/update');
				writeFileSync(hook, `#!/bin/sh\ncase $1 in ${ref}*) exit 1;; esac\n`, { mode: 0o755 });
				const { status } = release();
				rmSync(hook);
				expect(status).not.toBe(0);
				await expectUntouched();
			},
		);
	});

	it('makes version, changelog and tag that agree, and pushes them', () => {
		const { status, stdout, stderr } = release();
		expect([status, stderr, stdout]).toEqual([0, expect.any(String), expect.any(String)]);

		const manifest = JSON.parse(read('package.json')) as Manifest;
		const lock = JSON.parse(read('package-lock.json')) as Manifest;
		expect([manifest.version, lock.version]).toEqual([version, version]);
		const changelog = read('CHANGELOG.md');
		expect(changelog).toContain('## [Unreleased]');
		expect(changesOf(changelog, version)).toBe(changes);
		const tag = git('ls-remote', '--tags', '--refs', 'origin').split('refs/tags/')[1] ?? '';
		const repository = /github\.com\/(.+)\.git$/.exec(manifest.repository.url)?.[1] ?? '';
		expect(disagreements({ tag, repository, manifest, changelog })).toEqual([]);
		expect(git('rev-parse', 'origin/main')).toBe(git('rev-parse', `${tag}^{commit}`));
		expect(git('status', '--porcelain')).toBe('');

		// The run that publishes lints what is tagged
		const prettier = join(ROOT, 'node_modules/prettier/bin/prettier.cjs');
		execFileSync(process.execPath, [prettier, '--check', '.'], { cwd: clone, stdio: 'pipe' });
	});
});
