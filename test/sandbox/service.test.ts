import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';

import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/service/service';

interface Answer {
	status: number;
	headers: Record<string, string>;
	body: { data: Array<Record<string, unknown>>; message: Record<string, string[]> };
}

const closers: Array<() => Promise<unknown>> = [];

afterEach(async () => {
	await Promise.all(closers.splice(0).map(async (close) => await close()));
});

/** Starts a sandbox; closed at the end of the test. */
async function start(options?: SandboxOptions): Promise<Sandbox> {
	const sandbox = await startSandbox(options);
	closers.push(async () => {
		await sandbox.close();
	});
	return sandbox;
}

/**
 * Sends a request to a sandbox.
 *
 * @param asked method, path and form in one line: `PUT /reports/1 privacy=2&password=secret`
 */
async function ask(
	{ baseUrl, apiKey }: Pick<Sandbox, 'baseUrl' | 'apiKey'>,
	asked: string,
	more?: Record<string, string>,
): Promise<Answer> {
	const [method, path = '', body] = asked.split(' ');
	const form = { 'content-type': 'application/x-www-form-urlencoded' };
	const headers = { authorization: `Bearer ${apiKey}`, ...(body && form), ...more };
	const answer = await fetch(baseUrl + path, { method, headers, body });
	return {
		status: answer.status,
		headers: Object.fromEntries(answer.headers),
		body: (await answer.json()) as Answer['body'],
	};
}

it('does nothing with a wrong key, or above the limit of a key', async () => {
	const sandbox = await start({ keys: ['one', 'two'], rateLimit: { max: 1, window: 60_000 } });
	const create = 'POST /reports url=https://new.example/';
	const statusOf = async (apiKey: string) => (await ask({ ...sandbox, apiKey }, create)).status;
	expect(await statusOf('wrong')).toBe(401);
	expect(await statusOf('one')).toBe(201);
	expect(await statusOf('one')).toBe(429);
	expect(await statusOf('two')).toBe(201);
	expect(sandbox.data.reports.size).toBe(14);
});

it.each([
	['page', 'GET /reports?page=0'],
	['result', 'GET /reports?result=excellent'],
	['url', 'POST /reports url=ftp://new.example/'],
	['password', 'POST /reports url=https://new.example/&privacy=2&password='],
	['results', 'PUT /reports/1 results=2'],
])('rejects an invalid %s, naming the field, and changes nothing: %s', async (field, asked) => {
	const sandbox = await start();
	const before = JSON.stringify([...sandbox.data.reports]);
	const { status, body } = await ask(sandbox, asked);
	expect([status, Object.keys(body.message)]).toEqual([422, [field]]);
	expect(body.message[field]?.[0]).toContain(`The ${field} field `);
	expect(JSON.stringify([...sandbox.data.reports])).toBe(before);
});

it('sorts a list, and filters it by search and by result', async () => {
	const sandbox = await start({ reports: 120, projects: 30 });
	const reports = [...sandbox.data.reports.values()];
	// Otherwise the order by generated_at would equal the order by id
	await ask(sandbox, 'PUT /reports/7 results=1');
	const idsOf = async (query: string) =>
		(await ask(sandbox, `GET /reports?per_page=10&${query}`)).body.data.map(({ id }) => id);
	expect(await idsOf('sort=asc&sort_by=generated_at')).toEqual([1, 2, 3, 4, 5, 6, 8, 9, 10, 11]);
	expect(await idsOf(`search=${encodeURIComponent(reports[2]?.url ?? '')}`)).toEqual([3]);
	const inProject = `search=${reports[2]?.project ?? ''}&search_by=project`;
	expect(await idsOf(inProject)).toEqual([93, 63, 33, 3]);
	const bad = reports.filter(({ result }) => result === 'bad').map(({ id }) => id);
	expect(await idsOf('result=bad&sort=asc')).toEqual(bad.slice(0, 10));
});

it('applies the condition in the header X-Sandbox to one request, and others until they are replaced', async () => {
	const sandbox = await start();
	const set = async (conditions: unknown) => {
		const body = JSON.stringify(conditions);
		const headers = { 'content-type': 'application/json' };
		const url = new URL('/sandbox/conditions', sandbox.baseUrl);
		return (await fetch(url, { method: 'POST', headers, body })).status;
	};
	const statusOf = async (more = {}) => (await ask(sandbox, 'GET /reports/1', more)).status;
	expect(await statusOf({ 'x-sandbox': '{"status":429}' })).toBe(429);
	expect(await statusOf()).toBe(200);
	expect(await set([{ status: 500 }])).toBe(200);
	expect(await set({ status: 503 })).toBe(422);
	expect(await statusOf()).toBe(500);
	expect(await set([])).toBe(200);
	expect(await statusOf()).toBe(200);
});

describe('npm run sandbox', () => {
	/** Runs the script's command; stopped at the end of the test. */
	function run(...options: string[]) {
		const child = spawn(
			process.execPath,
			['node_modules/tsx/dist/cli.mjs', 'sandbox/service/main.ts', ...options],
			{ cwd: resolve(__dirname, '../..'), stdio: ['ignore', 'pipe', 'pipe'] },
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
		const { stdout } = run(...named, '--delay=200', '--shape=old');
		const [printed] = (await once(stdout, 'data')) as [Buffer];
		const [, baseUrl = '', port = ''] =
			/Base URL {2}(http:.+:(\d+)\/api\/v1)/.exec(printed.toString()) ?? [];
		const same = await ask(await start({ reports: 30, projects: 2, seed: 3 }), 'GET /reports');
		const began = performance.now();
		const { headers, body } = await ask({ baseUrl, apiKey: 'mine' }, 'GET /reports');
		expect(performance.now() - began).toBeGreaterThan(190);
		expect(body).toMatchObject({ data: same.body.data, total: 30 });
		expect(headers).toMatchObject({ 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '1' });
		expect(printed.toString()).toContain(`curl -H "Authorization: Bearer mine" ${baseUrl}/reports`);
		const taken =
			'The port is taken, perhaps by a sandbox that is still running. Stop that one, or choose another port: npm run sandbox -- --port 4000\n';
		expect(await ended(run('--port', port))).toEqual(['', taken, 1, null]);
	});

	it.each([
		['--port=65536', '--port takes a whole number up to 65535, not "65536".'],
		['--shape=round', '--shape takes bare or old, not "round".'],
		['--colour', "Unknown option '--colour'"],
	])('says in one sentence what is wrong with %s', async (option, sentence) => {
		expect(await ended(run(option))).toEqual(['', `${sentence}\n`, 1, null]);
	});
});
