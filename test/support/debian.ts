import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { StepError } from '../../sandbox/launcher/keep';
import { runStep } from '../../sandbox/launcher/program';

/** Where Debian has the programs of PostgreSQL, in a folder for each version, and not in PATH. */
const POSTGRESQL = '/usr/lib/postgresql';

/**
 * Makes sure that programs are there, before anything that takes long. On Debian, root gets them installed.
 *
 * @param packages the Debian packages, each with a program that it brings
 * @throws {StepError} with the command that installs what is missing
 */
export async function needPackages(packages: Record<string, string>): Promise<void> {
	const missing = Object.keys(packages).filter((name) => find(packages[name] ?? '') === undefined);
	if (missing.length === 0) return;
	const install = ['install', '--yes', ...missing];
	if (find('apt-get') === undefined) {
		const programs = missing.map((name) => packages[name]).join(', ');
		throw new StepError(`Not in PATH, and needed here: ${programs}. Install them first.`);
	}
	if (process.getuid?.() !== 0) {
		throw new StepError(
			`Debian packages are missing. Install them first: sudo apt-get ${install.join(' ')}`,
		);
	}
	const cwd = __dirname;
	await runStep('Asking for packages', { command: 'apt-get', args: ['update'], cwd });
	const title = `Installing ${missing.join(', ')}`;
	console.log(`${title} …`);
	await runStep(title, { command: 'apt-get', args: install, cwd });
}

/**
 * Where a program is.
 *
 * @throws {StepError} if it is nowhere
 */
export function programFile(name: string): string {
	const file = find(name);
	if (file === undefined) throw new StepError(`The program ${name} is not there.`);
	return file;
}

function find(program: string): string | undefined {
	const path = (process.env.PATH ?? '').split(delimiter);
	return [...path, ...postgresqlFolders()]
		.map((folder) => join(folder, program))
		.find((file) => isExecutable(file));
}

/** The newest version first. */
function postgresqlFolders(): string[] {
	try {
		return readdirSync(POSTGRESQL)
			.sort((one, other) => Number(other) - Number(one))
			.map((version) => join(POSTGRESQL, version, 'bin'));
	} catch {
		return [];
	}
}

function isExecutable(file: string): boolean {
	try {
		accessSync(file, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
