// Writes the size of the tarball into the README, and says how long the package takes to load, after a build.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { pack, root } from './tarball.js';

const RUNS = 15;

const { files, size, unpackedSize } = pack();
const node = join(root, 'dist/nodes/WebPageReport/WebPageReport.node.js');
const script = `
	require('n8n-workflow'); // every n8n has that loaded already
	const start = performance.now();
	new (require(${JSON.stringify(node)}).WebPageReport)();
	console.log(performance.now() - start);`;
const times = Array.from({ length: RUNS }, () =>
	Number(execFileSync(process.execPath, ['-e', script], { cwd: root, encoding: 'utf8' })),
).sort((a, b) => a - b);

const kB = (/** @type {number} */ bytes) => `${Math.round(bytes / 1000)} kB`;
const median = times[Math.floor(RUNS / 2)] ?? 0;
const sentence = `It has no dependencies, and is ${kB(size)} to download (${kB(unpackedSize)} unpacked).`;

const readme = join(root, 'README.md');
const text = readFileSync(readme, 'utf8');
const written = text.replace(
	/(?<=<!-- size -->\n).*?(?=<!-- \/size -->)/s,
	() => `\n${sentence}\n\n`,
);
if (!written.includes(sentence)) throw new Error('The README has no <!-- size -->');
writeFileSync(readme, written);
console.log(
	`${files.length} files. ${sentence} It loads in ${Math.ceil(median)} ms, the median of ${RUNS}, each in a new process.`,
);
