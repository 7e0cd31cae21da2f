// Plain JavaScript: in the run that publishes, it works before anything is installed.
const { execFileSync } = require('node:child_process');
const { readFileSync } = require('node:fs');
const { join, resolve } = require('node:path');

const root = resolve(__dirname, '../..');

/** What stands in the changelog under a version, without its heading; empty where there is nothing. */
function changesOf(/** @type {string} */ changelog, /** @type {string} */ version) {
	const section = changelog.split(/^## /m).find((text) => text.startsWith(`[${version}] - `));
	const [, ...lines] = section?.split('\n') ?? [];
	return lines.join('\n').trim();
}

/**
 * Why there must be no release of a version, in sentences; none where nothing stands in its way.
 *
 * @param {{ version: string, tags: string[] }} release `tags` are those that there are already
 */
function obstacles({ version, tags }) {
	const sentences = [];
	if (!/^\d+\.\d+\.\d+$/.test(version)) {
		sentences.push(
			`${version} is no version like 1.2.3: npm would offer a pre-release to everybody.`,
		);
	}
	if (tags.includes(`v${version}`)) sentences.push(`The tag v${version} is there already.`);
	return sentences;
}

/**
 * Why a tag must not be published, in sentences; none where all agree.
 *
 * @param {{ tag: string, repository: string, manifest: { version: string, repository?: { url: string } }, changelog: string }} release
 *   `repository` is that of the run, as owner/name
 */
function disagreements({ tag, repository, manifest, changelog }) {
	const { version } = manifest;
	const sentences = [];
	if (tag !== `v${version}`) {
		sentences.push(`The tag is ${tag}, but the version in package.json is ${version}.`);
	}
	sentences.push(...obstacles({ version, tags: [] }));
	// Headings alone say nothing
	if (changesOf(changelog, version).replace(/^#.*$/gm, '').trim() === '') {
		sentences.push(`CHANGELOG.md has no section for ${version}, or an empty one.`);
	}
	if (manifest.repository?.url !== `git+https://github.com/${repository}.git`) {
		sentences.push(
			`package.json names ${manifest.repository?.url} as its repository, but this is github.com/${repository}: npm takes no provenance from elsewhere. docs/releasing.md says how to set it.`,
		);
	}
	return sentences;
}

/**
 * How n8n installs a version by its environment variables, for the notes of a release.
 *
 * @param {{ name: string, version: string }} manifest
 * @param {string} checksum what npm calls `dist.integrity`
 */
function environment({ name, version }, checksum) {
	return [
		'## Installing with environment variables',
		'```sh',
		'N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV=true',
		`N8N_COMMUNITY_PACKAGES='${JSON.stringify([{ name, version, checksum }])}'`,
		'N8N_UNVERIFIED_PACKAGES_ENABLED=true',
		'N8N_REINSTALL_MISSING_PACKAGES=true',
		'```',
	].join('\n');
}

/** Prints why there must be no release, or what is in it, where nothing speaks against it. */
function print(/** @type {string[]} */ sentences, changes = '') {
	if (sentences.length === 0) return console.log(changes);
	console.error(sentences.join('\n'));
	process.exitCode = 1;
}

/** Before a release, with its version; or in a run of GitHub Actions, which has the tag. */
function main(version = process.argv[2]) {
	if (version) {
		const tags = execFileSync('git', ['tag'], { cwd: root, encoding: 'utf8' }).split(/\r?\n/);
		return print(obstacles({ version, tags }));
	}
	const read = (/** @type {string} */ file) => readFileSync(join(root, file), 'utf8');
	const manifest = JSON.parse(read('package.json'));
	const changelog = read('CHANGELOG.md');
	const { GITHUB_REF_NAME: tag = '', GITHUB_REPOSITORY: repository = '', CHECKSUM } = process.env;
	const sentences = disagreements({ tag, repository, manifest, changelog });
	const changes = changesOf(changelog, manifest.version);
	print(sentences, CHECKSUM ? `${changes}\n\n${environment(manifest, CHECKSUM)}` : changes);
}

if (require.main === module) main();

module.exports = { changesOf, disagreements, environment, obstacles };
