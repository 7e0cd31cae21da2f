import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * From now on, all that this process and those that it starts put into the temporary directory goes into one folder,
 * which is removed when this process ends.
 */
export default function useTemporaryFolder(): void {
	const folder = mkdtempSync(join(tmpdir(), 'web-page-report-'));
	// PostgreSQL goes through it as another user
	chmodSync(folder, 0o711);
	process.once('exit', () => {
		rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
	});
	for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder;
}
