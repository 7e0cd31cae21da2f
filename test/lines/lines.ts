/**
 * `npm run test:lines`: runs test/engines against the lines of n8n-core that docs/reliability.md names;
 * `-- 1.115.1 newest` runs only those two; `-- all newest` adds the newest to all of them; `-- 1.115.1 tool` runs only
 * the suites whose path contains `tool`; `-- 1.115.1 --install` only installs it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { npm } from '../../sandbox/launcher/npm';
import { main, runStep } from '../../sandbox/launcher/program';
import { rowsOf, textOnPage } from '../support/pages';

const ROOT = resolve(__dirname, '../..');

const isVersion = (arg: string) => /^(all|newest|\d+\.\d+\.\d+(-[\w.]+)?)$/.test(arg);

async function versionsOf(arg: string): Promise<string[]> {
	if (arg === 'all') {
		const [, ...rows] = rowsOf(textOnPage('lines'));
		return rows.flatMap(([line = '']) => line);
	}
	if (arg !== 'newest') return [arg];
	const view = npm('view', 'n8n-core', 'version', '--loglevel=error');
	return [(await runStep('Asking for the newest n8n-core', { ...view, cwd: ROOT })).trim()];
}

/** Installs a line in its own folder, unless already installed. */
async function installLine(line: string): Promise<void> {
	const folder = join(__dirname, 'engines', line);
	const installed = join(folder, 'node_modules/.installed');
	if (existsSync(installed)) return;
	console.log(`Installing n8n-core ${line} …`);
	await mkdir(folder, { recursive: true });
	const dependencies = { 'n8n-core': line, 'reflect-metadata': '*' };
	const overrides = {
		// As in n8n's lock files; later ones are incompatible with the zod of lines before 1.100
		'zod-to-json-schema': '3.23.3',
		// Later ones are ES modules, which jest cannot load for 2.0
		'@langchain/core': { 'p-retry': '4.6.2' },
	};
	const manifest = JSON.stringify({ private: true, dependencies, overrides });
	await writeFile(join(folder, 'package.json'), manifest);
	const options = ['--ignore-scripts', '--legacy-peer-deps', '--no-package-lock', '--no-save'];
	const install = npm('install', ...options, '--no-audit', '--no-fund', '--loglevel=error');
	await runStep(`Installing n8n-core ${line}`, { ...install, cwd: folder });
	await writeFile(installed, '');
}

void main(async () => {
	const args = process.argv.slice(2);
	const wanted = args.filter(isVersion);
	const suites = args.filter((arg) => !isVersion(arg));
	const versions = await Promise.all((wanted.length > 0 ? wanted : ['all']).map(versionsOf));
	const lines = [...new Set(versions.flat())];
	for (const line of lines) await installLine(line);
	if (suites.includes('--install')) return;
	// A failing test can leave a connection open, and jest would wait for it. Only the main suite updates docs
	const jest = [require.resolve('jest/bin/jest'), '--config', join(__dirname, 'jest.config.js')];
	const env = { ...process.env, LINES: lines.join(' '), UPDATE_DOCS: '' };
	const { status } = spawnSync(process.execPath, [...jest, '--forceExit', ...suites], {
		env,
		stdio: 'inherit',
	});
	process.exitCode = status ?? 1;
});
