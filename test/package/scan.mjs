// Runs n8n's community package scanner on the sources, and on the tarball.
import { join } from 'node:path';

import { extract } from 'tar';

import { pack, root } from './tarball.js';

const { folder, tarball } = pack();
// The scanner leaves a folder there
for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder;
const { analyzePackage, SOURCE_FILE_PATTERNS } =
	await import('@n8n/scan-community-package/scanner/scanner.mjs');
await extract({ file: tarball, cwd: folder });

const scans = [
	{ what: 'sources', folder: root, patterns: SOURCE_FILE_PATTERNS },
	{ what: 'tarball', folder: join(folder, 'package'), patterns: ['**/*.js', 'package.json'] },
];
for (const { what, folder: scanned, patterns } of scans) {
	const { passed, message, details } = await analyzePackage(scanned, patterns);
	// "No files found" passes too, and means that nothing was scanned
	const clean = passed && message === undefined;
	console.log(`n8n's scanner, ${what}: ${clean ? 'clean' : `${message}\n${details}`}`);
	if (!clean) process.exitCode = 1;
}
