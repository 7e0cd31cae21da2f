// n8n's community package scanner: once on the sources, once on what would be published.
import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

import { root, unpackedTarball } from './tarball.mjs';

const scans = [
	{ what: 'sources', folder: root, patterns: SOURCE_FILE_PATTERNS },
	{ what: 'tarball', folder: unpackedTarball().folder, patterns: ['**/*.js', 'package.json'] },
];
for (const { what, folder, patterns } of scans) {
	const { passed, message, details } = await analyzePackage(folder, patterns);
	// "No files found" passes too, and means that nothing was scanned
	const clean = passed && message === undefined;
	console.log(`n8n's scanner, ${what}: ${clean ? 'clean' : `${message}\n${details}`}`);
	if (!clean) process.exitCode = 1;
}
