import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { packProject, PrivateN8n } from '../../sandbox/launcher/n8n';

/** Before the tests of queue mode: installs n8n, where it is not there yet, and packs the node. */
export default async function setup(): Promise<void> {
	await new PrivateN8n().install();
	process.env.E2E_TARBALL = await packProject(await mkdtemp(join(tmpdir(), 'tarball-')));
}
