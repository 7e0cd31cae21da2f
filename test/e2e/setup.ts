import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';

import { packProject, PrivateN8n } from '../../sandbox/launcher/n8n';
import useTemporaryFolder from '../support/temporary';

/** Screenshots and the tarball of the last run. */
export const OUTPUT = resolve(__dirname, 'output');

/** Packs the node. */
export default async function setup(): Promise<void> {
	useTemporaryFolder();
	await new PrivateN8n().install();
	await rm(OUTPUT, { recursive: true, force: true });
	process.env.E2E_TARBALL = await packProject(OUTPUT);
}
