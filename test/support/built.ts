import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';

import useTemporaryFolder from './temporary';

/** Builds the current sources before tests of the build. jest does this once for all projects. */
export default function setup(): void {
	useTemporaryFolder();
	const root = resolve(__dirname, '../..');
	const gulp = join(root, 'node_modules/gulp/bin/gulp.js');
	execFileSync(process.execPath, [gulp, 'build', '--silent'], { cwd: root, stdio: 'inherit' });
}
