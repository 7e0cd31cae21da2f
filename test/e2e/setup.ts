import { rm } from 'node:fs/promises';

import { packProject } from '../../sandbox/launcher/n8n';
import useTemporaryFolder from '../support/temporary';
import { OUTPUT } from './browser';
import { N8NS, n8nWith } from './stage';

/** Installs what the end-to-end tests need, unless already installed, and packs the node. */
export default async function setup(): Promise<void> {
	useTemporaryFolder();
	for (const [version, program] of N8NS) {
		const title = `Installing n8n ${version}, unless already installed`;
		console.log(`${title} …`);
		await n8nWith('', {}, program).install();
	}
	await rm(OUTPUT, { recursive: true, force: true });
	process.env.E2E_TARBALL = await packProject(OUTPUT);
}
