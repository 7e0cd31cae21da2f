import { subscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';

import type { INodeExecutionData } from 'n8n-workflow';

import type { Condition, Trouble } from '../../sandbox/service/conditions';
import { selfSigned } from '../support/certificate';
import { collectLog, fastTime, type Outcome, run, type RunOptions } from '../support/engine';
import { locator, report } from '../support/node';
import { startRawService } from '../support/rawService';
import {
	addresses,
	closedLater,
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
	/^The report for \S+ may have been created\. n8n searched for it for 60 seconds but could not identify it with certainty; it may still appear\. Check with Get Many before you run this item again\.$/;

const create = async (numbers: number[], more: Partial<RunOptions> = {}): Promise<Outcome> =>
	await service.run(CREATE, {
		items: numbers.map((number) => ({ number })),
		onError: 'continueErrorOutput',
		...more,
	});

/** Creates one at a time, so that each create knows which reports existed before it. */
const createOneByOne = async (numbers: number[]): Promise<Outcome> =>
	await create(numbers, { credential: { ...service.credential, requestsAtOnce: 1 } });

const pagesOf = (numbers: number[]) => numbers.map((number) => addresses(10)[number]);
const urlsOf = ({ items }: Outcome) => items.map(({ json }) => json.url);
const idsOf = ({ items }: Outcome) => items.map(({ json }) => json.id);
const itemOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;

/** Expects this many failed items, each with the advice to check. */
function expectToCheck({ failed }: Outcome, count: number): void {
	expect(failed.map(({ json }) => json.message)).toEqual(
		Array.from({ length: count }, () => expect.stringMatching(CHECK) as string),
	);
}

// Which report belongs to a create: test/nodes/WebPageReport/transport/lostCreate
describe('the same page', () => {
	/** Loses one of the creates of page 6. */
	const losesOne = (which: number, loss = RESPONSE_LOST) => {
		let before = 0;
		return (number: number) => (number === 6 && before++ === which ? loss : undefined);
	};

	it.each([0, 1])(
		'twice in a run, the response number %i lost: claims the remaining report',
		async (which) => {
			await startLosing(losesOne(which));
			const outcome = await createOneByOne([0, 1, 6, 6, 2]);
			expect(outcome.failed).toEqual([]);
			expect(new Set(idsOf(outcome)).size).toBe(5);
			expect(urlsOf(outcome)).toEqual(pagesOf([0, 1, 6, 6, 2]));
		},
	);

	it('in a later run, its request lost: does not claim the earlier report', async () => {
		await startLosing(losesOne(1, REQUEST_LOST));
		expect(urlsOf(await createOneByOne([6]))).toEqual(pagesOf([6]));
		const second = await createOneByOne([0, 1, 6]);
		expect(second.items).toHaveLength(2);
		expectToCheck(second, 1);
	});
});

it('does not mistake a re-analysed report for that of a create', async () => {
	const shows = (report: object) => ({ ...report, created_at: undefined, updated_at: undefined });
	await startLosing(() => REQUEST_LOST, { shows });
	const [url] = pagesOf([6]);
	const { id } = service.data.create(String(url), 1, null, new Date(Date.now() - 3_600_000));
	const reportId = locator('id', String(id));
	await service.run(report('update', { reportId, updateFields: { results: 1 } }));
	expectToCheck(await create([6]), 1);
});

it('finds a single create if generated_at is the only date, and logs it', async () => {
	const lines = collectLog();
	const shows = (report: object) => ({ ...report, created_at: undefined, updated_at: undefined });
	await startLosing(() => RESPONSE_LOST, { shows });
	expect(urlsOf(await create([6]))).toEqual(pagesOf([6]));
	const found = 'Item 0: the create got no usable response; a read shows that it was done';
	expect(lines).toEqual([expect.stringContaining(found)]);
	const query = { sort_by: 'id', sort: 'desc', per_page: '100' };
	expect(service.requests.slice(1)).toMatchObject([{ method: 'GET', path: '/reports', query }]);
});

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
	const items = numbered(60);

	it('a lost create holds back the remaining items until its report is found', async () => {
		await startLosing((_, before) => (before === 12 ? RESPONSE_LOST : undefined), { delay: 30 });
		const outcome = await service.run(CREATE, { items });
		expect(outcome.error).toBeUndefined();
		expect(urlsOf(outcome)).toEqual(addresses(60));
		// The requests in flight with it
		const look = service.requests.findIndex(({ method }) => method === 'GET');
		expect(look).toBeLessThanOrEqual(13 + 10);
		expect(service.writes()).toBe(60);
	});

	it('a lost create without a report stops it, and nothing more is sent', async () => {
		await startLosing((_, before) => (before === 12 ? REQUEST_LOST : undefined), { delay: 30 });
		const { error } = await service.run(CREATE, { items });
		const [advice = '', written] = (error?.description ?? '').split(/ (\d+) of 60 reports were /);
		expect(advice).toMatch(CHECK);
		expect(Number(written)).toBe(service.writes() - 1);
		expect(service.writes()).toBeLessThanOrEqual(13 + 10);
	});
});

/** Client sockets in this process. */
const sockets = new Set<Socket>();
subscribe('net.client.socket', (message) => sockets.add((message as { socket: Socket }).socket));

it.each(['ECONNREFUSED', 'ENOTFOUND', 'EPROTO'])(
	'does not mistake a connection that breaks with read %s after the work for one that was never made',
	async (code) => {
		await startLosing(() => undefined);
		const breakConnection: Trouble = ({ method }) => {
			if (method !== 'POST') return undefined;
			const error = Object.assign(new Error(`read ${code}`), { code, syscall: 'read' });
			setImmediate(() => {
				for (const socket of sockets) socket.destroy(error);
			});
			return { done: true, delay: 50 };
		};
		service.conditions.push(breakConnection);
		const { items, error } = await service.run(CREATE, { items: [{ number: 1 }] });
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ id: 1, url: 'https://example.com/1' });
		expect(service.writes()).toBe(1);
	},
);

it.each<[string, number[] | string]>([
	['plain HTTP', 'HTTP/1.1 502 Bad Gateway\r\n\r\n'],
	['a damaged record', [23, 3, 3, 0, 20, ...Array<number>(20).fill(7)]],
])(
	'leaves the outcome open if %s breaks TLS after the service has read a create',
	async (...row) => {
		const raw = closedLater(
			await startRawService(
				({ text }, _, wire) => {
					if (text.startsWith('GET')) wire.destroy();
					// Bypasses TLS
					else Socket.prototype.write.call(wire, Buffer.from(row[1] as string));
				},
				await selfSigned(),
			),
		);
		const { error } = await run({
			credential: { baseUrl: raw.baseUrl, apiKey: 'key', allowUnauthorizedCerts: true },
			parameters: { ...CREATE, requestOptions: { timeout: 30_000 } },
			items: [{ number: 1 }],
			retryOnFail: true,
		});
		expect(error?.description).toMatch(/^The report for \S+ may have been created\. n8n searched /);
		expect(raw.requests.filter(({ text }) => text.startsWith('POST'))).toHaveLength(1);
	},
);
