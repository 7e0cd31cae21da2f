import { setTimeout as sleep } from 'node:timers/promises';

import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/service/service';
import { run, type RunOptions } from '../support/engine';
import { locator, report } from '../support/node';
import { addresses, byId, CREATE, numbered } from '../support/numberedService';
import { forward, http, type RawService, startRawService } from '../support/rawService';

const sandboxes: Sandbox[] = [];
let raw: RawService | undefined;

afterAll(async () => {
	await Promise.all(
		[raw, ...sandboxes].map(async (service) => {
			await service?.close();
		}),
	);
});

async function start(options: SandboxOptions): Promise<Sandbox> {
	const sandbox = await startSandbox({ reports: 0, projects: 0, ...options });
	sandboxes.push(sandbox);
	return sandbox;
}

const credentialFor = ({ baseUrl, apiKey }: Sandbox, more: object = {}) => ({
	baseUrl,
	apiKey,
	...more,
});

/** Runs an operation once for each of so many numbers; how long it took, in milliseconds. */
async function timed(
	credential: RunOptions['credential'],
	parameters: RunOptions['parameters'],
	count: number,
) {
	const began = Date.now();
	const outcome = await run({ credential, parameters, items: numbered(count) });
	return { ...outcome, took: Date.now() - began };
}

const GET = report('get', { reportId: locator('id', '1') });

describe('three runs of 150 creates at 50 ms', () => {
	it.each([
		['ten at once where the credential does not say', undefined, 10],
		['as many as the credential says', 3, 3],
		['as many as the credential says as a text', '5', 5],
	])(
		'send %s, all together, and a Get beside them does not wait for them',
		async (_, requestsAtOnce, most) => {
			const sandbox = await start({ reports: 1, conditions: [{ method: 'POST', delay: 50 }] });
			const credential = credentialFor(
				sandbox,
				requestsAtOnce === undefined ? {} : { requestsAtOnce },
			);
			const began = Date.now();
			const creates = [1, 2, 3].map(async () => await timed(credential, CREATE, 150));
			await sleep(1000);
			const get = await timed(credential, GET, 1);
			const outcomes = await Promise.all(creates);
			const took = Date.now() - began;
			process.stdout.write(
				`At most ${String(most)} at once: creates ${String(took)} ms, Get ${String(get.took)} ms\n`,
			);

			expect(get.items.map(({ json }) => json.id)).toEqual([1]);
			expect(get.took).toBeLessThan(took / 2);
			for (const { items } of outcomes) {
				expect(items.map(({ json }) => json.url)).toEqual(addresses(150));
			}
			expect(sandbox.mostAtOnce).toBe(most);
		},
		60_000,
	);
});

it.each([0, 101, 'many', 2.5, -1])(
	'Requests at Once %j is refused, and nothing is sent',
	async (requestsAtOnce) => {
		const sandbox = await start({});
		const { error } = await timed(credentialFor(sandbox, { requestsAtOnce }), CREATE, 3);
		expect(error?.message).toContain('Requests at Once must be a whole number from 1 to 100, not');
		expect(error?.description).toBe('Correct it in the credential.');
		expect(sandbox.requests).toEqual([]);
	},
);

it('a list whose page has failed does not let the next run send more at once', async () => {
	let inFlight = 0;
	let most = 0;
	raw = await startRawService(({ path }, socket) => {
		most = Math.max(most, ++inFlight);
		const page = Number(/[?&]page=(\d+)/.exec(path)?.[1] ?? 1);
		const rows = Array.from({ length: 100 }, (_, row) => ({ id: page * 100 + row }));
		const body = JSON.stringify({ data: rows, meta: { total: 5000 } });
		void sleep(page > 2 ? 1500 : 0).then(() => {
			inFlight--;
			if (page === 2) socket.write(http(500, {}, '{}'));
			else socket.write(http(200, { 'Content-Type': 'application/json' }, body));
		});
	});
	const credential = { baseUrl: raw.baseUrl, apiKey: 'the-key' };
	const list = await timed(credential, report('getAll', { returnAll: true }), 1);
	expect(list.error?.message).toContain('500');
	await timed(credential, GET, 20);
	expect(most).toBe(10);
});

describe('two services never wait for each other:', () => {
	it.each([
		['other addresses', true],
		['other keys', false],
	])('%s', async (_, isElsewhere) => {
		const busy = await start({ keys: ['a', 'b'], conditions: [{ method: 'POST', delay: 500 }] });
		const other = isElsewhere ? await start({ keys: ['a'], reports: 1 }) : busy;
		if (!isElsewhere) busy.data.create('https://example.com/', 1, null);
		const creates = timed(credentialFor(busy, { requestsAtOnce: 1 }), CREATE, 6);
		await sleep(200);
		const apiKey = isElsewhere ? 'a' : 'b';
		const credential = credentialFor(other, { apiKey, requestsAtOnce: 10 });
		const reads = await timed(credential, byId('get', { reportId: locator('id', '1') }), 20);
		expect(reads.items).toHaveLength(20);
		const { took } = await creates;
		expect(took).toBeGreaterThanOrEqual(3000);
		expect(reads.took).toBeLessThan(took / 2);
	});
});

it('a host that turns away all above four at once gets 300 reads done, and turns away 60 at the most', async () => {
	const sandbox = await start({ reports: 1 });
	const port = Number(new URL(sandbox.baseUrl).port);
	let underWay = 0;
	let turnedAway = 0;
	raw = await startRawService((request, socket) => {
		underWay++;
		socket.on('close', () => underWay--);
		if (underWay > 4) turnedAway++;
		forward(request, socket, port, underWay > 4 ? { status: 503 } : { delay: 20 });
	});
	const credential = { baseUrl: raw.baseUrl, apiKey: sandbox.apiKey };
	const { items, error, took } = await timed(credential, GET, 300);
	process.stdout.write(`Turned away: ${String(turnedAway)} of 300 reads, ${String(took)} ms\n`);
	expect(error).toBeUndefined();
	expect(items).toHaveLength(300);
	expect(turnedAway).toBeLessThanOrEqual(60);
}, 60_000);
