import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { needPackages, programFile } from './debian';

describe('what a test needs of Debian', () => {
	const { PATH } = process.env;
	let folder: string;
	let printed: jest.SpyInstance;

	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'programs-'));
		process.env.PATH = folder;
		printed = jest.spyOn(console, 'log').mockReturnValue();
	});

	afterEach(() => {
		process.env.PATH = PATH;
		jest.restoreAllMocks();
	});

	function write(program: string, script = ''): void {
		writeFileSync(join(folder, program), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
	}

	/** An apt-get that notes what it is asked for. */
	function writeAptGet(): void {
		write('apt-get', `echo "$@" >> '${folder}/asked'`);
	}

	function asUser(id: number): void {
		jest.spyOn(process, 'getuid').mockReturnValue(id);
	}

	const asked = () => join(folder, 'asked');

	it('is not asked for where it is there, in any folder of PATH', async () => {
		writeAptGet();
		asUser(0);
		write('one');
		process.env.PATH = [join(folder, 'empty'), folder].join(delimiter);
		await needPackages(['one']);
		expect(existsSync(asked())).toBe(false);
		expect(printed).not.toHaveBeenCalled();
		expect(programFile('one')).toBe(join(folder, 'one'));
	});

	it('is installed by root, where it is missing', async () => {
		writeAptGet();
		asUser(0);
		write('one');
		await needPackages(['one', 'b', 'c']);
		expect(readFileSync(asked(), 'utf8')).toBe('update\ninstall --yes b c\n');
	});

	it('is what others are told to install first', async () => {
		writeAptGet();
		asUser(1000);
		write('one');
		await expect(needPackages(['one', 'b', 'c'])).rejects.toThrow(
			'Debian packages are missing. Install them first: sudo apt-get install --yes b c',
		);
		expect(existsSync(asked())).toBe(false);
		expect(printed).not.toHaveBeenCalled();
	});

	it('has to be there already on another system', async () => {
		asUser(0);
		await expect(needPackages(['one', 'two'])).rejects.toThrow(
			'Not in PATH, and needed here: one, two. Install them first.',
		);
		expect(() => programFile('one')).toThrow('The program one is not there.');
	});

	it.each(['test:e2e', 'test:queue'])('is said first of all by npm run %s', (script) => {
		const text = readFileSync(join(__dirname, '../../package.json'), 'utf8');
		const { scripts } = JSON.parse(text) as { scripts: Record<string, string> };
		const [, ...names] =
			/^node test\/support\/debian\.js ([\w -]+) && /.exec(scripts[script] ?? '') ?? [];
		expect(names).toHaveLength(1);
		const args = [join(__dirname, 'debian.js'), ...(names[0]?.split(' ') ?? [])];
		writeAptGet();
		// Also for somebody else
		chmodSync(folder, 0o755);
		const { status, stderr } = spawnSync(process.execPath, args, {
			encoding: 'utf8',
			env: { PATH: folder },
			...(process.getuid?.() === 0 && { uid: 65_534 }),
		});
		expect(status).toBe(1);
		// PostgreSQL is found where Debian has it, whatever PATH says
		const [first = ''] = names[0]?.split(' ') ?? [];
		expect(stderr).toContain(
			`Debian packages are missing. Install them first: sudo apt-get install --yes ${first}`,
		);
		expect(stderr.split('\n')).toHaveLength(2);
		expect(existsSync(asked())).toBe(false);
	});
});
