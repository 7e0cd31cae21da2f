import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { isSetUp } from '../../sandbox/launcher/setup';

const root = resolve(__dirname, '../..');

/** What is installed, which a copy shares with this project. */
const INSTALLED = ['node_modules', 'test/e2e/node_modules', 'sandbox/launcher/n8n/node_modules'];

/** Makes a copy of this project as it stands, what git ignores left out, with all that is installed. */
export function copyProject(folder: string): void {
	// The copy would install it, and delete first what this project has
	if (!isSetUp())
		throw new Error('What is installed is not what package-lock.json says: npm run setup');
	const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
	const files = execFileSync('git', listed, { cwd: root, encoding: 'utf8' }).split('\0');
	for (const file of files) {
		// What has been deleted is still listed until that is committed
		if (file !== '' && existsSync(join(root, file))) cpSync(join(root, file), join(folder, file));
	}
	for (const each of INSTALLED) {
		// Windows lets everybody make a junction
		if (existsSync(join(root, each))) symlinkSync(join(root, each), join(folder, each), 'junction');
	}
}
