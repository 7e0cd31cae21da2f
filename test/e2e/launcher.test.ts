import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { PrivateN8n } from '../../sandbox/launcher/n8n';
import { npm } from '../../sandbox/launcher/npm';
import { freePort } from '../../sandbox/launcher/program';
import { NODE_TYPE } from '../support/node';
import { see } from './browser';
import { OUTPUT } from './setup';
import { Editor } from './stage';

const ROOT = resolve(__dirname, '../..');

/** A copy of this project, so that changes to its sources disturb nothing else. */
const COPY = join(OUTPUT, 'launcher');

const SOURCE = join(COPY, 'nodes/WebPageReport/resources/report/create.ts');

beforeAll(() => {
	// Hard links to installed packages save space; sources are copied, because they change here
	const script = `mkdir -p "$0"
		git ls-files -z --cached --others --exclude-standard | tar -c --null -T - | tar -x -C "$0"
		cp -al node_modules "$0"
		cp -al sandbox/launcher/n8n/node_modules "$0/sandbox/launcher/n8n"`;
	execFileSync('sh', ['-c', script, COPY], { cwd: ROOT, stdio: 'ignore' });
});

afterAll(async () => {
	await rm(COPY, { recursive: true, force: true, maxRetries: 10 });
});

/** Starts an npm script, and waits until it has said these words. */
async function start(script: string, port: number, words: string) {
	const options = [`--port=${String(port)}`, `--sandbox-port=${String(await freePort())}`];
	const { command, args } = npm('run', script, '--', ...options);
	const { pid = 0, stdout } = spawn(command, args, {
		cwd: COPY,
		// Without the options of the npm that runs this test
		env: { PATH: process.env.PATH, HOME: process.env.HOME, CI: 'true' },
		stdio: ['ignore', 'pipe', 'inherit'],
		// In its own process group, as in a terminal
		detached: true,
	});
	let said = '';
	stdout.on('data', (text) => (said += String(text)));
	await see.poll(() => said, { timeout: 300_000 }).toContain(words);
	return { pid, said: () => said };
}

/** Processes of the copy: npm, its shell, the sandbox service, n8n, the compiler. */
const processes = () =>
	execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
		.split('\n')
		.filter((line) => line.includes(COPY));

it('npm run dev reloads a changed node, and ends with its npm', async () => {
	const port = await freePort();
	const { pid } = await start('dev', port, 'Code changes appear in the editor');
	const text = readFileSync(SOURCE, 'utf8');
	writeFileSync(SOURCE, text.replace("displayName: 'URL'", "displayName: 'Page to Analyse'"));
	const n8n = new PrivateN8n(join(COPY, 'sandbox/launcher/n8n/home'));
	const editor = await Editor.open(n8n, `http://127.0.0.1:${String(port)}`);
	const shown = async () =>
		JSON.stringify(await editor.nodeTypes([{ name: NODE_TYPE, version: 1 }]));
	await see.poll(shown).toContain('Page to Analyse');

	// As a container or a supervisor does: to npm alone
	process.kill(pid, 'SIGTERM');
	await see.poll(processes).toEqual([]);
});

it('npm start does not say a second time that it installs, and ends with Ctrl+C', async () => {
	const { pid, said } = await start('start', await freePort(), 'Ctrl+C stops everything');
	expect(said()).not.toContain('first time');
	process.kill(-pid, 'SIGINT');
	await see.poll(processes).toEqual([]);
});
