import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { install, isInstalled, npm, runNpm } from '../../../sandbox/launcher/install';
import { runProgram } from '../../../sandbox/launcher/program';

const cwd = mkdtempSync(join(tmpdir(), 'install-'));

describe('npm', () => {
	it('is run as the script that it is, also where nobody has said where that lies', async () => {
		const { npm_execpath: said } = process.env;
		try {
			for (const place of [said, undefined, '/opt/pnpm/bin/pnpm.cjs']) {
				if (place === undefined) delete process.env.npm_execpath;
				else process.env.npm_execpath = place;
				const { command, args } = npm('--version');
				// Where it lies neither there nor beside this Node.js, it is the one in PATH
				expect([process.execPath, 'npm']).toContain(command);
				if (place === said && said !== undefined) expect(command).toBe(process.execPath);
				expect((await runProgram({ command, args, cwd })).output).toMatch(/^\d+\.\d+\.\d+\n$/);
			}
		} finally {
			if (said !== undefined) process.env.npm_execpath = said;
		}
	});
});

describe('An installation', () => {
	/** A folder to install in, and an installer that notes each time it runs. */
	function installation(exit = 0) {
		const folder = mkdtempSync(join(cwd, 'folder-'));
		writeFileSync(join(folder, 'wanted'), 'this');
		const script = `
			const { appendFileSync, mkdirSync } = require('node:fs');
			mkdirSync('node_modules', { recursive: true });
			appendFileSync('node_modules/runs', 'x');
			process.exit(${String(exit)});`;
		const installer = { command: process.execPath, args: ['-e', script] };
		const runs = () => readFileSync(join(folder, 'node_modules/runs'), 'utf8').length;
		return { folder, files: ['wanted'], installer, runs };
	}

	it('is done once, and again when something else is wanted', async () => {
		const what = installation();
		expect(isInstalled(what)).toBe(false);
		await install('Installing', what);
		await install('Installing', what);
		expect([what.runs(), isInstalled(what)]).toEqual([1, true]);

		writeFileSync(join(what.folder, 'wanted'), 'that');
		expect(isInstalled(what)).toBe(false);
		await install('Installing', what);
		expect(what.runs()).toBe(2);
	});

	it('that has failed is done again, from nothing where that is asked for', async () => {
		const what = installation(1);
		const { installer } = installation();
		await expect(install('Installing', what)).rejects.toThrow('Installing: this failed.');
		expect(isInstalled(what)).toBe(false);
		await install('Installing', { ...what, installer, afresh: true });

		expect([what.runs(), existsSync(join(what.folder, 'node_modules/.installed'))]).toEqual([
			1,
			true,
		]);
	});
});

describe('A failed installation', () => {
	/** What is said of an installer that has failed with these words. */
	async function said(printed: string, folder = cwd): Promise<string> {
		const args = ['-e', 'console.error(process.env.PRINTED); process.exit(1)'];
		const env = { ...process.env, PRINTED: printed };
		const program = { command: process.execPath, args, cwd: folder, env };
		const failed = runNpm('Installing n8n', program);
		return await failed.then(
			() => 'nothing',
			(error: unknown) => (error as Error).message,
		);
	}

	const BUILD = 'The database driver of n8n had to be built here and could not be';

	it.each([
		[
			'the registry is not there',
			'npm error code EAI_AGAIN\nnpm error request to https://registry.npmjs.org/x failed, reason: getaddrinfo EAI_AGAIN registry.npmjs.org',
			'The npm registry cannot be reached: check the network connection and run the command again.',
		],
		[
			'the registry is not there, for pnpm',
			'ERR_PNPM_META_FETCH_FAIL  GET https://registry.npmjs.org/n8n: request to https://registry.npmjs.org/n8n failed, reason: connect ECONNREFUSED 127.0.0.1:1',
			'The npm registry cannot be reached',
		],
		[
			'a version is gone',
			'npm error code ETARGET\nnpm error notarget No matching version found for x@9.9.9.',
			'Something that it needs is not in the npm registry',
		],
		['the disk is full', 'npm error code ENOSPC', 'The disk is full: n8n needs about 2.5 GB.'],
		[
			'the home folder cannot be written to',
			"npm error code EACCES\nnpm error syscall mkdir\nnpm error path /home/ada/.npm\nnpm error errno -13\nnpm error Your cache folder contains root-owned files\nnpm error   sudo chown -R 1000:1000 '/home/ada/.npm'\nnpm error Error: EACCES: permission denied, mkdir '/home/ada/.npm'",
			'It may not write to /home/ada/.npm: that has to belong to you',
		],
		[
			'there is no compiler, after a download that failed as well',
			'sqlite3 install: prebuild-install warn install getaddrinfo ENOTFOUND github.com\nsqlite3 install: gyp ERR! build error\nsqlite3 install: gyp ERR! stack Error: not found: make',
			`${BUILD}: install Python 3, make and a C++ compiler`,
		],
		[
			'there is no Python',
			'gyp ERR! find Python Python is not set from command line or npm configuration',
			`${BUILD}: install Python 3, make and a C++ compiler`,
		],
		[
			'the headers of Node.js are not to be had',
			'gyp http GET https://nodejs.org/download/release/v24.13.0/node-v24.13.0-headers.tar.gz\ngyp ERR! stack FetchError: request to https://nodejs.org/download/release/v24.13.0/node-v24.13.0-headers.tar.gz failed, reason: getaddrinfo ENOTFOUND nodejs.org',
			`${BUILD}: the headers of Node.js cannot be downloaded from nodejs.org.`,
		],
		[
			'nobody knows why',
			'npm error something else',
			'Its last words:\n\n  npm error something else',
		],
	])('says what to do when %s', async (_, printed, sentence) => {
		const message = await said(printed);

		expect(message).toMatch(/^Installing n8n: this failed\. /);
		expect(message).toContain(sentence);
	});

	it('says that blanks in the path are why, where they are', async () => {
		const printed = 'gyp ERR! build error\ngyp ERR! stack Error: `make` failed with exit code: 2';
		const folder = mkdtempSync(join(cwd, 'my project-'));

		expect(await said(printed, folder)).toContain(
			`${BUILD}: its tools do not work where there is a blank in the path (${folder}). Move the project`,
		);
		expect(await said(printed)).not.toContain('blank in');
	});

	it('never leads to a sudo, as npm would', async () => {
		const message = await said(
			'npm error code EACCES\nnpm error path /home/ada/.npm\nnpm error\nnpm error Your cache folder contains root-owned files\nnpm error   sudo chown -R 1000:1000 "/home/ada/.npm"',
		);

		expect(message).toContain('npm error path /home/ada/.npm');
		expect(message).not.toContain('sudo');
	});
});
