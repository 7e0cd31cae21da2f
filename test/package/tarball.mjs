import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

/**
 * Packs the built package and unpacks the tarball into a new folder.
 *
 * @returns where it is now, and what npm says of the tarball: sizes in bytes, files
 */
export function unpackedTarball() {
	const folder = mkdtempSync(join(tmpdir(), 'tarball-'));
	const npm = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
	const output = execFileSync('npm', npm, {
		cwd: root,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	/** @type {Array<{ filename: string, size: number, unpackedSize: number, files: Array<{ path: string }> }>} */
	const [packed] = JSON.parse(output);
	if (!packed) throw new Error(`npm pack said: ${output}`);
	execFileSync('tar', ['-xzf', packed.filename], { cwd: folder });
	return { folder: join(folder, 'package'), ...packed };
}
