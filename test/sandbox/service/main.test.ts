import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';

import { ask, closers, reports, sandbox, start, use } from './client';

describe('The command', () => {
	/** Runs what `npm run sandbox` runs; the end of the test ends it. */
	function run(...options: string[]) {
		const child = spawn(
			process.execPath,
			['node_modules/tsx/dist/cli.mjs', 'sandbox/service/main.ts', ...options],
			{ cwd: resolve(__dirname, '../../..'), stdio: ['ignore', 'pipe', 'pipe'] },
		);
		const closed = once(child, 'close') as Promise<[code: number]>;
		closers.push(async () => {
			child.kill();
			await closed;
		});
		return { stdout: child.stdout, stderr: child.stderr, closed };
	}

	/** What a command prints when the sandbox runs. */
	async function running({ stdout }: ReturnType<typeof run>): Promise<string> {
		const [printed] = (await once(stdout, 'data')) as [Buffer];
		return printed.toString();
	}

	/** All that a command prints until it ends by itself, and its exit code. */
	async function ended({ stdout, stderr, closed }: ReturnType<typeof run>) {
		const [out, error, [code]] = await Promise.all([text(stdout), text(stderr), closed]);
		return { out, error, code };
	}

	it('prints the address and the key, and says so when the port is taken', async () => {
		const printed = await running(run('--port', '0'));
		const [, baseUrl = '', port = ''] = /Base URL {2}(http:.+:(\d+)\/api\/v1)/.exec(printed) ?? [];
		const [, key = ''] = /API Key {3}(.+)/.exec(printed) ?? [];
		const answer = await fetch(`${baseUrl}/reports`, {
			headers: { authorization: `Bearer ${key}` },
		});

		expect(answer.status).toBe(200);
		expect(printed).toContain(`curl -H "Authorization: Bearer ${key}" ${baseUrl}/reports`);
		expect(await ended(run('--port', port))).toEqual({
			out: '',
			error:
				'The port is taken, perhaps by a sandbox that is still running. Stop that one, or choose another port: npm run sandbox -- --port 4000\n',
			code: 1,
		});
	});

	it('takes options', async () => {
		const options = { port: 0, key: 'mine', reports: 30, projects: 2, seed: 3, 'rate-limit': 2 };
		const named = Object.entries(options).map(([name, value]) => `--${name}=${String(value)}`);
		const printed = await running(run(...named, '--delay=200', '--shape=old'));
		await start({ reports: 30, projects: 2, seed: 3 });
		const expected = await reports();
		use({ ...sandbox, baseUrl: /http:\S+v1/.exec(printed)?.[0] ?? '', apiKey: 'mine' });
		const begin = performance.now();
		const { headers, body } = await ask('GET /reports');

		expect(performance.now() - begin).toBeGreaterThan(190);
		expect(body).toMatchObject({ data: expected.data, total: 30 });
		expect(headers).toMatchObject({ 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '1' });
	});

	it('explains its options', async () => {
		const { out, error, code } = await ended(run('--help'));

		expect([error, code]).toEqual(['', 0]);
		expect(out.match(/--[a-z-]+ /g)?.map((option) => option.slice(2, -1))).toEqual([
			'port',
			'key',
			'reports',
			'projects',
			'seed',
			'rate-limit',
			'delay',
			'shape',
			'help',
		]);
	});

	it.each([
		['--port', "Option '--port <value>' argument missing"],
		['--port=many', '--port takes a whole number up to 65535, not "many".'],
		['--port=65536', '--port takes a whole number up to 65535, not "65536".'],
		['--reports=-1', '--reports takes a whole number, not "-1".'],
		['--shape=round', '--shape takes bare or old, not "round".'],
		['--colour', "Unknown option '--colour'"],
	])('says in one sentence what is wrong with %s', async (option, sentence) => {
		expect(await ended(run(option))).toEqual({ out: '', error: `${sentence}\n`, code: 1 });
	});
});
