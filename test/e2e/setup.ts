import { rm } from 'node:fs/promises';

import { packProject, PrivateN8n } from '../../sandbox/launcher/n8n';
import { N8N_1, OUTPUT } from './stage';

/** Before the end-to-end tests: installs both n8ns, where they are not there yet, and packs the node. */
export default async function setup(): Promise<void> {
	await new PrivateN8n().install();
	await new PrivateN8n('', {}, N8N_1).install();
	await rm(OUTPUT, { recursive: true, force: true });
	process.env.E2E_TARBALL = await packProject(OUTPUT);
}
