import type { INodeParameters } from 'n8n-workflow';

import type { Condition } from '../../sandbox/service/conditions';
import { selfSigned } from '../support/certificate';
import { fastTime, run } from '../support/engine';
import { locator, project, report } from '../support/node';
import { http, startRawService } from '../support/rawService';
import { byId, closedLater, CREATE, numbered, type Service, startEmpty } from '../support/service';

const time = fastTime();

let service: Service;

/** Starts a service with the reports 1 to 3 and these faults. */
async function start(...conditions: Condition[]): Promise<void> {
	service = await startEmpty({ reports: 3, projects: 1, conditions });
}

const ANALYSE = byId('update', { updateFields: { results: 1 } });
const PUBLISH = byId('update', { updateFields: { privacy: 0 } });
const first = { items: [{ number: 1 }] };

/** The requests so far, without their values. */
const sent = () => service.requests.map(({ method, path }) => `${method} ${path}`);

it.each<[string, INodeParameters, string[]]>([
	['a create', CREATE, ['POST /reports']],
	['an update', PUBLISH, ['PUT /reports/1']],
	['a re-analysis', ANALYSE, ['PUT /reports/1']],
	['a delete', byId('delete'), ['DELETE /reports/1']],
	[
		'a delete of a project',
		project('delete', { project: locator('name', 'example.com') }),
		['DELETE /projects/example.com'],
	],
	[
		'a list of three pages',
		report('getAll', { returnAll: true, options: { perPage: 10 } }),
		['GET /reports', 'GET /reports', 'GET /reports'],
	],
])('an ordinary run sends nothing more: %s', async (_, parameters, requests) => {
	service = await startEmpty({ reports: 29, projects: 1 });
	service.data.create('https://example.com/', 1, null);
	expect((await service.run(parameters, first)).error).toBeUndefined();
	expect(sent()).toEqual(requests);
});

describe('a re-analysis whose response is lost', () => {
	it.each<[string, Condition]>([
		['a broken connection', { drop: true, done: true }],
		['a gateway that gave up, and finished later', { status: 504, late: 200 }],
		['words', { body: { message: 'Queued.' }, done: true }],
		['a page', { html: true, status: 200, done: true }],
		['a redirect', { status: 303, headers: { location: 'https://portal.example/' }, done: true }],
	])('returns the report with its new results: %s', async (_, lost) => {
		await start({ method: 'PUT', ...lost });
		const { items, error } = await service.run(ANALYSE, first);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual({
			...service.data.reports.get(1),
			results: undefined,
			password: undefined,
		});
		expect([service.writes(), items[0]?.json.generated_at]).toEqual([
			1,
			service.data.reports.get(1)?.generated_at,
		]);
	});

	it('may have been done if the report keeps its results for a minute', async () => {
		await start({ method: 'PUT', drop: true });
		const { error, took } = await service.run(ANALYSE, { ...first, retryOnFail: true });
		expect(error?.description).toMatch(/^Report 1 may have been analysed again\./);
		expect([service.writes(), service.reads()]).toEqual([1, 4]);
		expect(took).toBeGreaterThanOrEqual(60_000);
	});
});

it('two updates of one report arrive in order, even if the first has to be repeated', async () => {
	await start({ method: 'PUT', status: 503, times: 1 });
	const parameters = byId('update', { updateFields: { privacy: '={{ $json.privacy }}' } });
	const items = [0, 1].map((privacy) => ({ number: 1, privacy }));
	const outcome = await service.run(parameters, { items });
	expect(outcome.items.map(({ json }) => json.privacy)).toEqual([0, 1]);
	expect(service.requests.map(({ body }) => body.privacy)).toEqual(['0', '0', '1']);
});

it('an update whose first try failed does not hold back the next one of its report', async () => {
	await start({ method: 'PUT', status: 422, times: 1 });
	const items = [{ number: 1 }, { number: 1 }];
	const outcome = await service.run(PUBLISH, { items, onError: 'continueErrorOutput' });
	expect([outcome.items.length, outcome.failed.length]).toEqual([1, 1]);
});

describe('with Retry On Fail, a create is sent once', () => {
	it.each<[string, Condition]>([
		['a status of 0', { status: 201, body: { status: 0, message: 'created' } }],
		['a result of 0', { status: 201, body: { result: 0, data: null } }],
		[
			'a redirect to another host',
			{ status: 303, headers: { location: 'https://portal.example/r/1' } },
		],
		['a redirect to a page of the same name', { status: 302, headers: { location: '/reports' } }],
		['a yes and a no', { status: 201, body: { success: true, errors: ['Late.'] } }],
	])('if it is answered with %s: its report is found', async (_, answer) => {
		await start({ method: 'POST', done: true, ...answer });
		const { items, error } = await service.run(CREATE, {
			...first,
			retryOnFail: true,
			maxTries: 5,
		});
		expect(error).toBeUndefined();
		expect([service.writes(), items[0]?.json.url]).toEqual([1, 'https://example.com/1']);
	});
});

it('a report that was stored by a cache before the create is not its report', async () => {
	await start({ method: 'POST', status: 504 });
	const old = service.data.create('https://example.com/1', 1, null, new Date(Date.now() - 240_000));
	const date = new Date(Date.now() - 238_000).toUTCString();
	service.conditions.push({ method: 'GET', headers: { age: '238', date } });
	const { error, items } = await service.run(CREATE, first);
	expect([items, service.data.reports.has(old.id)]).toEqual([[], true]);
	expect(error?.description).toMatch(/^The report for \S+ may have been created\./);
});

describe('while a write is settled,', () => {
	const several = { items: [{ number: 1 }, { number: 2 }] };

	it('another item that fails ends it', async () => {
		await start({ method: 'PUT', path: '/reports/1', drop: true });
		service.conditions.push({ method: 'PUT', path: '/reports/2', status: 422, delay: 300 });
		const { error } = await service.run(ANALYSE, several);
		expect(error?.itemIndex).toBe(1);
		expect(error?.description).toMatch(
			/0 of 2 reports were updated, but 1 may have been: report 1\./,
		);
		const reads = service.reads();
		jest.advanceTimersByTime(120_000);
		expect(service.reads()).toBe(reads);
	});

	it('a person who stops the workflow ends it', async () => {
		time.speed = 1;
		await start({ method: 'DELETE', drop: true });
		const stopWhen = () => service.reads() > 0;
		const { took } = await service.run(byId('delete'), { ...first, stopWhen });
		time.speed = 40;
		expect(took).toBeLessThan(9_000);
	});

	it('no other item starts, because its failure would stop the workflow', async () => {
		await start({ method: 'PUT', path: '/reports/1', times: 1, drop: true, done: true });
		const credential = { ...service.credential, requestsAtOnce: 1 };
		const { items } = await service.run(ANALYSE, { ...several, credential });
		expect(items.map(({ json }) => json.id)).toEqual([1, 2]);
		expect(sent()).toEqual(['PUT /reports/1', 'GET /reports/1', 'PUT /reports/2']);
	});

	it('an agent waits no longer than 45 seconds', async () => {
		await start({ method: 'PUT', drop: true });
		const { error, took } = await service.run(ANALYSE, { ...first, asTool: true });
		expect(error?.message).toMatch(/Report 1 may have been analysed again\./);
		expect([took < 47_000, service.reads()]).toEqual([true, 3]);
	});

	it('a limit is waited for', async () => {
		await start({ method: 'DELETE', drop: true, done: true, times: 1 });
		service.conditions.push({ method: 'GET', status: 429, times: 2 });
		expect((await service.run(byId('delete'), first)).items[0]?.json).toEqual({
			deleted: true,
			id: 1,
		});
	});
});

describe('PHP messages around the JSON', () => {
	const NOTICE =
		'<br />\n<b>Deprecated</b>:  Optional parameter $x declared in <b>/home/a/index.php</b> on line <b>12</b><br />\n';

	it.each([
		['before', (json: string) => NOTICE.repeat(3) + json],
		['after', (json: string) => json + NOTICE],
		['around', (json: string) => `\nWarning: x in /a.php on line 3\n${json}<!-- cached -->`],
	])('%s it do no harm', async (_, wrap) => {
		const data = { id: 1, url: 'https://example.com/1', privacy: 0, password: 'stored' };
		let requests = 0;
		const raw = closedLater(
			await startRawService(({ text }, socket) => {
				requests++;
				const list = text.startsWith('GET /api/v1/reports?');
				socket.write(http(200, {}, wrap(JSON.stringify({ data: list ? [data] : data }))));
			}),
		);
		const credential = { baseUrl: raw.baseUrl, apiKey: 'key' };
		const all = [report('getAll'), byId('get'), CREATE, PUBLISH, ANALYSE, byId('delete')];
		for (const parameters of all) {
			const { items, error } = await run({ credential, parameters, ...first });
			expect([error, items[0]?.json.id, items[0]?.json.password]).toEqual([
				undefined,
				1,
				undefined,
			]);
		}
		expect(requests).toBe(all.length);
	});
});

it('creates are sent again if the TLS handshake is closed, because nothing was sent', async () => {
	let connections = 0;
	const made: string[] = [];
	const raw = closedLater(
		await startRawService(
			({ text }, socket) => {
				const [, url] = /url=([^&]*)/.exec(text) ?? [];
				made.push(decodeURIComponent(url ?? ''));
				const body = JSON.stringify({ data: { id: made.length, url } });
				socket.end(http(201, { Connection: 'close' }, body));
			},
			await selfSigned(),
			() => ++connections % 5 === 0,
		),
	);
	const { items, error } = await run({
		credential: { baseUrl: raw.baseUrl, apiKey: 'key', allowUnauthorizedCerts: true },
		parameters: CREATE,
		items: numbered(20),
	});
	expect([error, items.length, new Set(made).size, made.length]).toEqual([undefined, 20, 20, 20]);
});
