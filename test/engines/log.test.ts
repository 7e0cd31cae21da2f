import { setTimeout as sleep } from 'node:timers/promises';

import { collectLog } from '../support/engine';
import { byId, CREATE, numbered, numberedService, startEmpty } from '../support/service';

const service = numberedService();
const { start } = service;

let lines: string[];

beforeEach(() => {
	lines = collectLog();
});

const told = (words: string) => lines.filter((line) => line.includes(words));

describe('the log of n8n', () => {
	it('mentions a pause once, however many requests ran into it', async () => {
		const refused = { times: 8, status: 429, headers: { 'retry-after': '4' } };
		const limited = await startEmpty({ conditions: [{ delay: 30 }, refused] });
		const { items } = await limited.run(CREATE, { items: numbered(8) });
		expect(items).toHaveLength(8);
		expect(told('is limiting requests')).toEqual([
			'Web Page Report, node "Web Page Report": The service is limiting requests; continuing in 4 seconds',
		]);
	});

	it('mentions no short pause', async () => {
		await start((_, before) =>
			before === 0 ? { status: 429, headers: { 'retry-after': '1' } } : {},
		);
		await service.run(byId('get'), 1);
		expect(service.asked).toEqual([0, 0]);
		expect(lines).toEqual([]);
	});

	it.each([
		[
			'creates',
			CREATE,
			['2 of 3 reports were created, and 1 more may have been: https://example.com/2.'],
		],
		['reads', byId('get'), []],
	])('reports the writes of a stopped workflow: %s', async (_, parameters, sentences) => {
		await start((number) => ({ delay: number < 2 ? 0 : 5000 }));
		await service.run(parameters, 3, { stopWhen: () => service.asked.length === 3 });
		await sleep(600);
		expect(told('The workflow was stopped. ')).toEqual(
			sentences.map((sentence) => expect.stringContaining(sentence) as string),
		);
	});

	it('reports the writes of a node that n8n ended before it had started all items', async () => {
		await start(() => ({ delay: 300 }));
		const url = `={{ $json.number === 2 ? $("Nowhere").first().json.url : 'https://example.com/' + $json.number }}`;
		const requestOptions = { batching: { batch: { batchSize: 1, batchInterval: 50 } } };
		await service.run({ ...CREATE, url, requestOptions }, 3);
		await sleep(600);
		expect(told('The workflow was stopped. ')).toEqual([
			expect.stringContaining('2 of 3 reports were created.'),
		]);
	});

	it('lists every write that may have happened, besides the one in the message', async () => {
		await start((number) => {
			if (number === 0) return { status: 422, body: { message: 'No.' } };
			return number === 1 ? { delay: 300, status: 500 } : { delay: 200, status: 422 };
		});
		const { error } = await service.run(byId('update', { updateFields: { privacy: 0 } }), 3);
		expect(error?.itemIndex).toBe(0);
		expect(lines).toEqual([
			expect.stringContaining('Item 1: The service could not update report 1'),
		]);
	});
});
