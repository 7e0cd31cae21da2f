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
	it('tells of a pause once, however many requests it was the answer to', async () => {
		const refused = { times: 8, status: 429, headers: { 'retry-after': '4' } };
		const limited = await startEmpty({ conditions: [{ delay: 30 }, refused] });
		const { items } = await limited.run(CREATE, { items: numbered(8) });
		expect(items).toHaveLength(8);
		expect(told('limits requests')).toEqual([
			'Web Page Report, node "Web Page Report": The service limits requests, continuing in 4 seconds',
		]);
	});

	it('tells of no pause that is short', async () => {
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
	])('tells what %s a stopped workflow has done', async (_, parameters, sentences) => {
		await start((number) => ({ delay: number < 2 ? 0 : 5000 }));
		await service.run(parameters, 3, { stopWhen: () => service.asked.length === 3 });
		await sleep(600);
		expect(told('The workflow was stopped. ')).toEqual(
			sentences.map((sentence) => expect.stringContaining(sentence) as string),
		);
	});

	it('tells of each write that may be done beside the one that the message is about', async () => {
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

	it('tells nothing of a run in which all went well', async () => {
		await start();
		await service.run(CREATE, 3);
		expect(lines).toEqual([]);
	});
});
