import { chmodSync } from 'node:fs';

import { temporaryFolder } from '../../sandbox/launcher/keep';

let folder: string | undefined;

/**
 * From now on, all that this process and those that it starts put into the temporary directory goes into
 * one folder, which is removed when this process is gone, however it ends.
 */
export default function useTemporaryFolder(): void {
	folder ??= temporaryFolder('web-page-report-');
	// PostgreSQL goes through it as another user
	chmodSync(folder, 0o711);
	for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder;
}
