import type { SeenRequest } from '../../sandbox/service/requests';
import { selfSigned } from '../support/certificate';
import { fastTime, run } from '../support/engine';
import { failures, type Row } from '../support/failures';
import {
	BAD,
	type Kind,
	type Operation,
	OPERATIONS,
	operations,
	PASSWORD,
} from '../support/operations';
import { outcomeOf, worded } from '../support/outcomes';
import { expectOnPage } from '../support/pages';
import { startEmpty } from '../support/service';

const API_KEY = 'key-that-nobody-may-see';

const GOOD = { id: 2, host: 'good.example' };

/** Maximum attempts for a request that is safe to repeat. */
const MOST = 4;

const LONGEST_PAUSE = 600_000;

/** One row for each line of docs/reliability.md: the others differ in what pure functions make of an answer. */
const rows = failures.filter(
	({ line }, at) => line && failures.findIndex((other) => other.line === line) === at,
);

const isLate = ({ trouble }: Row) => trouble?.delay !== undefined;

const time = fastTime();

/** What failures.txt says about the fate. */
const fateOf = (row: Row, operation: Operation) => outcomeOf(row, operation).fate;

const isDone = (row: Row, operation: Operation) => fateOf(row, operation) === 'done';

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

/** Whether a request is part of an operation on the bad record, and no read that settles it. */
function isPartOf({ kind }: Operation, { method, path, query, body }: SeenRequest): boolean {
	const isBad = /bad\.example|\/reports\/1$/.test([query.search, body.url, path].join(' '));
	return isBad && (method === 'GET') === (kind === 'read');
}

/**
 * Runs an operation for items, on a service that fails the requests for the bad record.
 *
 * @param done whether the service does the work anyway
 */
async function perform(row: Row, operation: Operation, items: Array<typeof BAD>, done: boolean) {
	const requests: number[] = [];
	const { https, requestOptions = {} } = row.trouble ?? {};
	const service = await startEmpty({
		keys: [API_KEY],
		...(https && { https: await selfSigned() }),
		conditions: [
			(request) => {
				if (!isPartOf(operation, request)) return undefined;
				requests.push(Date.now());
				if (isWaitedOut(row) && requests.length > 1) return undefined;
				const answer = row.answer && { body: '', ...row.answer(request.path) };
				return { ...answer, ...row.trouble, ...(done && { done }) };
			},
		],
	});
	const yesterday = new Date(Date.now() - 86_400_000);
	for (const { host } of [BAD, GOOD]) {
		service.data.create(`https://${host}/`, 1, null, yesterday);
	}
	const baseUrl = row.trouble?.baseUrl ?? service.baseUrl;
	const { hostname, port } = new URL(baseUrl);
	const outcome = await run({
		// One at a time, so that any report found is known to be newer than the ones before
		credential: { baseUrl, apiKey: API_KEY, ...(done && { requestsAtOnce: 1 }) },
		parameters: { ...operation.parameters, requestOptions },
		items: items.map((item) => ({ ...item })),
		onError: 'continueErrorOutput',
	});
	expect(JSON.stringify(outcome)).not.toMatch(`${API_KEY}|${PASSWORD}`);
	return { ...outcome, requests, host: `${hostname}:${port || '80'}` };
}

/** How the node handled a failure of an operation. */
interface Observation {
	row: Row;
	operation: Operation;
	sent: number;
	hasFailed: boolean;
}

const observations: Observation[] = [];

async function besideGoodItem(row: Row, operation: Operation): Promise<void> {
	const isWork = isDone(row, operation);
	const outcome = await perform(row, operation, [BAD, GOOD], isWork);
	const { items, failed, error, requests, host } = outcome;
	const sent = timesSent(row, operation);
	expect([operation.name, requests.length, error]).toEqual([operation.name, sent, undefined]);
	// If nothing can be sent, the good item fails too
	const succeeded = [...(isWaitedOut(row) || isWork ? [0] : []), ...(sent === 0 ? [] : [1])];
	const itemsOf = (some: typeof items) => some.map(({ pairedItem }) => pairedItem);
	expect(itemsOf(items)).toEqual(succeeded.map((item) => ({ item })));
	const others = [0, 1].filter((item) => !succeeded.includes(item));
	expect(itemsOf(failed)).toEqual(others.map((item) => ({ item })));
	const [first] = failed.map(({ json }) => [json.error, json.message]);
	// Reads that settle a write, and long pauses, have words of their own: transport/settle and transport/limiter
	if (first && !isOpen(row, operation) && pauseOf(row) <= LONGEST_PAUSE) {
		const { title, words, advice } = outcomeOf(row, operation, host);
		expect(first).toEqual(worded(title, words, advice));
	}
	const [one = 0, two = Infinity] = requests;
	expect(two - one).toBeGreaterThanOrEqual(pauseOf(row) - 20);
	observations.push({ row, operation, sent: requests.length, hasFailed: !!first });
}

async function afterTheWork(row: Row, operation: Operation): Promise<void> {
	if (!isOpen(row, operation)) return;
	const { items, failed, requests } = await perform(row, operation, [GOOD, BAD], true);
	const sent = timesSent(row, operation);
	expect([operation.name, requests.length, failed]).toEqual([operation.name, sent, []]);
	expect(items).toHaveLength(2);
}

describe('each operation', () => {
	// A long time limit, for what hangs, not for a busy machine
	it.each(rows)(
		'after $name',
		async (row) => {
			// Slow enough that n8n gives up on the failing item, but not on the good one
			time.speed = isLate(row) ? 3 : 40;
			await Promise.all(
				operations.flatMap((operation) => [
					besideGoodItem(row, operation),
					afterTheWork(row, operation),
				]),
			);
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
		const seen = observed.filter(({ row, operation }) => {
			return row.line === line && operation.kind === kind;
		});
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
