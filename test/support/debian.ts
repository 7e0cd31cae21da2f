import { existsSync } from 'node:fs';

import { runStep } from '../../sandbox/launcher/process';

/** Installs a Debian package, unless the file that it brings is there already. */
export async function installDebianPackage(name: string, file: string): Promise<void> {
	if (existsSync(file)) return;
	const cwd = __dirname;
	await runStep('Asking for packages', { command: 'apt-get', args: ['update'], cwd });
	const args = ['install', '--yes', name];
	await runStep(`Installing ${name}`, { command: 'apt-get', args, cwd });
}
