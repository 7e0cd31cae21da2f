import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { npm } from '../../../sandbox/launcher/install';
import { PrivateN8n } from '../../../sandbox/launcher/n8n';

const NAME = 'n8n-nodes-of-a-test';

describe('A package that is installed over another one', () => {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-'));
	const n8n = new PrivateN8n(join(folder, 'home'));
	const file = () => join(n8n.home, '.n8n/nodes/node_modules', NAME, 'index.js');
	const installed = () => readFileSync(file(), 'utf8');

	/** Packs a package with this content: always of the same version, under the same name. */
	function pack(content: string): string {
		const source = join(folder, 'source');
		mkdirSync(source, { recursive: true });
		writeFileSync(join(source, 'package.json'), JSON.stringify({ name: NAME, version: '1.0.0' }));
		writeFileSync(join(source, 'index.js'), content);
		const { command, args } = npm('pack', '--silent', '--pack-destination', folder);
		const file = execFileSync(command, args, { cwd: source, encoding: 'utf8' }).trim();
		return join(folder, file);
	}

	it('replaces it, also where name and version are the same', async () => {
		await n8n.installPackage(pack('// old'));
		expect(installed()).toBe('// old');
		await n8n.installPackage(pack('// new'));
		expect(installed()).toBe('// new');
		// As npm run dev does
		writeFileSync(file(), '// changed in place');
		await n8n.installPackage(pack('// new'));
		expect(installed()).toBe('// new');
	});
});
