import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { assertFreePorts, occupy } from '../../../sandbox/launcher/alone';

const root = resolve(__dirname, '../../..');

describe('A folder that another process works with', () => {
	const folder = join(mkdtempSync(join(tmpdir(), 'alone-')), 'home');

	it('is not to be had, and it is said where that runs; when it is gone, it is', async () => {
		const script = `
			const { occupy } = require('./sandbox/launcher/alone.ts');
			occupy(${JSON.stringify(folder)}, 'It bakes a cake: be quiet.').then(() => {
				console.log('has it');
				setInterval(() => {}, 1000);
			});`;
		const args = ['--require', 'tsx/cjs', '-e', script];
		const other = spawn(process.execPath, args, {
			cwd: root,
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		await once(other.stdout, 'data');

		await expect(occupy(folder, 'It eats it.')).rejects.toThrow(
			`It bakes a cake: be quiet. Or stop it first: Ctrl+C where it runs, or end process ${String(other.pid)}.`,
		);
		other.kill('SIGKILL');
		await once(other, 'exit');
		await occupy(folder, 'It eats it.');
		await expect(occupy(folder, '')).rejects.toThrow('It eats it. Or stop it first');
	});
});

describe('Ports', () => {
	/** Listens on some free port. */
	async function taken(): Promise<{ port: number; close: () => void }> {
		const server = createServer().listen(0, '127.0.0.1');
		await once(server, 'listening');
		return { port: (server.address() as AddressInfo).port, close: () => server.close() };
	}

	async function isFree(port: number): Promise<boolean> {
		const server = createServer();
		const listening = once(server.listen(port, '127.0.0.1'), 'listening');
		return await listening.then(
			async () => {
				await once(server.close(), 'close');
				return true;
			},
			() => false,
		);
	}

	it('are looked at together, and one command is given that would work', async () => {
		const [one, other] = [await taken(), await taken()];
		const ports = { '--port': one.port, '--sandbox-port': other.port };
		const error = (await assertFreePorts(ports, 'npm start -- --once').catch(
			(problem: unknown) => problem,
		)) as Error;
		const [, first = '', second = ''] =
			/npm start -- --once --port (\d+) --sandbox-port (\d+)$/.exec(error.message) ?? [];

		expect(error.message).toContain(
			`Ports ${String(one.port)} and ${String(other.port)} are taken by another program.`,
		);
		expect(new Set([first, second, String(one.port), String(other.port)]).size).toBe(4);
		one.close();
		other.close();
	});

	it('that are free stay in the command', async () => {
		const [one, other] = [await taken(), await taken()];
		other.close();
		const ports = { '--port': one.port, '--sandbox-port': other.port };

		await expect(assertFreePorts(ports, 'npm start --')).rejects.toThrow(
			new RegExp(
				`^Port ${String(one.port)} is taken by another program. .*npm start -- --port \\d+ --sandbox-port ${String(other.port)}$`,
			),
		);
		one.close();
	});

	it('that are free are not called taken, though they come after one that is', async () => {
		let one = await taken();
		while (!(await isFree(one.port + 1))) one = await taken();
		const ports = { '--port': one.port, '--sandbox-port': one.port + 1 };

		await expect(assertFreePorts(ports, 'npm start --')).rejects.toThrow(
			`Port ${String(one.port)} is taken by another program.`,
		);
		one.close();
	});
});
