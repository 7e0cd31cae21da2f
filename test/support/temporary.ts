import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Redirects the temporary directory of this process and its children into a private folder, and removes it on exit.
 */
export default function useTemporaryFolder(): void {
	const folder = mkdtempSync(join(tmpdir(), 'web-page-report-'));
	// PostgreSQL traverses it as another user
	chmodSync(folder, 0o711);
	process.once('exit', () => {
		rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
	});
	for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder;
}
