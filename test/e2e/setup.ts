import { rm } from 'node:fs/promises';

import { packProject, PrivateN8n } from '../../sandbox/launcher/n8n';
import { step } from '../../sandbox/launcher/progress';
import useTemporaryFolder from '../support/temporary';
import { N8N_1, OUTPUT } from './stage';

/** Before the end-to-end tests: installs what they need, where it is not there yet, and packs the node. */
export default async function setup(): Promise<void> {
	useTemporaryFolder();
	await step('Installing n8n 2.x, where it is not there yet', () => new PrivateN8n().install());
	const n8n1 = new PrivateN8n('', {}, N8N_1);
	await step('Installing n8n 1.x, where it is not there yet', () => n8n1.install());
	await rm(OUTPUT, { recursive: true, force: true });
	process.env.E2E_TARBALL = await step('Packing the node', () => packProject(OUTPUT));
}
