import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { resolve } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

import type { Condition } from '../../sandbox/conditions';
import type { Project, Report } from '../../sandbox/data';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/service';
import { selfSigned } from '../support/certificate';

type Headers = Record<string, string>;

interface Answer {
	status: number;
	headers: Headers;
	/** What was sent as JSON, or else the text. */
	body: unknown;
}

interface Page<Row> {
	data: Row[];
	links: Record<'first' | 'last' | 'prev' | 'next', string | null>;
	meta: Record<'current_page' | 'last_page' | 'per_page' | 'total', number>;
}

let sandbox: Sandbox;
const closers: Array<() => Promise<unknown>> = [];

afterEach(async () => {
	await Promise.all(closers.splice(0).map(async (close) => await close()));
});

/** Starts the sandbox that the test asks; the end of the test closes it. */
async function start(options?: SandboxOptions): Promise<void> {
	const started = await startSandbox(options);
	closers.push(async () => {
		await started.close();
	});
	sandbox = started;
}

/**
 * Asks the sandbox, with its key unless `headers` says otherwise.
 * @param asked method, path and form in one line: `PUT /reports/1 privacy=2&password=secret`
 */
async function ask(asked: string, headers?: Headers): Promise<Answer> {
	const [method, path = '', form] = asked.split(' ');
	const answer = await fetch(sandbox.baseUrl + path, {
		method,
		headers: {
			authorization: `Bearer ${sandbox.apiKey}`,
			...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
			...headers,
		},
		body: form,
		redirect: 'manual',
	});
	const { status } = answer;
	return { status, headers: Object.fromEntries(answer.headers), body: parsed(await answer.text()) };
}

function parsed(sent: string): unknown {
	try {
		return JSON.parse(sent);
	} catch {
		return sent;
	}
}

async function reports(query = ''): Promise<Page<Report>> {
	return (await ask(`GET /reports${query}`)).body as Page<Report>;
}

async function projects(query = ''): Promise<Page<Project>> {
	return (await ask(`GET /projects${query}`)).body as Page<Project>;
}

/** The report that an operation answers with. */
async function report(asked: string): Promise<Report> {
	return ((await ask(asked)).body as { data: Report }).data;
}

/** Asks with a condition for this one request. */
async function askUnder(condition: Condition, asked = 'GET /reports/1'): Promise<Answer> {
	return await ask(asked, { 'x-sandbox': JSON.stringify(condition) });
}

async function statuses(...requests: string[]): Promise<number[]> {
	const seen: number[] = [];
	for (const asked of requests) seen.push((await ask(asked)).status);
	return seen;
}

const CREATE = 'POST /reports url=https://new.example/';

/** Sections 4.1 to 4.7 of the interface document. */
const OPERATIONS = [
	['GET /projects', 200],
	['DELETE /projects/{project}', 200],
	['GET /reports', 200],
	['GET /reports/1', 200],
	[CREATE, 201],
	['PUT /reports/1 privacy=0', 200],
	['DELETE /reports/1', 200],
] as const;

/** Sections 4.1 and 4.3: the parameters of the lists, their values, the default first. */
const PARAMETERS: Array<[path: string, name: string, values: Array<string | number>]> = [
	['/projects', 'search_by', ['project']],
	['/projects', 'sort_by', ['created_at', 'project']],
	['/projects', 'sort', ['desc', 'asc']],
	['/projects', 'per_page', [25, 10, 50, 100]],
	['/reports', 'search_by', ['url', 'project']],
	['/reports', 'sort_by', ['id', 'generated_at', 'url', 'result']],
	['/reports', 'sort', ['desc', 'asc']],
	['/reports', 'per_page', [25, 10, 50, 100]],
];

const UNAUTHENTICATED = { status: 401, body: { message: 'Unauthenticated.' } };
const NOT_FOUND = { status: 404, body: { message: 'Resource not found.', status: 404 } };

describe('The key', () => {
	beforeEach(async () => {
		await start({ keys: ['one', 'two'] });
	});

	it.each(OPERATIONS)('is needed to %s', async (asked) => {
		expect(await ask(asked, { authorization: '' })).toMatchObject(UNAUTHENTICATED);
		expect(sandbox.data.reports.size).toBe(12);
	});

	it.each(['Bearer wrong', 'Bearer ', 'Bearer one two', 'one', 'Basic one'])(
		'is not "%s"',
		async (authorization) => {
			expect(await ask('GET /reports', { authorization })).toMatchObject(UNAUTHENTICATED);
		},
	);

	it.each(['one', 'two'])('can be any that the options name: %s', async (key) => {
		expect((await ask('GET /reports', { authorization: `Bearer ${key}` })).status).toBe(200);
	});
});

describe('An operation', () => {
	it.each(OPERATIONS)('%s answers %s', async (asked, status) => {
		await start();
		const { project = '' } = sandbox.data.reports.get(1) ?? {};

		expect(await ask(asked.replace('{project}', project))).toMatchObject({
			status,
			body: { status },
		});
	});
});

describe('The records', () => {
	async function records(options: SandboxOptions) {
		await start(options);
		return [await reports('?per_page=100'), await projects('?per_page=100')].map(
			({ data }) => data,
		);
	}

	it('are as many as the options say', async () => {
		const [withReports, withProjects] = await records({ reports: 40, projects: 7 });

		expect(withReports).toHaveLength(40);
		expect(withProjects).toHaveLength(7);
	});

	it('are the same with the same seed, and others with another', async () => {
		const first = await records({ seed: 5 });

		expect(await records({ seed: 5 })).toEqual(first);
		expect(await records({ seed: 6 })).not.toEqual(first);
	});
});

describe('A list', () => {
	beforeEach(async () => {
		await start({ reports: 120, projects: 30 });
		// Otherwise the order by date generated would be the one by id
		await ask('PUT /reports/7 results=1');
	});

	it.each(PARAMETERS)('of %s without %s is one with its default', async (path, name, [value]) => {
		const { data, meta } = (await ask(`GET ${path}`)).body as Page<object>;

		expect((await ask(`GET ${path}?${name}=${String(value)}`)).body).toMatchObject({
			data,
			meta,
		});
	});

	it.each(PARAMETERS.flatMap(([path, name, values]) => values.map((value) => [path, name, value])))(
		'of %s takes %s=%s',
		async (path, name, value) => {
			expect((await ask(`GET ${String(path)}?${String(name)}=${String(value)}`)).status).toBe(200);
		},
	);

	it.each(
		PARAMETERS.filter(([, name]) => name === 'sort_by').flatMap(([path, , fields]) =>
			fields.flatMap((field) => [
				{ path, field: String(field), sort: 'asc', direction: 1 },
				{ path, field: String(field), sort: 'desc', direction: -1 },
			]),
		),
	)('of $path is sorted by $field, $sort', async ({ path, field, sort, direction }) => {
		const answer = await ask(`GET ${path}?sort_by=${field}&sort=${sort}&per_page=100`);
		const rows = (answer.body as Page<Record<string, string | number>>).data;
		const values = rows.map((row) => row[field] ?? '');

		expect(new Set(values).size).toBeGreaterThan(1);
		expect(values).toEqual([...values].sort((a, b) => (a < b ? -direction : direction)));
	});

	it('begins with the newest report', async () => {
		expect((await reports()).data.map(({ id }) => id)).toEqual(
			Array.from({ length: 25 }, (_, index) => 120 - index),
		);
	});

	it.each([10, 25, 50, 100])('has %s rows on a page', async (rows) => {
		const { data, meta } = await reports(`?per_page=${String(rows)}`);

		expect(data).toHaveLength(rows);
		expect(meta).toMatchObject({ per_page: rows, total: 120, last_page: Math.ceil(120 / rows) });
	});

	it('of projects has the projects with a piece of text in their name', async () => {
		const [{ project } = { project: '' }] = sandbox.data.projects();
		const found = await projects(`?search=${project.slice(2, -2)}`);

		expect(found.data.map((row) => row.project)).toEqual([project]);
		expect(found.meta.total).toBe(1);
	});

	it('of reports has the ones with a piece of text in their address', async () => {
		const url = sandbox.data.reports.get(3)?.url ?? '';

		expect((await reports(`?search=${encodeURIComponent(url)}`)).data).toMatchObject([{ id: 3 }]);
		expect((await reports('?search=www.&search_by=url')).meta.total).toBe(120);
	});

	it('of reports has the ones of a project', async () => {
		const project = sandbox.data.reports.get(3)?.project ?? '';
		const { data } = await reports(`?search=${project}&search_by=project`);

		expect(data.map(({ id }) => id)).toEqual([93, 63, 33, 3]);
		expect((await reports('?search=www.&search_by=project')).data).toEqual([]);
	});

	it.each(['good', 'decent', 'bad'])('of reports can be the %s ones', async (result) => {
		const { data, meta } = await reports(`?result=${result}&per_page=100`);
		const all = [...sandbox.data.reports.values()];

		expect(new Set(data.map((row) => row.result))).toEqual(new Set([result]));
		expect(meta.total).toBe(all.filter((row) => row.result === result).length);
	});

	it('says which page it is and where the others are', async () => {
		const path = `${sandbox.baseUrl}/reports`;
		const { links, meta } = await reports('?per_page=50&page=2');

		expect(meta).toEqual({
			current_page: 2,
			from: 51,
			last_page: 3,
			path,
			per_page: 50,
			to: 100,
			total: 120,
		});
		expect(links).toEqual({
			first: `${path}?page=1`,
			last: `${path}?page=3`,
			prev: `${path}?page=1`,
			next: `${path}?page=3`,
		});
	});

	it.each([
		{ page: 1, prev: null, next: 2, from: 1, to: 100 },
		{ page: 2, prev: 1, next: null, from: 101, to: 120 },
		{ page: 3, prev: 2, next: null, from: null, to: null },
	])('ends where it ends: page $page', async ({ page, prev, next, from, to }) => {
		const { links, meta } = await reports(`?per_page=100&page=${String(page)}`);
		const link = (to: number | null) => to && `${sandbox.baseUrl}/reports?page=${String(to)}`;

		expect(links).toMatchObject({ prev: link(prev), next: link(next) });
		expect(meta).toMatchObject({ from, to });
	});

	it('has every row once over all its pages', async () => {
		const pages = await Promise.all(
			[1, 2, 3].map(async (page) => await reports(`?per_page=50&page=${String(page)}`)),
		);
		const ids = pages.flatMap(({ data }) => data.map(({ id }) => id));

		expect(ids).toHaveLength(120);
		expect(new Set(ids).size).toBe(120);
	});

	it('can be empty', async () => {
		expect(await reports('?search=nowhere')).toMatchObject({
			data: [],
			links: { prev: null, next: null },
			meta: { current_page: 1, from: null, last_page: 1, to: null, total: 0 },
		});
	});
});

describe('A report', () => {
	beforeEach(async () => {
		await start();
	});

	it('is got as the list has it', async () => {
		const { data } = await reports();

		expect(await report('GET /reports/12')).toEqual(data[0]);
	});

	it('is created private, rated and with a project of its own', async () => {
		const created = await report('POST /reports url=https://www.new.example/page');

		expect(created).toMatchObject({
			id: 13,
			url: 'https://www.new.example/page',
			project: 'new.example',
			privacy: 1,
			password: null,
		});
		expect(['good', 'decent', 'bad']).toContain(created.result);
		expect(Date.now() - Date.parse(created.generated_at)).toBeLessThan(10_000);
		expect(await report('GET /reports/13')).toEqual(created);
		expect((await projects('?search=new.example')).data).toMatchObject([{ reports: 1 }]);
	});

	it.each([
		['privacy=0', 0, null],
		['privacy=1', 1, null],
		['privacy=1&password=secret', 1, null],
		['privacy=2&password=secret', 2, 'secret'],
	])('is created and updated with %s', async (form, privacy, password) => {
		const kept = { privacy, password };

		expect(await report(`POST /reports url=https://new.example/&${form}`)).toMatchObject(kept);
		expect(await report(`PUT /reports/3 ${form}`)).toMatchObject(kept);
		expect(await report('GET /reports/3')).toMatchObject({ id: 3, ...kept });
	});

	it.each(['privacy=0', 'privacy=0&results=0'])('is not rated again by %s', async (form) => {
		const before = await report('GET /reports/3');
		const after = await report(`PUT /reports/3 ${form}`);

		expect(after.generated_at).toBe(before.generated_at);
		expect(after.updated_at > before.updated_at).toBe(true);
	});

	it('is rated again by results=1, which leaves the rest', async () => {
		const before = await report('GET /reports/3');
		const { generated_at, updated_at, ...rest } = await report('PUT /reports/3 results=1');

		expect(generated_at > before.generated_at).toBe(true);
		expect({ ...before, ...rest }).toEqual(before);
		expect(updated_at > before.updated_at).toBe(true);
	});

	it('keeps its password for as long as it is protected by one', async () => {
		await ask('PUT /reports/3 privacy=2&password=secret');

		expect(await report('PUT /reports/3 results=1')).toMatchObject({ password: 'secret' });
		expect(await report('PUT /reports/3 password=other')).toMatchObject({ password: 'other' });
		expect(await report('PUT /reports/3 privacy=0')).toMatchObject({ password: null });
	});

	it('stays as it is when an update says nothing', async () => {
		const before = await report('GET /reports/3');
		const { updated_at } = await report('PUT /reports/3');

		expect(await report('GET /reports/3')).toEqual({ ...before, updated_at });
	});

	it('is gone once it is deleted', async () => {
		expect((await ask('DELETE /reports/3')).body).toEqual({
			id: 3,
			object: 'report',
			deleted: true,
			status: 200,
		});
		expect(await ask('GET /reports/3')).toMatchObject(NOT_FOUND);
		expect(sandbox.data.reports.size).toBe(11);
	});
});

describe('A project', () => {
	it('has a name, a number of reports and a date', async () => {
		await start({ reports: 5, projects: 2 });
		const { project = '', created_at = '' } = sandbox.data.reports.get(1) ?? {};

		expect((await projects(`?search=${project}`)).data).toEqual([
			{ project, reports: 3, created_at },
		]);
	});

	it.each(['plain.example', `${'a-rather-long-name.'.repeat(12)}example`])(
		'is deleted with its reports: %s',
		async (project) => {
			await start();
			await ask(`POST /reports url=https://${project}/`);

			expect(await ask(`DELETE /projects/${project}`)).toMatchObject({
				status: 200,
				body: { id: project, object: 'project', deleted: true, status: 200 },
			});
			expect((await projects()).data).toHaveLength(3);
			expect(await ask('GET /reports/13')).toMatchObject(NOT_FOUND);
			expect(sandbox.data.reports.size).toBe(12);
		},
	);
});

describe('An answer', () => {
	beforeEach(async () => {
		await start();
	});

	it.each([
		['per_page', 'GET /projects?per_page=30'],
		['per_page', 'GET /projects?per_page=many'],
		['sort', 'GET /projects?sort=up'],
		['sort_by', 'GET /projects?sort_by=reports'],
		['search_by', 'GET /projects?search_by=created_at'],
		['per_page', 'GET /reports?per_page=30'],
		['per_page', 'GET /reports?per_page=many'],
		['page', 'GET /reports?page=0'],
		['sort', 'GET /reports?sort=up'],
		['sort_by', 'GET /reports?sort_by=privacy'],
		['search_by', 'GET /reports?search_by=result'],
		['result', 'GET /reports?result=excellent'],
		['url', 'POST /reports'],
		['url', 'POST /reports privacy=1'],
		['url', 'POST /reports url='],
		['url', 'POST /reports url=new.example'],
		['url', 'POST /reports url=ftp://new.example/'],
		['url', 'POST /reports url=https://new+example/'],
		['privacy', 'POST /reports url=https://new.example/&privacy=3'],
		['privacy', 'POST /reports url=https://new.example/&privacy=false'],
		['password', 'POST /reports url=https://new.example/&privacy=2'],
		['password', 'POST /reports url=https://new.example/&privacy=2&password='],
		['privacy', 'PUT /reports/1 privacy=-1'],
		['password', 'PUT /reports/1 privacy=2'],
		['results', 'PUT /reports/1 results=2'],
	])('of 422 names %s: %s', async (field, asked) => {
		const before = JSON.stringify([...sandbox.data.reports]);
		const { status, body } = await ask(asked);
		const { message } = body as { message: Record<string, string[]> };

		expect([status, Object.keys(message)]).toEqual([422, [field]]);
		expect(message[field]?.[0]).toContain(`The ${field} field `);
		expect(JSON.stringify([...sandbox.data.reports])).toBe(before);
	});

	it('of 422 names every wrong field and the values that are allowed', async () => {
		expect((await ask('GET /reports?sort=up&result=fine')).body).toEqual({
			message: {
				sort: ['The sort field must be equal to one of the allowed values: desc, asc.'],
				result: ['The result field must be equal to one of the allowed values: good, decent, bad.'],
			},
			status: 422,
		});
	});

	it('of 422 refuses a body that is not a form', async () => {
		const asked = 'POST /reports {"url":"https://new.example/"}';

		expect(await ask(asked, { 'content-type': 'application/json' })).toMatchObject({
			status: 422,
			body: { message: { body: ['The body field must be object.'] } },
		});
	});

	it.each([
		'DELETE /projects/nowhere.example',
		'GET /reports/99',
		'GET /reports/0x1',
		'GET /reports/%201',
		'PUT /reports/99 privacy=0',
		'DELETE /reports/99',
		'GET /nothing',
		'PATCH /reports/1',
	])('of 404 says that there is no such record: %s', async (asked) => {
		expect(await ask(asked)).toMatchObject(NOT_FOUND);
		expect(sandbox.data.reports.size).toBe(12);
	});
});

describe('A condition', () => {
	beforeEach(async () => {
		await start();
	});

	it('delays the answer', async () => {
		const begin = performance.now();

		expect(await askUnder({ delay: 200 })).toMatchObject({ status: 200 });
		expect(performance.now() - begin).toBeGreaterThan(190);
	});

	it('breaks the connection', async () => {
		await expect(askUnder({ drop: true })).rejects.toThrow('fetch failed');
	});

	it.each([301, 403, 500, 503])('answers with the status %s', async (status) => {
		expect(await askUnder({ status })).toMatchObject({
			status,
			body: { message: 'Something went wrong.', status },
		});
	});

	it.each([
		[undefined, '1'],
		[{ 'Retry-After': '7' }, '7'],
	])('asks to wait with 429: headers %j', async (headers, expected) => {
		expect(await askUnder({ status: 429, headers })).toMatchObject({
			status: 429,
			headers: { 'retry-after': expected },
			body: { message: 'Too Many Attempts.' },
		});
	});

	it('adds headers to the usual answer', async () => {
		expect(await askUnder({ headers: { 'X-Cache': 'hit' } })).toMatchObject({
			status: 200,
			headers: { 'x-cache': 'hit' },
			body: { data: { id: 1 } },
		});
	});

	it.each([
		['a text', 'not JSON', 'not JSON'],
		['a text in JSON', '{"data": 1}', { data: 1 }],
		['nothing', '', ''],
		['an object', { message: { url: ['No.'] } }, { message: { url: ['No.'] } }],
		['a list', [1, 2], [1, 2]],
		['null', null, null],
	])('answers with a body of %s', async (_, body, expected) => {
		for (const done of [false, true]) {
			expect(await askUnder({ body, done })).toMatchObject({
				status: 200,
				headers: { 'content-type': 'application/json' },
				body: expected,
			});
		}
	});

	it('answers with a body of another type', async () => {
		const headers = { 'Content-Type': 'text/csv' };

		expect(await askUnder({ status: 418, body: 'a,b', headers })).toMatchObject({
			status: 418,
			headers: { 'content-type': 'text/csv' },
			body: 'a,b',
		});
	});

	it.each([200, 403, 503])('answers with an HTML page and the status %s', async (status) => {
		const { body, ...rest } = await askUnder({ html: true, status });

		expect(rest).toMatchObject({ status, headers: { 'content-type': 'text/html' } });
		expect(body).toMatch(/^<!DOCTYPE html>/);
	});

	it.each<Condition>([{ drop: true }, { status: 500 }, { html: true }, { body: '' }])(
		'spoils the answer after the work is done, or instead of it: %j',
		async (condition) => {
			const create = async (done: boolean) => {
				await askUnder({ ...condition, done }, CREATE).catch(() => 'dropped');
				return sandbox.data.reports.size;
			};

			expect(await create(false)).toBe(12);
			expect(await create(true)).toBe(13);
		},
	);

	it.each([false, true])('waits before the work, or after it: %j', async (done) => {
		const create = askUnder({ delay: 200, done }, CREATE);
		await pause(100);

		expect(sandbox.data.reports.size).toBe(done ? 13 : 12);
		await create;
		expect(sandbox.data.reports.size).toBe(13);
	});

	it('leaves the status to what was done', async () => {
		expect(await askUnder({ body: 'cut off', done: true }, CREATE)).toMatchObject({
			status: 201,
			body: 'cut off',
		});
	});

	it('leaves the answer alone when there is nothing to spoil it', async () => {
		expect(await askUnder({ done: true, delay: 1 })).toMatchObject({ body: { data: { id: 1 } } });
	});

	it('gives bare records and lists', async () => {
		expect((await askUnder({ shape: 'bare' })).body).toEqual(sandbox.data.reports.get(1));
		expect((await askUnder({ shape: 'bare' }, 'GET /reports')).body).toEqual(
			(await reports()).data,
		);
	});

	it('gives lists in the old style', async () => {
		const { data, links, meta } = await reports('?per_page=10');
		const old = await askUnder({ shape: 'old' }, 'GET /reports?per_page=10');

		expect(links.next).not.toBeNull();
		expect(old.body).toEqual({ ...meta, data, next_page_url: links.next });
		expect((await askUnder({ shape: 'old' })).body).toMatchObject({ data: { id: 1 } });
	});

	it.each<[Condition, number[]]>([
		[{ skip: 1, times: 2 }, [200, 500, 500, 200, 200, 200, 200]],
		[{ every: 3 }, [500, 200, 200, 500, 200, 200, 500]],
		[{ every: 2, skip: 1, times: 2 }, [200, 200, 500, 200, 500, 200, 200]],
	])('applies to some of the requests: %j', async (condition, expected) => {
		sandbox.conditions.push({ ...condition, status: 500 });

		expect(await statuses(...Array<string>(7).fill('GET /reports'))).toEqual(expected);
	});

	it('applies to one method, one path or both, and only counts those', async () => {
		sandbox.conditions.push(
			{ method: 'DELETE', status: 501 },
			{ path: '/projects', status: 502 },
			{ method: 'GET', path: '/reports/2', times: 1, status: 503 },
		);

		expect(
			await statuses(
				'GET /reports/1',
				'DELETE /reports/1',
				'GET /projects?per_page=10',
				'DELETE /projects/none',
				'PUT /reports/2',
				'GET /reports/2',
				'GET /reports/2',
			),
		).toEqual([200, 501, 502, 501, 200, 503, 200]);
	});

	it('can be one of several, of which the first that spoils the answer counts', async () => {
		sandbox.conditions.push(
			{ headers: { 'x-one': '1' } },
			{ status: 500 },
			{ status: 503, headers: { 'x-two': '2' } },
		);

		expect(await ask('GET /reports')).toMatchObject({
			status: 500,
			headers: { 'x-one': '1', 'x-two': '2' },
		});
	});

	it('in the header X-Sandbox is for that request alone', async () => {
		expect((await askUnder({ status: 500 })).status).toBe(500);
		expect((await ask('GET /reports/1')).status).toBe(200);
	});

	it('in the options is there from the start', async () => {
		await start({ conditions: [{ status: 503 }] });

		expect((await ask('GET /reports')).status).toBe(503);
	});

	describe('given to POST /sandbox/conditions', () => {
		async function set(conditions: unknown): Promise<Answer> {
			const answer = await fetch(new URL('/sandbox/conditions', sandbox.baseUrl), {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(conditions),
			});
			return { status: answer.status, headers: {}, body: await answer.json() };
		}

		it('takes the place of those there were, whatever they do', async () => {
			expect(await set([{ status: 500 }])).toMatchObject({
				status: 200,
				body: { conditions: [{ status: 500 }] },
			});
			expect(await statuses('GET /reports')).toEqual([500]);

			expect((await set([{ drop: true }])).status).toBe(200);
			await expect(ask('GET /reports')).rejects.toThrow('fetch failed');

			expect((await set([])).body).toEqual({ conditions: [] });
			expect(await statuses('GET /reports')).toEqual([200]);
		});

		it('has to be in a list', async () => {
			expect(await set({ status: 500 })).toMatchObject({ status: 422 });
			expect(await statuses('GET /reports')).toEqual([200]);
		});

		it('is not among the requests that were seen', async () => {
			await set([]);

			expect(sandbox.requests).toEqual([]);
		});
	});
});

describe('The rate limit', () => {
	it('answers 429 to more requests than a key may make', async () => {
		await start({ keys: ['one', 'two'], rateLimit: { max: 2, window: 60_000 } });

		expect(await statuses('GET /reports', 'GET /projects')).toEqual([200, 200]);
		const { headers, ...refused } = await ask(CREATE);

		expect(refused).toEqual({ status: 429, body: { message: 'Too Many Attempts.', status: 429 } });
		expect(Number(headers['retry-after'])).toBeGreaterThan(50);
		expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
		expect(headers).toMatchObject({ 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '0' });
		expect(sandbox.data.reports.size).toBe(12);
		expect((await ask('GET /reports', { authorization: 'Bearer two' })).status).toBe(200);
	});

	it('begins anew after its window', async () => {
		await start({ rateLimit: { max: 1, window: 1000 } });

		expect(await statuses('GET /reports', 'GET /reports')).toEqual([200, 429]);
		await pause(1100);
		expect(await statuses('GET /reports')).toEqual([200]);
	});
});

describe('The requests', () => {
	it('shows how many requests have been under way at once', async () => {
		await start({ conditions: [{ delay: 50 }] });
		await ask('GET /reports');
		expect(sandbox.mostAtOnce).toBe(1);

		await Promise.all([ask('GET /reports'), ask('GET /projects'), ask('GET /reports/1')]);
		expect(sandbox.mostAtOnce).toBe(3);
	});

	it('are all there in their order, also the refused ones', async () => {
		await start({ conditions: [{ method: 'DELETE', drop: true }] });
		await ask('GET /reports?search=a%20b&per_page=10', { 'x-test': 'yes' });
		await ask('POST /reports url=https://new.example/%C3%A4');
		await ask('PUT /reports/1 privacy=9');
		await ask('GET /projects', { authorization: 'Bearer wrong' });
		await ask('GET /reports/a%2Fb');
		await ask('DELETE /projects/some%20one').catch(() => 'dropped');
		await fetch(new URL('/v2/reports', sandbox.baseUrl));

		expect(
			sandbox.requests.map(({ method, path, query, body }) => [method, path, query, body]),
		).toEqual([
			['GET', '/reports', { search: 'a b', per_page: '10' }, {}],
			['POST', '/reports', {}, { url: 'https://new.example/ä' }],
			['PUT', '/reports/1', {}, { privacy: '9' }],
			['GET', '/projects', {}, {}],
			['GET', '/reports/a%2Fb', {}, {}],
			['DELETE', '/projects/some%20one', {}, {}],
			['GET', '/v2/reports', {}, {}],
		]);
		expect(sandbox.requests[0]?.headers).toMatchObject({
			authorization: 'Bearer sandbox-key',
			'x-test': 'yes',
		});
		expect(sandbox.requests[1]?.headers['content-type']).toMatch('x-www-form-urlencoded');
	});
});

describe('A sandbox', () => {
	it('can be in a sub-folder', async () => {
		await start({ basePath: '/reports/api/v1' });

		expect(sandbox.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/reports\/api\/v1$/);
		expect((await reports()).meta).toMatchObject({ path: `${sandbox.baseUrl}/reports` });
		expect(sandbox.requests).toMatchObject([{ path: '/reports' }]);
	});

	it('can have a certificate of its own', async () => {
		await start({ https: await selfSigned() });
		const answer = await new Promise<IncomingMessage>((fulfil, reject) => {
			const headers = { authorization: `Bearer ${sandbox.apiKey}` };
			request(`${sandbox.baseUrl}/reports/1`, { headers, rejectUnauthorized: false }, fulfil)
				.on('error', reject)
				.end();
		});

		expect(sandbox.baseUrl).toMatch(/^https:/);
		expect(await json(answer)).toMatchObject({ data: { id: 1 } });
		await expect(ask('GET /reports')).rejects.toMatchObject({
			cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
		});
	});

	it('does not answer once it is closed, and does not wait for answers under way', async () => {
		await start({ conditions: [{ delay: 60_000 }] });
		const underWay = expect(ask('GET /reports')).rejects.toThrow('fetch failed');
		while (sandbox.requests.length === 0) await pause(1);
		await sandbox.close();

		await underWay;
		await expect(ask('GET /reports')).rejects.toThrow('fetch failed');
	});
});

describe('The command', () => {
	/** Runs what `npm run sandbox` runs; the end of the test ends it. */
	function run(...options: string[]) {
		const child = spawn(
			process.execPath,
			['node_modules/tsx/dist/cli.mjs', 'sandbox/main.ts', ...options],
			{ cwd: resolve(__dirname, '../..'), stdio: ['ignore', 'pipe', 'pipe'] },
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
		sandbox = { ...sandbox, baseUrl: /http:\S+v1/.exec(printed)?.[0] ?? '', apiKey: 'mine' };
		const begin = performance.now();
		const { headers, body } = await ask('GET /reports');

		expect(performance.now() - begin).toBeGreaterThan(190);
		expect(body).toMatchObject({ data: expected.data, total: 30 });
		expect(headers).toMatchObject({ 'x-ratelimit-limit': '2', 'x-ratelimit-reset': '60' });
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
		['--port=many', '--port takes a whole number up to 65535, not "many".'],
		['--port=65536', '--port takes a whole number up to 65535, not "65536".'],
		['--reports=-1', '--reports takes a whole number, not "-1".'],
		['--shape=round', '--shape takes bare or old, not "round".'],
		['--colour', "Unknown option '--colour'"],
	])('says in one sentence what is wrong with %s', async (option, sentence) => {
		expect(await ended(run(option))).toEqual({ out: '', error: `${sentence}\n`, code: 1 });
	});
});
