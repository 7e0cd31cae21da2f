import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { PrivateN8n } from '../../sandbox/launcher/n8n';
import { npm } from '../../sandbox/launcher/npm';
import { freePort } from '../../sandbox/launcher/program';
import { NODE_TYPE } from '../support/node';
import { OUTPUT } from './browser';
import { Editor } from './stage';

const ROOT = resolve(__dirname, '../..');

/** A copy of this project, so that changes to its sources disturb nothing else. */
const COPY = join(OUTPUT, 'launcher');

const SOURCE = join(COPY, 'nodes/WebPageReport/resources/report/create.ts');

/** Processes with the copy in their command. */
const processes = () =>
	execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
		.split('\n')
		.filter((line) => line.includes(COPY));

beforeAll(async () => {
	const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
	const files = execFileSync('git', listed, { cwd: ROOT, encoding: 'utf8' }).split('\0');
	for (const file of [...files, 'node_modules', 'sandbox/launcher/n8n/node_modules']) {
		// Deleted files are listed until the deletion is committed
		if (file === '' || !existsSync(join(ROOT, file))) continue;
		await mkdir(dirname(join(COPY, file)), { recursive: true });
		// Hard-links installed packages to save space, and copies sources, which change here
		const how = file.endsWith('node_modules') ? '-al' : '-a';
		execFileSync('cp', [how, join(ROOT, file), join(COPY, file)]);
	}
});

afterAll(async () => {
	await rm(COPY, { recursive: true, force: true, maxRetries: 10 });
});

// What npm start does is in .ci/run: npm start -- --once
it('npm run dev reloads a changed node, names a compile error, and leaves nothing running', async () => {
	const [port, sandboxPort] = [String(await freePort()), String(await freePort())];
	const { command, args } = npm(
		'run',
		'dev',
		'--',
		`--port=${port}`,
		`--sandbox-port=${sandboxPort}`,
	);
	const dev = spawn(command, args, {
		cwd: COPY,
		// Without the options of the npm that runs this test
		env: { PATH: process.env.PATH, HOME: process.env.HOME, CI: 'true' },
		stdio: ['ignore', 'pipe', 'inherit'],
		// In its own process group, as in a terminal
		detached: true,
	});
	const ended = once(dev, 'exit');
	let said = '';
	dev.stdout.on('data', (text) => (said += String(text)));
	const says = async (words: string) => {
		while (!said.includes(words)) {
			if (dev.exitCode !== null) throw new Error(`It ended: ${said}`);
			await pause(100);
		}
	};
	const change = (from: string, to: string) => {
		const text = readFileSync(SOURCE, 'utf8');
		expect(text).toContain(from);
		writeFileSync(SOURCE, text.replace(from, to));
	};
	const untilEditorHas = async (label: string) => {
		const n8n = new PrivateN8n(join(COPY, 'sandbox/launcher/n8n/home'));
		const editor = await Editor.open(n8n, `http://127.0.0.1:${port}`);
		const shown = async () => JSON.stringify(await editor.nodeType(NODE_TYPE));
		while (!(await shown()).includes(label)) await pause(100);
	};

	try {
		await says('Code changes appear in the editor');
		change("displayName: 'URL'", "displayName: 42, placeholder: 'Broken'");
		await says('error TS');
		expect(said).toContain('nodes/WebPageReport/resources/report/create.ts');
		change("displayName: 42, placeholder: 'Broken'", "displayName: 'Page to Analyse'");
		await untilEditorHas('Page to Analyse');
	} finally {
		// Like Ctrl+C
		process.kill(-(dev.pid ?? 0), 'SIGINT');
	}
	// npm exits with 130, or is ended by the signal itself: a shell shows both as 130
	expect([130, 'SIGINT']).toContain((await ended).find((reason) => reason !== null));
	for (let turn = 0; turn < 50 && processes().length > 0; turn++) await pause(100);
	expect(processes()).toEqual([]);
});
