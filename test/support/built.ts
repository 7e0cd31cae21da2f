import { execFileSync } from 'node:child_process';

import useTemporaryFolder from './temporary';

/** Before the tests of what is built: it has to be what the sources say now. jest does this once for all projects. */
export default function setup(): void {
	useTemporaryFolder();
	const gulp = require.resolve('gulp/bin/gulp.js');
	execFileSync(process.execPath, [gulp, 'build', '--silent'], { stdio: 'inherit' });
}
