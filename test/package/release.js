// Plain JavaScript: in the run that publishes, it works before anything is installed.
const { readFileSync } = require('node:fs');
const { join, resolve } = require('node:path');

const root = resolve(__dirname, '../..');

/**
 * What stands in the changelog under a version, without its heading; empty where there is nothing.
 *
 * @param {string} changelog
 * @param {string} version
 */
function changesOf(changelog, version) {
	const section = changelog.split(/^## /m).find((text) => text.startsWith(`[${version}] - `));
	return section?.slice(section.indexOf('\n')).trim() ?? '';
}

/**
 * Why a tag must not be published, in sentences; none where all agree.
 *
 * @param {{ tag: string, repository: string, manifest: { version: string, repository: { url: string } }, changelog: string }} release
 *   `repository` is that of the run, as owner/name
 */
function disagreements({ tag, repository, manifest, changelog }) {
	const { version } = manifest;
	const sentences = [];
	if (tag !== `v${version}`) {
		sentences.push(`The tag is ${tag}, but the version in package.json is ${version}.`);
	}
	if (changesOf(changelog, version) === '') {
		sentences.push(`CHANGELOG.md has no section for ${version}, or an empty one.`);
	}
	if (manifest.repository.url !== `git+https://github.com/${repository}.git`) {
		sentences.push(
			`package.json names ${manifest.repository.url} as its repository, but this is github.com/${repository}: npm takes no provenance from elsewhere. CONTRIBUTING.md says under Releasing how to set it.`,
		);
	}
	return sentences;
}

/** In a run of GitHub Actions: prints the changes of the tag, or why it must not be published. */
function main() {
	const read = (/** @type {string} */ file) => readFileSync(join(root, file), 'utf8');
	const manifest = JSON.parse(read('package.json'));
	const changelog = read('CHANGELOG.md');
	const { GITHUB_REF_NAME: tag = '', GITHUB_REPOSITORY: repository = '' } = process.env;
	const sentences = disagreements({ tag, repository, manifest, changelog });
	if (sentences.length === 0) return console.log(changesOf(changelog, manifest.version));
	console.error(sentences.join('\n'));
	process.exitCode = 1;
}

if (require.main === module) main();

module.exports = { changesOf, disagreements };
