import { lookSoon, run } from '../../support/engine';
import {
	type Differences,
	isCreate,
	LOST_IN,
	LOST_OUT,
	type LossyService,
	startLossyService,
} from '../../support/lossyService';
import { addresses, CREATE, numbered } from '../../support/numberedService';
import { CHECK, createOneByOne, idsOf, messagesOf } from './creates';

let service: LossyService;

beforeAll(lookSoon);

afterEach(async () => {
	await service.close();
});

describe('the same page', () => {
	const PAGE = addresses(7)[6];

	/** Loses one of the creates on that page. */
	const losesOne = (which: number, loss = LOST_OUT): Differences['loses'] => {
		let before = 0;
		return ({ text }) =>
			isCreate({ text }) && text.includes('%2F6') && before++ === which ? loss : undefined;
	};

	it.each([
		['second', 1],
		['first', 0],
	])('twice in a run, the %s answer lost: it is the one that is left', async (_, which) => {
		service = await startLossyService({ loses: losesOne(which) });
		const outcome = await createOneByOne(service, [0, 1, 6, 6, 2]);
		expect(outcome.failed).toEqual([]);
		expect(new Set(idsOf(outcome)).size).toBe(5);
		expect(outcome.items.map(({ json }) => json.url)).toEqual(
			[0, 1, 6, 6, 2].map((page) => addresses(7)[page]),
		);
	});

	it('twice in a run, the second request lost: it is not the report of the first', async () => {
		service = await startLossyService({ loses: losesOne(1, LOST_IN) });
		const outcome = await createOneByOne(service, [0, 1, 6, 6, 2]);
		expect(new Set(idsOf(outcome)).size).toBe(4);
		expect(messagesOf(outcome)).toEqual([expect.stringMatching(CHECK)]);
	});

	it.each([
		['both answers', LOST_OUT],
		['both requests', LOST_IN],
	])('twice in a run, %s lost: neither is taken for the other', async (_, loss) => {
		service = await startLossyService({
			loses: ({ text }) => (isCreate({ text }) && text.includes('%2F6') ? loss : undefined),
		});
		const outcome = await createOneByOne(service, [0, 1, 6, 6, 2]);
		expect(outcome.items.map(({ json }) => json.url)).toEqual(
			[0, 1, 2].map((page) => addresses(7)[page]),
		);
		expect(messagesOf(outcome)).toEqual([1, 2].map(() => expect.stringMatching(CHECK) as string));
	});

	it.each([LOST_IN, LOST_OUT])('in two runs at once, with %j for one of them', async (loss) => {
		service = await startLossyService({ loses: losesOne(1, loss), way: () => 20 });
		const outcomes = await Promise.all([
			createOneByOne(service, [0, 1, 6, 2]),
			createOneByOne(service, [3, 4, 6, 5]),
		]);
		const ids = outcomes.flatMap(idsOf);
		expect(new Set(ids).size).toBe(ids.length);
		const { size } = service.data.reports;
		expect(size).toBe(loss.done ? 8 : 7);
		expect(ids.length).toBeLessThanOrEqual(size);
		expect(outcomes.flatMap(messagesOf)).toHaveLength(8 - ids.length);
		expect(service.writes()).toBe(8);
	});

	it.each([
		['alone', [6]],
		['after others', [0, 1, 6]],
	])(
		'in a run after another, its request lost, %s: it is not the report of the one before',
		async (_, numbers) => {
			service = await startLossyService({ loses: losesOne(1, LOST_IN) });
			const first = await createOneByOne(service, [6]);
			const second = await createOneByOne(service, numbers);
			expect(first.items.map(({ json }) => json.url)).toEqual([PAGE]);
			expect(second.items).toHaveLength(numbers.length - 1);
			expect(messagesOf(second)).toHaveLength(1);
		},
	);

	it.each([0, 400])(
		'alone in a run on a service that takes %i ms: its own, or the message says to check',
		async (way) => {
			service = await startLossyService({ loses: losesOne(0), way: () => way });
			const outcome = await createOneByOne(service, [6]);
			const [made] = service.data.reports.keys();
			if (outcome.items.length > 0) expect(idsOf(outcome)).toEqual([made]);
			else expect(messagesOf(outcome)).toEqual([expect.stringMatching(CHECK)]);
		},
	);
});

it('many creates at once, every other lost in one way or another: nobody gets the report of another', async () => {
	const pages = 10;
	service = await startLossyService({
		loses: ({ text }, before) => {
			if (!isCreate({ text }) || before % 2 === 0) return undefined;
			return before % 4 === 1 ? LOST_OUT : LOST_IN;
		},
	});
	const outcome = await run({
		credential: service.credential,
		parameters: { ...CREATE, url: `=https://example.com/{{ $json.number % ${String(pages)} }}` },
		items: numbered(100),
		onError: 'continueErrorOutput',
	});
	const ids = idsOf(outcome);
	expect(new Set(ids).size).toBe(ids.length);
	expect(ids.length + outcome.failed.length).toBe(100);
	expect(service.writes()).toBe(100);
	for (const { json, pairedItem } of outcome.items) {
		const { item } = pairedItem as { item: number };
		expect(json.url).toBe(`https://example.com/${String(item % pages)}`);
	}
});
