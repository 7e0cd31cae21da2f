import type { Condition } from '../../sandbox/service/conditions';
import { selfSigned } from '../support/certificate';
import { fastTime, run } from '../support/engine';
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

// What a read shows: test/nodes/WebPageReport/transport/settle
describe('a re-analysis whose response is lost', () => {
	it.each<[string, Condition]>([
		['a broken connection', { drop: true, done: true }],
		['a gateway that gave up, and finished later', { status: 504, late: 200 }],
		['a page', { html: true, status: 200, done: true }],
	])('returns the report with its new results: %s', async (_, lost) => {
		await start({ method: 'PUT', ...lost });
		const { items, error } = await service.run(ANALYSE, first);
		expect(error).toBeUndefined();
		const report = service.data.reports.get(1);
		expect(items[0]?.json).toEqual({ ...report, results: undefined, password: undefined });
		expect(service.writes()).toBe(1);
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
	it('another item that fails ends it', async () => {
		await start({ method: 'PUT', path: '/reports/1', drop: true });
		service.conditions.push({ method: 'PUT', path: '/reports/2', status: 422, delay: 300 });
		const { error } = await service.run(ANALYSE, { items: [{ number: 1 }, { number: 2 }] });
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
});

it('PHP messages around the JSON do no harm', async () => {
	const notice =
		'<br />\n<b>Deprecated</b>:  Optional parameter $x declared in <b>/home/a/index.php</b> on line <b>12</b><br />\n';
	const data = { id: 1, url: 'https://example.com/1', privacy: 0 };
	const raw = closedLater(
		await startRawService((_, socket) => {
			socket.write(http(200, {}, `${notice}${JSON.stringify({ data })}<!-- cached -->`));
		}),
	);
	const credential = { baseUrl: raw.baseUrl, apiKey: 'key' };
	for (const parameters of [byId('get'), CREATE, PUBLISH, byId('delete')]) {
		const { items } = await run({ credential, parameters, ...first });
		expect(items[0]?.json.id).toBe(1);
	}
	expect(raw.requests).toHaveLength(4);
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
