import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { type Outcome, run, type RunOptions } from '../../support/engine';
import { http, type RawService, startRawService } from '../../support/rawService';
import { expectInReadme, markdownTable } from '../../support/readme';
import { answers, redirects } from './answers';
import { connections, timeOut } from './connections';
import { failures } from './failures';
import { type Fault, READS } from './fault';
import { limits } from './limits';
import { type Operation, operations, PASSWORD, record } from './operations';
import { refusals } from './refusals';
import { API_KEY, type FaultyService, startFaultyService } from './service';

const MAY_HAVE_HAPPENED = 'It may have happened all the same';

/** In the order of the table in the README. */
const faults: Fault[] = [
	...refusals,
	...limits,
	...failures,
	...redirects(() => elsewhere),
	...answers,
	...connections,
];

const services: FaultyService[] = [];

/** Only for redirects to it. */
let elsewhere: RawService;

beforeAll(async () => {
	elsewhere = await startRawService((_, socket) => {
		socket.end(http(200, {}, '{}'));
	});
});

afterAll(async () => {
	await Promise.all(
		[elsewhere, ...services].map(async (service) => {
			await service.close();
		}),
	);
});

/** @param times how many requests for each bad record meet the fault */
async function start(fault: Fault, times?: number): Promise<FaultyService> {
	const service = await startFaultyService(fault, times);
	services.push(service);
	return service;
}

async function perform(
	{ baseUrl }: FaultyService,
	parameters: INodeParameters,
	options: Partial<RunOptions>,
): Promise<Outcome> {
	return await run({ credential: { baseUrl, apiKey: API_KEY }, parameters, ...options });
}

/** What a fault has led to. */
interface Observation {
	fault: Fault;
	operation: Operation;
	sent: number;
	/** Where it failed. */
	message?: string;
}

const observations: Observation[] = [];

/** Everything that holds for a message, whatever it is about. */
function checkMessage(message: string, fault: Fault, operation: Operation): void {
	for (const text of fault.says?.(operation) ?? []) expect(message).toContain(text);
	expect(message).not.toMatch(/<[a-z!/]/i);
	if (fault.fateUnknown && !operation.isRead) expect(message).toContain(MAY_HAVE_HAPPENED);
	else expect(message).not.toContain(MAY_HAVE_HAPPENED);
}

function checkSecrets(outcome: Outcome): void {
	const all = JSON.stringify(outcome);
	expect(all).not.toContain(API_KEY);
	expect(all).not.toContain(PASSWORD);
}

const PORT = /(?<=\(127\.0\.0\.1:)\d+/;

const itemOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;

async function checkFault(fault: Fault): Promise<void> {
	const { requestOptions = {}, times } = fault;
	const beside = await start(fault, times);
	const alone = await start(fault, times);
	const passing = await start(fault, 2);
	const parametersOf = ({ parameters }: Operation) => ({ ...parameters, requestOptions });
	const badItem = (operation: Operation) => ({ items: [{ ...record(operation, 'bad') }] });

	const besideGoodItem = async (operation: Operation) => {
		const expected = operation.isRead ? fault.reads : fault.writes;
		const outcome = await perform(beside, parametersOf(operation), {
			items: [{ ...record(operation, 'bad') }, { ...record(operation, 'good') }],
			onError: 'continueErrorOutput',
		});
		const requests = beside.requestsOf(operation);
		const good = record(operation, 'good');
		const messages = outcome.failed.map(({ json: failure }) => {
			const { error, message } = failure as { error: string; message: string };
			return `${error}\n${message}`;
		});
		const succeeded = [
			...(expected.succeeds ? [0] : []),
			// Where nothing can be sent at all, the good item fails too
			...(expected.sent === 0 ? [] : [1]),
		];

		expect([operation.name, requests.length]).toEqual([operation.name, expected.sent]);
		expect(outcome.error).toBeUndefined();
		expect(outcome.items.map(itemOf)).toEqual(succeeded);
		expect(outcome.failed.map(itemOf)).toEqual([0, 1].filter((item) => !succeeded.includes(item)));
		if (succeeded.includes(1)) {
			expect(outcome.items.at(-1)?.json).toMatchObject(operation.gives(good));
		}
		if (times === 1) {
			expect(outcome.items[0]?.json).toMatchObject(operation.gives(record(operation, 'bad')));
		}
		for (const { json: failure } of outcome.failed) {
			expect(failure.error).toMatch(/^[A-Z]/);
			expect(failure.message).toMatch(/^[A-Z]/);
		}
		if (messages[0] !== undefined) checkMessage(messages[0], fault, operation);
		checkSecrets(outcome);
		const [first, second] = requests;
		if (first && second && fault.waits !== undefined) {
			expect(second.at - first.at).toBeGreaterThanOrEqual(fault.waits - 20);
		}
		if (operation.done) {
			const isDone = expected.succeeds ?? (typeof fault.does === 'object' && fault.does.done);
			expect([operation.name, operation.done(beside.data)]).toEqual([
				operation.name,
				isDone ? 1 : 0,
			]);
		}
		observations.push({ fault, operation, sent: requests.length, message: messages[0] });
		return messages[0];
	};

	const stoppingTheWorkflow = async (operation: Operation) => {
		const expected = operation.isRead ? fault.reads : fault.writes;
		const outcome = await perform(alone, parametersOf(operation), badItem(operation));
		expect([operation.name, alone.requestsOf(operation).length]).toEqual([
			operation.name,
			expected.sent,
		]);
		expect(outcome.items).toHaveLength(expected.succeeds ? 1 : 0);
		expect(outcome.failed).toEqual([]);
		checkSecrets(outcome);
		return outcome.error && `${outcome.error.message}\n${outcome.error.description ?? ''}`;
	};

	const onceItHasPassed = async (operation: Operation) => {
		if (!operation.isRead || fault.reads.sent !== READS) return;
		const outcome = await perform(passing, parametersOf(operation), badItem(operation));
		expect([operation.name, passing.requestsOf(operation).length]).toEqual([operation.name, 3]);
		expect(outcome.error).toBeUndefined();
		expect(outcome.items.map(({ json }) => json)).toEqual([
			expect.objectContaining(operation.gives(record(operation, 'bad'))),
		]);
	};

	const work = async (operation: Operation) => {
		const [message, error] = await Promise.all([
			besideGoodItem(operation),
			stoppingTheWorkflow(operation),
			onceItHasPassed(operation),
		]);
		// A person reads the same, whether the workflow stops or goes on; but for the port of the service
		expect(error?.replace(PORT, '')).toBe(message?.replace(PORT, ''));
	};
	await Promise.all(operations.map(work));
}

/** Every fault with every operation: how often a request was sent, and what came of it. */
function matrix(): string[][] {
	const cell = (fault: Fault, operation: Operation) => {
		const seen = observations.find((one) => one.fault === fault && one.operation === operation);
		if (!seen) return 'not seen';
		const { sent, message } = seen;
		if (message === undefined) return `${String(sent)}, done`;
		return `${String(sent)}, ${message.includes(MAY_HAVE_HAPPENED) ? 'may have happened' : 'message'}`;
	};
	return [
		['Requests sent, and what came of it', ...operations.map(({ name }) => name)],
		...[...faults, timeOut].map((fault) => [
			fault.name,
			...operations.map((operation) => cell(fault, operation)),
		]),
	];
}

describe('what comes of all seven operations after', () => {
	it.concurrent.each(faults)('$name', checkFault);

	it.each([timeOut])('$name', checkFault);

	it('the server that redirects point to has seen nothing', () => {
		expect(elsewhere.requests).toEqual([]);
	});

	afterAll(() => {
		process.stdout.write(`\n${markdownTable(matrix())}\n`);
	});

	it('all of this is what the README says', () => {
		const rows = [...new Set([...faults, timeOut].flatMap(({ row = [] }) => row))];
		expect(rows.length).toBeLessThanOrEqual(25);
		expectInReadme('faults', [
			['What happens', 'Lists and Get', 'Create, Update and Delete'],
			...rows.map((row) => [row, inWords(row, true), inWords(row, false)]),
		]);
	});
});

/** What was observed of the reads or the writes of a line, in words for people who do not program. */
function inWords(row: string, reads: boolean): string {
	const observed = observations.filter(
		({ fault, operation }) => fault.row === row && operation.isRead === reads,
	);
	const phrases = observed.map(({ sent, message }) => {
		if (sent === 0) return 'not sent; a message';
		const times = sent === 1 ? 'sent once' : `sent again, up to ${String(sent)} times in all`;
		if (message === undefined) {
			return sent === 1
				? 'sent once, counts as done'
				: 'sent again after the pause, until it is taken';
		}
		return message.includes(MAY_HAVE_HAPPENED)
			? `${times}, then a message: it may have happened`
			: `${times}, then a message`;
	});
	return [...new Set(phrases)].join(' or ');
}
