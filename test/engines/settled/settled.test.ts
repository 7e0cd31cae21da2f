import type { INodeExecutionData } from 'n8n-workflow';

import type { Condition } from '../../../sandbox/service/conditions';
import { lookSoon, run, type RunOptions } from '../../support/engine';
import {
	type Differences,
	LOST_IN,
	LOST_OUT,
	type LossyService,
	startLossyService,
} from '../../support/lossyService';
import { locator, project, report } from '../../support/node';
import { addresses, byId, CREATE, numbered } from '../../support/numberedService';
import { CHECK } from './creates';

let service: LossyService;

beforeAll(lookSoon);

afterEach(async () => {
	await service.close();
});

async function start(differences: Differences): Promise<void> {
	service = await startLossyService(differences);
}

async function perform(
	parameters: RunOptions['parameters'],
	count: number,
	more: Partial<RunOptions> = {},
) {
	return await run({
		credential: service.credential,
		parameters,
		items: numbered(count),
		onError: 'continueErrorOutput',
		...more,
	});
}

const itemOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;

describe('of 200 creates with 5 requests and 15 answers lost', () => {
	const LOSSES: Condition[] = [
		LOST_OUT,
		{ status: 504, late: 150 },
		{ status: 500, done: true },
		LOST_IN,
	];
	/** Every tenth: five are lost on the way in, fifteen on the way back. */
	const lossOf = (before: number) =>
		before % 10 === 0 ? LOSSES[(before / 10) % LOSSES.length] : undefined;

	it('195 come out as their own reports, and 5 as errors that say what was looked for', async () => {
		await start({
			loses: ({ text }, before) => (text.startsWith('POST') ? lossOf(before) : undefined),
		});
		const { items, failed, error } = await perform(CREATE, 200);
		const made = new Map([...service.data.reports.values()].map(({ url, id }) => [url, id]));

		expect(failed.map(({ json }) => json.message)).toEqual(
			Array.from({ length: 5 }, () => expect.stringMatching(CHECK) as string),
		);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(195);
		expect(items.map((item) => [itemOf(item), item.json.url, item.json.id])).toEqual(
			items.map((item) => {
				const url = `https://example.com/${String(itemOf(item))}`;
				return [itemOf(item), url, made.get(url)];
			}),
		);
		expect(made.size).toBe(195);
		expect(service.writes()).toBe(200);
	});

	it('and where nothing is lost, nothing is looked for', async () => {
		await start({});
		const { items } = await perform(CREATE, 200);
		expect(items.map(({ json }) => json.url)).toEqual(addresses(200));
		expect(service.requests).toHaveLength(200);
	});
});

describe('a write whose answer was lost is sent again and comes out as done:', () => {
	const number = '={{ $json.number + 1 }}';

	it.each([
		['a delete of a report', report('delete', { reportId: locator('id', number) })],
		[
			'a delete of a project',
			project('delete', { project: locator('name', `=a${number.slice(1)}.example`) }),
		],
		[
			'an update',
			report('update', { reportId: locator('id', number), updateFields: { privacy: 0 } }),
		],
	])('%s', async (_, parameters) => {
		await start({ loses: (__, before) => (before < 3 ? LOST_OUT : undefined) });
		for (const name of ['a1', 'a2', 'a3']) {
			service.data.create(`https://${name}.example/`, 1, null);
		}
		const { items, failed } = await perform(parameters, 3);
		expect(failed).toEqual([]);
		expect(items.map(itemOf)).toEqual([0, 1, 2]);
		expect(service.writes()).toBe(6);
	});

	it('but an update with new results is sent once, and the message says how to check', async () => {
		await start({ loses: () => LOST_OUT });
		service.data.create('https://a.example/', 1, null);
		const { failed } = await perform(byId('update', { updateFields: { results: 1 } }), 1);
		expect(failed[0]?.json.message).toMatch(
			/ may have been analysed again\. Check the date of its results with Get before /,
		);
		expect(service.requests).toHaveLength(1);
	});
});

describe('where a failure stops the workflow', () => {
	it('a lost create holds back what has not begun, which goes on when it is found', async () => {
		await start({
			loses: ({ text }, before) =>
				text.startsWith('POST') && before === 12 ? LOST_OUT : undefined,
			way: () => 30,
		});
		const { items, error } = await perform(CREATE, 60, { onError: undefined });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.url)).toEqual(addresses(60));
		const look = service.requests.findIndex(({ text }) => text.startsWith('GET'));
		// Those that were under way with it
		expect(look).toBeLessThanOrEqual(13 + 10);
		expect(service.writes()).toBe(60);
	});

	it('a lost create that is not there stops it, and nothing more is sent', async () => {
		await start({
			loses: ({ text }, before) => (text.startsWith('POST') && before === 12 ? LOST_IN : undefined),
			way: () => 30,
		});
		const { error } = await perform(CREATE, 60, { onError: undefined });
		expect(error?.description).toMatch(CHECK);
		expect(service.writes()).toBeLessThanOrEqual(13 + 10);
	});

	it.each([LOST_IN, LOST_OUT])('Retry On Fail sends no create twice: %j', async (loss) => {
		await start({
			loses: ({ text }, before) => (text.startsWith('POST') && before === 1 ? loss : undefined),
		});
		await perform(CREATE, 4, { onError: undefined, retryOnFail: true, maxTries: 3 });
		const sent = service.requests.filter(({ text }) => text.startsWith('POST'));
		expect(new Set(sent.map(({ text }) => text.split('\r\n\r\n')[1])).size).toBe(sent.length);
	});
});
