// Size of the tarball, and how long n8n needs to load the package: `node test/package/measure.mjs` after a build.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { root, unpackedTarball } from './tarball.mjs';

const RUNS = 15;

const { files, size, unpackedSize } = unpackedTarball();
const node = join(root, 'dist/nodes/WebPageReport/WebPageReport.node.js');
const script = `
	require('n8n-workflow'); // every n8n has that loaded already
	const start = performance.now();
	new (require(${JSON.stringify(node)}).WebPageReport)();
	console.log(performance.now() - start);`;
const times = Array.from({ length: RUNS }, () =>
	Number(execFileSync(process.execPath, ['-e', script], { cwd: root, encoding: 'utf8' })),
).sort((a, b) => a - b);

const kB = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(1)} kB`;
console.log(`${files.length} files, ${kB(size)} packed, ${kB(unpackedSize)} unpacked`);
console.log(
	`loads in ${times[Math.floor(RUNS / 2)]?.toFixed(1)} ms (median of ${RUNS}, each in a new process)`,
);
