/** `npm test`: every check that needs no whole n8n, one after the other, until one fails. */
import { resolve } from 'node:path';

import { npm } from '../sandbox/launcher/install';
import { endTogether, keep } from '../sandbox/launcher/keep';
import { exitOf } from '../sandbox/launcher/program';

const cwd = resolve(__dirname, '..');

const CHECKS = [
	npm('run', 'build'),
	npm('run', 'lint'),
	npm('run', 'scan'),
	{ command: process.execPath, args: ['node_modules/jest/bin/jest.js', ...process.argv.slice(2)] },
];

async function main(): Promise<void> {
	endTogether();
	for (const check of CHECKS) {
		process.exitCode = await exitOf(keep({ ...check, cwd }, ['inherit', 'inherit', 'inherit']));
		if (process.exitCode !== 0) return;
	}
}

void main();
