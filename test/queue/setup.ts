import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { packProject, PrivateN8n } from '../../sandbox/launcher/n8n';
import useTemporaryFolder from '../support/temporary';

/** Setup of the queue mode tests: installs n8n if missing, and packs the node. */
export default async function setup(): Promise<void> {
	useTemporaryFolder();
	await new PrivateN8n().install();
	const folder = await mkdtemp(join(tmpdir(), 'tarball-'));
	process.env.E2E_TARBALL = await packProject(folder);
}
