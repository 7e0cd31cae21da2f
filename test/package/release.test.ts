import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { environment, publishProblems } from './release';

const release = {
	tag: 'v1.2.0',
	repository: 'owner/name',
	manifest: { version: '1.2.0', repository: { url: 'git+https://github.com/owner/name.git' } },
	changelog: '# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-11-22\n\n### Added\n\n- It.\n',
};

it.each([
	[{}, []],
	[{ tag: 'v1.2.1' }, ['The tag is v1.2.1, but the version in package.json is 1.2.0.']],
	[
		{ changelog: '## [1.2.0] - 2026-11-22\n\n### Added\n\n## [1.1.0] - 2026-11-01\n\n- Less.\n' },
		['CHANGELOG.md has no section for 1.2.0, or an empty one.'],
	],
	[{ repository: 'someone/else' }, ['docs/releasing.md says how to set it.']],
	[
		{
			tag: 'v1.2.0-beta.1',
			manifest: { ...release.manifest, version: '1.2.0-beta.1' },
			changelog: '## [1.2.0-beta.1] - 2026-11-22\n\n- It.\n',
		},
		['does not have the form 1.2.3: npm would offer a pre-release to everybody.'],
	],
])('finds what is wrong with a tag that differs by %j', (different, problems) => {
	const sentences = publishProblems({ ...release, ...different });
	expect(sentences).toEqual(problems.map((words) => expect.stringContaining(words) as string));
});

it('the release notes install that version with its checksum', () => {
	const page = readFileSync(join(__dirname, '../../docs/installing.md'), 'utf8');
	const shown = environment(page, '1.2.0', 'sha512-a');
	expect(shown).toContain('"version": "1.2.0", "checksum": "sha512-a" }]');
	expect(shown).toMatch(/```sh\n(N8N_\w+=.*\n){4}```$/);
});
