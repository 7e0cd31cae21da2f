import type { INodeExecutionData } from 'n8n-workflow';

import { selfSigned } from '../support/certificate';
import { fastTime, type Outcome, run, type RunOptions } from '../support/engine';
import { failures, type Row } from '../support/failures';
import {
	type Kind,
	operationNumberOf,
	type Operation,
	OPERATIONS,
	operations,
	PASSWORD,
	record,
} from '../support/operations';
import { outcomeOf, worded } from '../support/outcomes';
import { expectOnPage } from '../support/pages';
import { type Service, startEmpty } from '../support/service';

const API_KEY = 'key-that-nobody-may-see';

/** Maximum attempts for a request that is safe to repeat. */
const MOST = 4;

const LONGEST_PAUSE = 600_000;

/** One row for each line of docs/reliability.md: the others differ in what pure functions make of an answer. */
const rows = failures.filter(
	({ line }, at) => line && failures.findIndex((other) => other.line === line) === at,
);

/** What failures.txt says about the fate. */
const fateOf = (row: Row, operation: Operation) => outcomeOf(row, operation).fate;

const isDone = (row: Row, operation: Operation) => fateOf(row, operation) === 'done';

const isLate = ({ trouble }: Row) => trouble?.delay !== undefined;

const time = fastTime();

/** One account per operation, so that a pause of one does not hold up the others. */
const keyFor = ({ number }: Operation) => `${API_KEY}-${String(number)}`;

/** A sandbox with the records of all operations. */
interface FailingService extends Service {
	host: string;
	/** Arrival times of the requests for an operation's bad record. */
	requestsOf(operation: Operation): number[];
	/** Performs an operation. */
	perform(operation: Operation, options: Partial<RunOptions>): Promise<Outcome>;
}

/**
 * Starts a service that fails requests for its bad records.
 *
 * @param times number of requests to fail for each bad record
 * @param done whether the service does the work anyway
 */
async function startFailing(
	row: Row,
	{ times = isWaitedOut(row) ? 1 : Infinity, done = false } = {},
): Promise<FailingService> {
	const arrived = new Map<number, number[]>();
	const { https, baseUrl: elsewhere, requestOptions = {} } = row.trouble ?? {};
	const service = await startEmpty({
		keys: operations.map(keyFor),
		...(https && { https: await selfSigned() }),
		conditions: [
			(request) => {
				const number = operationNumberOf(request);
				if (number === undefined) return undefined;
				const before = arrived.get(number) ?? [];
				arrived.set(number, [...before, Date.now()]);
				if (before.length >= times) return undefined;
				const answer = row.answer && { body: '', ...row.answer(request.path) };
				const isWork = operations.some((one) => one.number === number && isDone(row, one));
				return { ...answer, ...row.trouble, ...((done || isWork) && { done: true }) };
			},
		],
	});
	const yesterday = new Date(Date.now() - 86_400_000);
	for (const kind of ['bad', 'good'] as const) {
		for (const { host } of operations.map((each) => record(each, kind))) {
			service.data.create(`https://${host}/`, 1, null, yesterday);
		}
	}
	const baseUrl = elsewhere ?? service.baseUrl;
	const { hostname, port } = new URL(baseUrl);
	return Object.assign(service, {
		host: `${hostname}:${port || '80'}`,
		requestsOf: ({ number }: Operation) => arrived.get(number) ?? [],
		perform: async (operation: Operation, options: Partial<RunOptions>) => {
			const credential = { baseUrl, apiKey: keyFor(operation) };
			const parameters = { ...operation.parameters, requestOptions };
			return await run({ credential, parameters, ...options });
		},
	});
}

/** The pause that the service asks for. */
const pauseOf = (row: Row) => outcomeOf(row, OPERATIONS.get).after;

/** Whether the node waits out a rate limit: the second request succeeds. */
const isWaitedOut = (row: Row) =>
	fateOf(row, OPERATIONS.get) === 'rate-limited' && pauseOf(row) <= LONGEST_PAUSE;

/** Whether it is unknown if the work was done. */
const isOpen = (row: Row, operation: Operation) =>
	fateOf(row, operation) === 'unknown' && operation.kind !== 'read';

/** Number of requests that reach the service. Follows from the fate, and from what a repeat could duplicate. */
function timesSent(row: Row, operation: Operation): number {
	const { fate, isTransient, after } = outcomeOf(row, operation);
	const { kind } = operation;
	if (fate === 'not sent') return 0;
	if (isWaitedOut(row)) return 2;
	const isSafeToRepeat = fate === 'refused' || kind === 'read' || kind === 'idempotent write';
	return isTransient && after <= LONGEST_PAUSE && isSafeToRepeat ? MOST : 1;
}

const succeeds = (row: Row, operation: Operation) => isWaitedOut(row) || isDone(row, operation);

/** Whether reads show that a write was not done. A create or an analysis may still be under way, a lost update as well. */
const isSeenUndone = (row: Row, operation: Operation) =>
	isOpen(row, operation) &&
	(operation.target.operation === 'delete' ||
		(operation.kind === 'idempotent write' && !outcomeOf(row, operation).isTransient));

/** The message after the node has done what it can. */
function expectedMessage(row: Row, operation: Operation, host: string): [string, string] {
	const { target, action } = operation;
	const { title, words, advice } = outcomeOf(row, operation, host);
	if (isSeenUndone(row, operation)) {
		const seen =
			target.operation === 'delete' ? 'it is still there' : 'its Privacy has not changed';
		const more = `n8n checked afterwards: ${seen}. Do what the service asks for, if it said anything; otherwise, try again later.`;
		return worded(`The service did not ${action}`, words, more);
	}
	if (pauseOf(row) > LONGEST_PAUSE && !isOpen(row, operation)) {
		const [shown] = worded(title, words, '');
		return [shown, 'The service asked n8n to wait 60 minutes. Try again after that.'];
	}
	const looked =
		'been created. n8n searched for it for 60 seconds but could not identify it with certainty; it may still appear. Check';
	return worded(title, words, advice.replace('been created. Check', looked));
}

/** The message of a failed item. */
const saidOf = ({ json: { error, message } }: INodeExecutionData) => [error, message];

const itemOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;

/** How the node handled a failure of an operation. */
interface Observation {
	row: Row;
	line: string | undefined;
	operation: Operation;
	sent: number;
	hasFailed: boolean;
}

const observations: Observation[] = [];

async function tryRow(row: Row): Promise<void> {
	const { line } = row;
	const beside = await startFailing(row);
	const alone = await startFailing(row);
	const recovering = await startFailing(row, { times: 2 });
	const done = await startFailing(row, { done: true });
	const recoveringAfterWork = await startFailing(row, { times: 2, done: true });

	const besideGoodItem = async (operation: Operation) => {
		const [bad, good] = [record(operation, 'bad'), record(operation, 'good')];
		const { items, failed, error } = await beside.perform(operation, {
			items: [{ ...bad }, { ...good }],
			onError: 'continueErrorOutput',
		});
		const sent = timesSent(row, operation);
		const requests = beside.requestsOf(operation);
		// If nothing can be sent, the good item fails too
		const succeeded = [...(succeeds(row, operation) ? [0] : []), ...(sent === 0 ? [] : [1])];
		expect([operation.name, requests.length, error]).toEqual([operation.name, sent, undefined]);
		expect(items.map(itemOf)).toEqual(succeeded);
		expect(failed.map(itemOf)).toEqual([0, 1].filter((item) => !succeeded.includes(item)));
		if (sent > 0) expect(items.at(-1)?.json).toMatchObject(operation.output(good));
		if (isWaitedOut(row)) expect(items[0]?.json).toMatchObject(operation.output(bad));
		const [first] = failed;
		if (first) expect(saidOf(first)).toEqual(expectedMessage(row, operation, beside.host));
		expect(JSON.stringify([items, failed])).not.toMatch(`${API_KEY}|${PASSWORD}`);
		const [one = 0, two = Infinity] = requests;
		expect(two - one).toBeGreaterThanOrEqual(pauseOf(row) - 20);
		const isWork = Number(succeeds(row, operation));
		if (operation.done) expect(Number(operation.done(beside.data))).toBe(isWork);
		observations.push({ row, line, operation, sent: requests.length, hasFailed: !!first });
	};

	const stoppingTheWorkflow = async (operation: Operation) => {
		const items = [{ ...record(operation, 'bad') }];
		const outcome = await alone.perform(operation, { items });
		const hasSucceeded = succeeds(row, operation);
		expect(alone.requestsOf(operation)).toHaveLength(timesSent(row, operation));
		expect(outcome.items).toHaveLength(hasSucceeded ? 1 : 0);
		expect(outcome.error === undefined).toBe(hasSucceeded);
		if (outcome.error) {
			const { message, description } = outcome.error;
			expect([message, description]).toEqual(expectedMessage(row, operation, alone.host));
		}
		expect(JSON.stringify(outcome)).not.toMatch(`${API_KEY}|${PASSWORD}`);
	};

	const onceItRecovers = async (service: FailingService, operation: Operation) => {
		if (timesSent(row, operation) !== MOST) return;
		const bad = record(operation, 'bad');
		const { items, error } = await service.perform(operation, { items: [{ ...bad }] });
		expect([operation.name, error]).toEqual([operation.name, undefined]);
		expect(items.map(({ json }) => json)).toEqual([expect.objectContaining(operation.output(bad))]);
		expect(service.requestsOf(operation)).toHaveLength(3);
		if (operation.done) expect(Number(operation.done(service.data))).toBe(1);
	};

	const afterTheWork = async (operation: Operation) => {
		if (!isOpen(row, operation)) return;
		const [bad, good] = [record(operation, 'bad'), record(operation, 'good')];
		const isCreate = operation.kind === 'create';
		// One at a time, so that any report found is known to be newer than the ones before
		const { items, failed } = await done.perform(operation, {
			credential: { baseUrl: done.baseUrl, apiKey: keyFor(operation), requestsAtOnce: 1 },
			items: [good, ...(isCreate ? [good] : []), bad].map((one) => ({ ...one })),
			onError: 'continueErrorOutput',
		});
		const sent = done.requestsOf(operation).length;
		expect([operation.name, sent, failed]).toEqual([operation.name, timesSent(row, operation), []]);
		if (isCreate) {
			const made = [...done.data.reports.values()].find(({ url }) => url === operation.about);
			expect(items.at(-1)?.json).toMatchObject({ url: operation.about, id: made?.id });
		} else {
			expect(items.at(-1)?.json).toMatchObject(operation.output(bad));
		}
		if (operation.done) expect(Number(operation.done(done.data))).toBe(1);
		observations.push({ row, line, operation, sent, hasFailed: failed.length > 0 });
	};

	await Promise.all(
		operations.flatMap((operation) => [
			besideGoodItem(operation),
			stoppingTheWorkflow(operation),
			onceItRecovers(recovering, operation),
			...(outcomeOf(row, operation).fate === 'unknown'
				? [onceItRecovers(recoveringAfterWork, operation)]
				: []),
			afterTheWork(operation),
		]),
	);
}

describe('each operation', () => {
	// For what hangs, not for a busy machine
	it.each(rows.filter((row) => !isLate(row)))('after $name', tryRow, 120_000);

	it.each(rows.filter(isLate))(
		'after $name',
		async (row) => {
			// Slow enough that n8n gives up on the failing item, but not on the good one
			time.speed = 3;
			await tryRow(row);
		},
		120_000,
	);

	it('does what docs/reliability.md says', () => {
		expectOnPage('failures', tableOf(observations));
	});
});

/** Columns of that table. */
const COLUMNS: Array<[string, Kind]> = [
	['Lists and Get', 'read'],
	['Create', 'create'],
	['Update and Delete', 'idempotent write'],
	['Update with new results', 'analysis'],
];

/** The table in docs/reliability.md, with its lines in the order of the table of failures. */
function tableOf(observed: Observation[]): string[][] {
	const lines = new Set(rows.map(({ line = '' }) => line));
	const cell = (line: string, kind: Kind) => {
		const seen = observed.filter((one) => one.line === line && one.operation.kind === kind);
		return [...new Set(seen.map(phraseFor))].join(' or ');
	};
	return [
		['What happens', ...COLUMNS.map(([head]) => head)],
		...[...lines].map((line) => [line, ...COLUMNS.map(([, kind]) => cell(line, kind))]),
	];
}

/** What was observed, in words for non-programmers. */
function phraseFor({ row, operation, sent, hasFailed }: Observation): string {
	if (sent === 0) return 'not sent, then a message';
	const times =
		timesSent(row, operation) === MOST ? `sent up to ${String(MOST)} times` : 'sent once';
	if (isOpen(row, operation)) return `${times}, then a read decides`;
	if (hasFailed) return `${times}, then a message`;
	return sent === 1 ? 'sent once, counts as done' : 'sent again after each pause, until accepted';
}
