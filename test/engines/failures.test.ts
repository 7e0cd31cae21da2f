import type { SeenRequest } from '../../sandbox/service/requests';
import { selfSigned } from '../support/certificate';
import { fastTime, run } from '../support/engine';
import { failures, type Row } from '../support/failures';
import {
	BAD,
	grouped,
	type Kind,
	type Operation,
	operations,
	PASSWORD,
} from '../support/operations';
import { expectOnPage } from '../support/pages';
import { startWith } from '../support/service';

const API_KEY = 'key-that-nobody-may-see';

const GOOD = { id: 2, host: 'good.example' };

/** The others differ in what pure functions make of an answer: test/nodes/WebPageReport/messages. */
const rows = failures.filter(
	({ line, trouble }, at) => trouble ?? failures.findIndex((other) => other.line === line) === at,
);

const time = fastTime();

/** Whether a request is part of an operation on a record, and no read that settles it. */
function isPartOf({ kind }: Operation, { id, host }: typeof BAD, request: SeenRequest): boolean {
	const { method, path, query, body } = request;
	const said = [query.search, body.url, path].join(' ');
	return (
		(said.includes(host) || path.endsWith(`/${String(id)}`)) &&
		(method === 'GET') === (kind === 'read')
	);
}

/** How the node handled a failure of an operation. */
interface Observation {
	row: Row;
	operation: Operation;
	sent: number;
	/** Number of reads that settle a write. */
	looked: number;
	message: string;
}

/** Runs an operation for both records, on a service that fails the requests for the bad one. */
async function observe(row: Row, operation: Operation): Promise<Observation> {
	const sentAt: number[] = [];
	const { https, requestOptions = {}, times = Infinity } = row.trouble ?? {};
	const service = await startWith([BAD.host, GOOD.host], {
		keys: [API_KEY],
		...(https && { https: await selfSigned() }),
		conditions: [
			(request) => {
				// The bad one fails first, before anything has worked with this key
				if (isPartOf(operation, GOOD, request)) return { delay: 300 };
				if (!isPartOf(operation, BAD, request) || sentAt.push(Date.now()) > times) return undefined;
				return { ...(row.answer && { body: '', ...row.answer(request.path) }), ...row.trouble };
			},
		],
	});
	const baseUrl = row.trouble?.baseUrl ?? service.baseUrl;
	const outcome = await run({
		credential: { baseUrl, apiKey: API_KEY },
		parameters: { ...operation.parameters, requestOptions },
		items: [{ ...BAD }, { ...GOOD }],
		onError: 'continueErrorOutput',
	});
	expect(JSON.stringify(outcome)).not.toMatch(`${API_KEY}|${PASSWORD}`);
	const { items, failed, error } = outcome;
	expect(error).toBeUndefined();
	const [good, bad] = [items, failed].map((some) => some.map(({ pairedItem }) => pairedItem));
	// If nothing can be sent, the good item fails too
	const isBad = failed.length > 0;
	const expected = sentAt.length === 0 ? [[], [0, 1]] : isBad ? [[1], [0]] : [[0, 1], []];
	expect([good, bad]).toEqual(expected.map((some) => some.map((item) => ({ item }))));
	const [one = 0, two = Infinity] = sentAt;
	const pause = Number(row.answer?.('').headers?.['retry-after'] ?? 0);
	expect(two - one).toBeGreaterThanOrEqual(pause * 1000 - 20);
	const { error: title, message: advice } = failed[0]?.json ?? {};
	// Some engines have no code of their own for a broken answer
	const said = `${title as string} | ${advice as string}`.replace(' (ERR_BAD_RESPONSE)', '');
	const message = isBad ? said.replaceAll(new URL(baseUrl).host, '{host}') : 'done';
	const looked = operation.kind === 'read' ? 0 : service.reads();
	return { row, operation, sent: sentAt.length, looked, message };
}

const observations: Observation[] = [];

describe('each operation', () => {
	// A long time limit, for what hangs, not for a busy machine
	it.each(rows)(
		'after $name',
		async (row) => {
			// Slow enough that n8n gives up on the failing item, but not on the good one
			time.speed = row.trouble?.delay === undefined ? 40 : 3;
			const seen = await Promise.all(operations.map(async (operation) => observe(row, operation)));
			observations.push(...seen);
			const outcomes = seen.map(
				({ sent, looked, message }) => `sent ${String(sent)}, read ${String(looked)} | ${message}`,
			);
			expect(grouped(outcomes)).toMatchSnapshot();
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
	const lines = [...new Set(rows.map(({ line }) => line))];
	const cell = (line: string, kind: Kind) => {
		const seen = observed.filter((one) => one.row.line === line && one.operation.kind === kind);
		return [...new Set(seen.map(phraseFor))].join(' or ');
	};
	const body = lines.map((line) => [line, ...COLUMNS.map(([, kind]) => cell(line, kind))]);
	return [['What happens', ...COLUMNS.map(([head]) => head)], ...body];
}

/** What was observed, in words for non-programmers. */
function phraseFor({ row, sent, looked, message }: Observation): string {
	if (sent === 0) return 'never reaches it, then a message';
	if (row.trouble?.times !== undefined) return 'sent again after each pause, until accepted';
	const times = sent > 1 ? `sent up to ${String(sent)} times` : 'sent once';
	if (looked > 0) return `${times}, then a read decides`;
	return message === 'done' ? `${times}, counts as done` : `${times}, then a message`;
}
