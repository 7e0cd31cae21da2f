import { setTimeout as sleep } from 'node:timers/promises';

import type { Condition } from '../../sandbox/service/conditions';
import type { Outcome } from '../support/engine';
import { report } from '../support/node';
import { byId, CREATE, numbered, numberedService, startEmpty } from '../support/service';

const service = numberedService();
const { start } = service;

const REFUSED: Condition = { status: 422, body: { message: 'No.' } };

/** n8n's Batching: items per batch, and the pause between batches in ms. */
const batching = (batchSize: number, batchInterval: number) => ({
	requestOptions: { batching: { batch: { batchSize, batchInterval } } },
});

/** Does the work, and fails if a rejection goes unhandled meanwhile. */
async function withoutUnhandledRejections(work: () => Promise<Outcome>): Promise<Outcome> {
	const rejections: unknown[] = [];
	const note = (reason: unknown) => rejections.push(reason);
	process.on('unhandledRejection', note);
	try {
		const outcome = await work();
		await sleep(50);
		expect(rejections).toEqual([]);
		return outcome;
	} finally {
		process.off('unhandledRejection', note);
	}
}

describe('if a failure stops the workflow, the error names the item that failed first', () => {
	it.each([0, 10, 19])('item %i of 20', async (bad) => {
		await start((number) => (number === bad ? REFUSED : {}));
		const { error, items } = await service.run(CREATE, 20);
		expect(error?.itemIndex).toBe(bad);
		expect(error?.description).toContain(` for https://example.com/${String(bad)}. `);
		expect(items).toEqual([]);
	});

	it('if an earlier item fails a little later', async () => {
		await start((number) => {
			if (number === 5) return REFUSED;
			return number === 0 ? { delay: 300, status: 500 } : {};
		});
		const { error } = await service.run(CREATE, 8);
		expect([error?.itemIndex, error?.httpCode]).toEqual([5, '422']);
	});

	it('with Batching', async () => {
		await start((number) => (number === 1 ? REFUSED : {}));
		const parameters = { ...CREATE, ...batching(2, 1000) };
		const { error } = await withoutUnhandledRejections(
			async () => await service.run(parameters, 7),
		);
		expect(error?.itemIndex).toBe(1);
		await sleep(1500);
		expect(Math.max(...service.asked)).toBeLessThanOrEqual(1);
	});
});

describe('if a failure stops the workflow, its message counts the other writes', () => {
	// The sentences: test/nodes/WebPageReport/run
	it('including those in flight and those that may have happened; starts no further item', async () => {
		await start((number) => {
			if (number === 0) return REFUSED;
			return number === 1 ? { delay: 500 } : { delay: 300, status: 500 };
		});
		const { error } = await service.run(CREATE, 12);
		expect(error?.itemIndex).toBe(0);
		expect(error?.description).toMatch(
			/ 1 of 12 reports was created, and 8 more may have been: (https:\/\/example\.com\/\d, ){3}… n8n discards all output: /,
		);
		// Ten were in flight
		expect(service.asked).toHaveLength(10);
	});

	it.each<[string, number, object]>([
		['there is one item', 1, {}],
		['the node is a tool', 3, { asTool: true }],
	])('but not if %s', async (_, count, more) => {
		await start(() => REFUSED);
		const { error } = await service.run(CREATE, count, more);
		expect(error?.description).not.toMatch(/of \d reports|discards/);
	});

	it('including those of an earlier try with Retry On Fail', async () => {
		await start((number) => (number === 1 ? REFUSED : {}));
		const { error } = await service.run(CREATE, 3, { retryOnFail: true });
		expect([...service.asked].sort()).toEqual([0, 1, 1, 2]);
		expect(error?.description).toContain('2 of 3 reports were created.');
	});
});

describe('if a failure would stop the workflow, the input of all items is checked first', () => {
	it.each([0, 7, 19])(
		'so that with a bad address in item %i, nothing at all is sent',
		async (bad) => {
			await start();
			const url = `={{ $json.number === ${String(bad)} ? 'nowhere' : 'https://example.com/' + $json.number }}`;
			const { error } = await withoutUnhandledRejections(
				async () => await service.run({ ...CREATE, url }, 20),
			);
			expect([error?.message, error?.itemIndex]).toEqual(['URL is not a web address', bad]);
			expect(service.asked).toEqual([]);
		},
	);

	it('with Batching, as far as n8n has started them', async () => {
		await start();
		const url = "={{ $json.number === 3 ? 'nowhere' : 'https://example.com/' + $json.number }}";
		const parameters = { ...CREATE, url, ...batching(2, 100) };
		const { error } = await withoutUnhandledRejections(
			async () => await service.run(parameters, 6),
		);
		expect(error?.itemIndex).toBe(3);
		expect([...service.asked].sort()).toEqual([0, 1]);
	});
});

describe('if a failure stops the workflow, every wait ends', () => {
	it.each<[string, Condition]>([
		['for a limit', { status: 429, headers: { 'Retry-After': '300' } }],
		['before a read is retried', { status: 503, headers: { 'Retry-After': '300' } }],
	])('%s', async (_, waits) => {
		await start((number) => (number === 1 ? { ...REFUSED, delay: 200 } : waits));
		const { error, took } = await service.run(byId('get'), 3);
		expect(error?.itemIndex).toBe(1);
		expect(took).toBeLessThan(20_000);
		await sleep(400);
		expect([...service.asked].sort()).toEqual([0, 1, 2]);
	});
});

describe.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
	'if an expression fails, with On Error %s,',
	(onError) => {
		// n8n itself fails on such an item: most versions fail all items, some only that one
		const failing = (bad: number[]) => ({
			...CREATE,
			url: `={{ ${JSON.stringify(bad)}.includes($json.number) ? $("Nowhere").first().json.url : 'https://example.com/' + $json.number }}`,
		});

		it.each([[[2]], [[0]], [[1, 2]]])(
			'for items %j of three, outputs every item that was sent, and sends nothing after the end',
			async (bad) => {
				await start((number) => ({ body: { data: { id: number, url: 'https://a.example' } } }));
				const { items } = await service.run(failing(bad), 3, { onError });
				const sent = service.asked.length;
				const came = items.flatMap(({ json }) => json.id ?? []);
				expect([...service.asked].sort()).toEqual(came);
				expect([0, 3 - bad.length]).toContain(sent);
				await sleep(300);
				expect(service.asked).toHaveLength(sent);
			},
		);
	},
);

it('if an expression fails, nothing is sent that waited for its turn with Batching', async () => {
	await start(() => ({ delay: 100 }));
	const url = `={{ $json.number === 75 ? $("Nowhere").first().json.url : 'https://example.com/' + $json.number }}`;
	await service.run({ ...CREATE, url, ...batching(20, 100) }, 80);
	const sent = service.asked.length;
	await sleep(1000);
	// Those in flight when n8n ended the node
	expect(service.asked.length).toBeLessThanOrEqual(sent + 10);
});

it('if an expression fails, Retry On Fail does not repeat items that Batching sent before it', async () => {
	await start();
	const url = `={{ $json.number === 2 ? $("Nowhere").first().json.url : 'https://example.com/' + $json.number }}`;
	const parameters = { ...CREATE, url, ...batching(1, 50) };
	const { error } = await service.run(parameters, 3, { retryOnFail: true });
	expect(error).toBeDefined();
	expect(service.asked).toEqual([0, 1]);
});

describe('stopping the workflow', () => {
	it.each([
		['a create', 429, CREATE],
		['a list', 503, report('getAll')],
	])(
		'ends a long pause of %s after %i, and sends nothing more, even with Retry On Fail',
		async (_, status, parameters) => {
			const service = await startEmpty({
				conditions: [{ status, headers: { 'retry-after': '300' } }],
			});
			const stopWhen = () => service.requests.length > 0;
			await service.run(parameters, { stopWhen, items: numbered(1), retryOnFail: true });
			await sleep(600);
			expect(service.requests).toHaveLength(1);
			expect(service.data.reports.size).toBe(0);
		},
	);
});
