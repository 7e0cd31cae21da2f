import { setTimeout as sleep } from 'node:timers/promises';

import type { Condition } from '../../sandbox/service/conditions';
import { collectLog } from '../support/engine';
import { report } from '../support/node';
import { byId, CREATE, numberOf, type Service, startEmpty } from '../support/service';

let service: Service;

/** Starts a service with three reports, which answers the requests for some numbers differently. */
async function start(answer: (number: number) => Condition = () => ({})): Promise<void> {
	service = await startEmpty({
		reports: 3,
		conditions: [(request) => answer(numberOf(request))],
	});
}

/** The requested numbers, in order of arrival. */
const asked = () => service.requests.map(numberOf);

const REFUSED: Condition = { status: 422, body: { message: 'No.' } };

describe('if a failure stops the workflow, the error names the item that failed first', () => {
	it.each([0, 10, 19])('item %i of 20', async (bad) => {
		await start((number) => (number === bad ? REFUSED : {}));
		const { error, items } = await service.runMany(CREATE, 20);
		expect(error?.itemIndex).toBe(bad);
		expect(error?.description).toContain(` for https://example.com/${String(bad)}. `);
		expect(items).toEqual([]);
	});

	it('with Batching', async () => {
		await start((number) => (number === 1 ? REFUSED : {}));
		const requestOptions = { batching: { batch: { batchSize: 2, batchInterval: 1000 } } };
		const parameters = { ...CREATE, requestOptions };
		const { error } = await service.runMany(parameters, 7);
		expect(error?.itemIndex).toBe(1);
		await sleep(1500);
		expect(Math.max(...asked())).toBeLessThanOrEqual(1);
	});
});

describe('if a failure stops the workflow, its message counts the other writes', () => {
	// The sentences: test/nodes/WebPageReport/run
	it('including those in flight and those that may have happened; starts no further item', async () => {
		await start((number) => {
			if (number === 0) return REFUSED;
			return number === 1 ? { delay: 500 } : { delay: 300, status: 500 };
		});
		const { error } = await service.runMany(CREATE, 12);
		expect(error?.itemIndex).toBe(0);
		expect(error?.description).toMatch(
			/ 1 of 12 reports was created\. 8 more may have been: (https:\/\/example\.com\/\d, ){3}…\. n8n discards all output: /,
		);
		// Ten were in flight
		expect(asked()).toHaveLength(10);
	});

	it('including those of an earlier try with Retry On Fail', async () => {
		await start((number) => (number === 1 ? REFUSED : {}));
		const { error } = await service.runMany(CREATE, 3, { retryOnFail: true });
		expect([...asked()].sort()).toEqual([0, 1, 1, 2]);
		expect(error?.description).toContain('2 of 3 reports were created.');
	});
});

describe('if a failure would stop the workflow, the input of all items is checked first', () => {
	it.each([0, 7, 19])(
		'so that with a bad address in item %i, nothing at all is sent',
		async (bad) => {
			await start();
			const url = `={{ $json.number === ${String(bad)} ? 'nowhere' : 'https://example.com/' + $json.number }}`;
			const { error } = await service.runMany({ ...CREATE, url }, 20);
			expect([error?.message, error?.itemIndex]).toEqual(['URL cannot be "nowhere"', bad]);
			expect(asked()).toEqual([]);
		},
	);
});

describe('if a failure stops the workflow, every wait ends', () => {
	it.each<[string, Condition]>([
		['for a limit', { status: 429, headers: { 'Retry-After': '300' } }],
		['before a read is retried', { status: 503, headers: { 'Retry-After': '300' } }],
	])('%s', async (_, waits) => {
		await start((number) => (number === 1 ? { ...REFUSED, delay: 200 } : waits));
		const { error, took } = await service.runMany(byId('get'), 3);
		expect(error?.itemIndex).toBe(1);
		expect(took).toBeLessThan(20_000);
		await sleep(400);
		expect([...asked()].sort()).toEqual([0, 1, 2]);
	});
});

// n8n itself fails on such an item, and most versions with it the whole node, even with Continue, whatever was sent
it.each([undefined, 'continueRegularOutput', 'continueErrorOutput'] as const)(
	'if an expression fails, with On Error %s, no item is sent twice',
	async (onError) => {
		await start();
		const url = `={{ $json.number === 1 ? $("Nowhere").first().json.url : 'https://example.com/' + $json.number }}`;
		await service.runMany({ ...CREATE, url }, 3, { onError, retryOnFail: true });
		await sleep(300);
		expect(onError ? [[0], [0, 2]] : [[], [0, 2]]).toContainEqual([...asked()].sort());
	},
);

describe('stopping the workflow', () => {
	it.each([
		['a create', 429, CREATE],
		['a list', 503, report('getAll')],
	])(
		'ends a long pause of %s after %i, and sends nothing more, even with Retry On Fail',
		async (_, status, parameters) => {
			service = await startEmpty({
				conditions: [{ status, headers: { 'retry-after': '300' } }],
			});
			const stopWhen = () => service.requests.length > 0;
			await service.runMany(parameters, 1, { stopWhen, retryOnFail: true });
			await sleep(600);
			expect(service.requests).toHaveLength(1);
			expect(service.data.reports.size).toBe(0);
		},
	);

	it.each([
		[
			'creates',
			CREATE,
			['2 of 3 reports were created. 1 more may have been: https://example.com/2.'],
		],
		['reads', byId('get'), []],
	])('logs what was written: %s', async (_, parameters, sentences) => {
		const lines = collectLog();
		await start((number) => ({ delay: number < 2 ? 0 : 5000 }));
		await service.runMany(parameters, 3, { stopWhen: () => asked().length === 3 });
		await sleep(600);
		const said = lines.filter((line) => line.includes('The workflow was stopped. '));
		expect(said).toEqual(sentences.map((sentence) => expect.stringContaining(sentence) as string));
	});
});
