import type { INodeExecutionData } from 'n8n-workflow';

import type { Condition, Trouble } from '../../sandbox/service/conditions';
import { fastTime, type Outcome } from '../support/engine';
import {
	addresses,
	CREATE,
	numbered,
	numberOf,
	type Service,
	startEmpty,
} from '../support/service';

fastTime();

let service: Service;

/** Starts a service that loses some creates, chosen by page number or by how many came before. */
async function startLosing(
	loss: (number: number, before: number) => Condition | undefined,
	...others: Trouble[]
): Promise<void> {
	let creates = 0;
	const losing: Trouble = (request) =>
		request.method === 'POST' ? loss(numberOf(request), creates++) : undefined;
	service = await startEmpty({ conditions: [losing, ...others] });
}

/** Loses the request, before anything is done. */
const REQUEST_LOST: Condition = { drop: true };

/** Loses the response, after the work was done. */
const RESPONSE_LOST: Condition = { drop: true, done: true };

/** The message if the report did not show up, or could not be identified. */
const CHECK =
	/^The report for \S+ may have been created\. Check with Get Many before you run this item again\.$/;

const create = async (numbers: number[]): Promise<Outcome> =>
	await service.run(CREATE, {
		items: numbers.map((number) => ({ number })),
		onError: 'continueErrorOutput',
	});

const pagesOf = (numbers: number[]) => numbers.map((number) => addresses(10)[number]);
const urlsOf = ({ items }: Outcome) => items.map(({ json }) => json.url);
const idsOf = ({ items }: Outcome) => items.map(({ json }) => json.id);
const itemOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;

// Which report belongs to a create: test/nodes/WebPageReport/settle/lostCreate
it('of forty creates of ten pages, every other one lost, no reports are mixed up', async () => {
	await startLosing((_, before) => [undefined, RESPONSE_LOST, undefined, REQUEST_LOST][before % 4]);
	const outcome = await create(numbered(40).map(({ number }) => number % 10));
	const ids = idsOf(outcome);
	expect(new Set(ids).size).toBe(ids.length);
	expect(ids.length + outcome.failed.length).toBe(40);
	expect(service.writes()).toBe(40);
	expect(urlsOf(outcome)).toEqual(pagesOf(outcome.items.map((item) => itemOf(item) % 10)));
});

describe('if a failure would stop the workflow,', () => {
	it('a lost create holds back the remaining items until its report is found', async () => {
		await startLosing((_, before) => (before === 12 ? RESPONSE_LOST : undefined), { delay: 30 });
		const outcome = await service.runMany(CREATE, 60);
		expect(outcome.error).toBeUndefined();
		expect(urlsOf(outcome)).toEqual(addresses(60));
		// The requests in flight with it
		const look = service.requests.findIndex(({ method }) => method === 'GET');
		expect(look).toBeLessThanOrEqual(13 + 10);
		expect(service.writes()).toBe(60);
	});

	it('a lost create without a report stops it, and nothing more is sent', async () => {
		await startLosing((_, before) => (before === 12 ? REQUEST_LOST : undefined), { delay: 30 });
		const { error } = await service.runMany(CREATE, 60);
		const [advice = '', written] = (error?.description ?? '').split(/ (\d+) of 60 reports were /);
		expect(advice).toMatch(CHECK);
		expect(Number(written)).toBe(service.writes() - 1);
		expect(service.writes()).toBeLessThanOrEqual(13 + 10);
	});
});
