/** `npm run scan`: runs n8n's community package scanner on the sources, and on the tarball. */
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { extract } from 'tar';

import { packProject } from '../../sandbox/launcher/n8n';
import { main } from '../../sandbox/launcher/program';
import useTemporaryFolder from '../support/temporary';

void main(async () => {
	// The scanner leaves a folder there
	useTemporaryFolder();
	const { analyzePackage, SOURCE_FILE_PATTERNS } =
		await import('@n8n/scan-community-package/scanner/scanner.mjs');
	const file = await packProject(join(tmpdir(), 'packed'));
	await extract({ file, cwd: dirname(file) });
	const scans: Array<[what: string, folder: string, patterns: string[]]> = [
		['sources', resolve(__dirname, '../..'), SOURCE_FILE_PATTERNS],
		['tarball', join(dirname(file), 'package'), ['**/*.js', 'package.json']],
	];
	for (const [what, folder, patterns] of scans) {
		const { passed, message, details = '' } = await analyzePackage(folder, patterns);
		// "No files found" passes too, and means that nothing was scanned
		const isClean = passed && message === undefined;
		console.log(`n8n's scanner, ${what}: ${isClean ? 'clean' : `${String(message)}\n${details}`}`);
		if (!isClean) process.exitCode = 1;
	}
});
