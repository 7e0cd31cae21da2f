import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

import { ask, closers, CREATE, dataOf, sandbox, start, statuses, use } from './client';

it('answers 429 above the limit of a key, and does nothing', async () => {
	await start({ keys: ['one', 'two'], rateLimit: { max: 2, window: 3000 } });
	expect(await statuses('GET /reports', 'GET /reports/1')).toEqual([200, 200]);
	expect(await ask(CREATE)).toMatchObject({ status: 429, body: { message: 'Too Many Attempts.' } });
	expect(sandbox.data.reports.size).toBe(12);
	expect((await ask(CREATE, { authorization: 'Bearer two' })).status).toBe(201);
	await pause(3000);
	expect(await statuses(CREATE, CREATE, CREATE)).toEqual([201, 201, 429]);
});

describe('npm run sandbox', () => {
	/** Runs the script's command; stopped at the end of the test. */
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

	/** Its output, its errors and its exit code, once it has exited by itself. */
	const ended = async ({ stdout, stderr, closed }: ReturnType<typeof run>) =>
		(await Promise.all([text(stdout), text(stderr), closed])).flat();

	it('takes options, prints the address and the key, and reports a taken port', async () => {
		const options = { port: 0, key: 'mine', reports: 30, projects: 2, seed: 3, 'rate-limit': 2 };
		const named = Object.entries(options).map(([name, value]) => `--${name}=${String(value)}`);
		const [printed] = (await once(run(...named, '--delay=200', '--shape=old').stdout, 'data')) as [
			Buffer,
		];
		const [, baseUrl = '', port = ''] =
			/Base URL {2}(http:.+:(\d+)\/api\/v1)/.exec(printed.toString()) ?? [];
		await start({ reports: 30, projects: 2, seed: 3 });
		const data = await dataOf('GET /reports');
		use({ ...sandbox, baseUrl, apiKey: 'mine' });
		const began = performance.now();
		const { headers, body } = await ask('GET /reports');

		expect(performance.now() - began).toBeGreaterThan(190);
		expect(body).toMatchObject({ data, total: 30 });
		expect(headers).toMatchObject({ 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '1' });
		expect(printed.toString()).toContain(`curl -H "Authorization: Bearer mine" ${baseUrl}/reports`);
		const taken =
			'The port is taken, perhaps by a sandbox that is still running. Stop that one, or choose another port: npm run sandbox -- --port 4000\n';
		expect(await ended(run('--port', port))).toEqual(['', taken, 1, null]);
	});

	it.each([
		['--port', "Option '--port <value>' argument missing"],
		['--port=65536', '--port takes a whole number up to 65535, not "65536".'],
		['--shape=round', '--shape takes bare or old, not "round".'],
		['--colour', "Unknown option '--colour'"],
	])('says in one sentence what is wrong with %s', async (option, sentence) => {
		expect(await ended(run(option))).toEqual(['', `${sentence}\n`, 1, null]);
	});
});
