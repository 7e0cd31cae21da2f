// Plain JavaScript, because the publishing workflow runs it before anything is installed.
const { readFileSync } = require('node:fs');
const { join, resolve } = require('node:path');

const root = resolve(__dirname, '../..');

/** A version's section of the changelog, without its heading; empty if there is none. */
function changesOf(/** @type {string} */ changelog, /** @type {string} */ version) {
	const section = changelog.split(/^## /m).find((text) => text.startsWith(`[${version}] - `));
	const [, ...lines] = section?.split('\n') ?? [];
	return lines.join('\n').trim();
}

/** Why a version must not be released, as sentences. */
function releaseProblems(/** @type {string} */ version) {
	return /^\d+\.\d+\.\d+$/.test(version)
		? []
		: [`${version} does not have the form 1.2.3: npm would offer a pre-release to everybody.`];
}

/**
 * Why a tag must not be published, as sentences.
 *
 * @param {{ tag: string, repository: string, manifest: { version: string, repository?: { url: string } }, changelog: string }} release
 *   `repository` is the workflow's, as owner/name
 */
function publishProblems({ tag, repository, manifest, changelog }) {
	const { version } = manifest;
	const url = manifest.repository?.url;
	const sentences = releaseProblems(version);
	if (tag !== `v${version}`) {
		sentences.push(`The tag is ${tag}, but the version in package.json is ${version}.`);
	}
	// A section with nothing but headings is empty
	if (changesOf(changelog, version).replace(/^#.*$/gm, '').trim() === '') {
		sentences.push(`CHANGELOG.md has no section for ${version}, or an empty one.`);
	}
	if (url !== `git+https://github.com/${repository}.git`) {
		sentences.push(
			`package.json names ${url} as its repository, but this is github.com/${repository}: npm rejects provenance from any other repository. docs/releasing.md says how to set it.`,
		);
	}
	return sentences;
}

/** How n8n installs a version with environment variables, as docs/installing.md shows it, for the release notes. */
function environment(
	/** @type {string} */ page,
	/** @type {string} */ version,
	/** @type {string} */ checksum,
) {
	const [shown = ''] = /```sh\nN8N_COMMUNITY_PACKAGES_.*?```/s.exec(page) ?? [];
	const own = shown.replace('1.0.0', version).replace('sha512-…', checksum);
	return `## Installing with environment variables\n\n${own}`;
}

/** Runs before a release, with its version, or in GitHub Actions, with the tag in the environment. */
function main() {
	const read = (/** @type {string} */ file) => readFileSync(join(root, file), 'utf8');
	const manifest = JSON.parse(read('package.json'));
	const changelog = read('CHANGELOG.md');
	const [, , version] = process.argv;
	const { GITHUB_REF_NAME: tag = '', GITHUB_REPOSITORY: repository = '', CHECKSUM } = process.env;
	const sentences = version
		? releaseProblems(version)
		: publishProblems({ tag, repository, manifest, changelog });
	if (sentences.length > 0) {
		console.error(sentences.join('\n'));
		process.exitCode = 1;
	} else if (!version) {
		console.log(changesOf(changelog, manifest.version));
		if (!CHECKSUM) return;
		console.log(`\n${environment(read('docs/installing.md'), manifest.version, CHECKSUM)}`);
	}
}

if (require.main === module) main();

module.exports = { publishProblems, environment };
