import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { Condition } from '../../sandbox/service/conditions';
import type { Data } from '../../sandbox/service/data';
import { startSandbox } from '../../sandbox/service/service';
import { expectInReadme, markdownTable } from '../support/readme';
import { selfSigned } from '../support/certificate';
import { type Outcome, run, type RunOptions } from '../support/engine';
import {
	forward,
	http,
	type RawRequest,
	type RawService,
	startRawService,
} from '../support/rawService';

const API_KEY = 'key-that-nobody-may-see';
const PASSWORD = 'password-that-nobody-may-see';

const WORDS = 'Words of the service.';
const MAY_HAVE_HAPPENED = 'It may have happened all the same';

/** How often a read is sent at the most. */
const READS = 4;

const id = (value: unknown) => ({ __rl: true, mode: 'id', value }) as INodeParameters;
const project = (value: unknown) => ({ __rl: true, mode: 'name', value }) as INodeParameters;

/** One of the seven operations, working on records of its own: a bad one, which meets the fault, and a good one. */
interface Operation {
	name: string;
	/** The bad report has this ID, the good one an ID that is higher by seven. */
	number: number;
	isRead: boolean;
	parameters: INodeParameters;
	/** What a message calls the bad record. */
	subject: string;
	/** What comes out for a record. */
	gives: (record: TestRecord) => object;
	/** How often the service has done what was asked for the bad record. */
	done?: (data: Data) => number;
}

interface TestRecord {
	id: number;
	host: string;
}

const record = ({ number }: { number: number }, kind: 'bad' | 'good'): TestRecord => ({
	id: kind === 'bad' ? number : number + 7,
	host: `${kind}-${String(number)}.example`,
});

const operations: Operation[] = [
	{
		name: 'list projects',
		number: 1,
		isRead: true,
		parameters: {
			resource: 'project',
			operation: 'getAll',
			filters: { search: '={{ $json.host }}' },
		},
		subject: 'the list of projects',
		gives: ({ host }) => ({ project: host }),
	},
	{
		name: 'list reports',
		number: 2,
		isRead: true,
		parameters: {
			resource: 'report',
			operation: 'getAll',
			returnAll: true,
			filters: { search: '={{ $json.host }}' },
		},
		subject: 'the list of reports',
		gives: ({ host }) => ({ project: host }),
	},
	{
		name: 'get a report',
		number: 3,
		isRead: true,
		parameters: { resource: 'report', operation: 'get', reportId: id('={{ $json.id }}') },
		subject: 'report 3',
		gives: (one) => ({ id: one.id }),
	},
	{
		name: 'create a report',
		number: 4,
		isRead: false,
		parameters: {
			resource: 'report',
			operation: 'create',
			url: '=https://{{ $json.host }}/new',
			privacy: 2,
			password: PASSWORD,
		},
		subject: 'the report for https://bad-4.example/new',
		gives: ({ host }) => ({ url: `https://${host}/new` }),
		done: ({ reports }) =>
			[...reports.values()].filter(({ url }) => url === 'https://bad-4.example/new').length,
	},
	{
		name: 'update a report',
		number: 5,
		isRead: false,
		parameters: {
			resource: 'report',
			operation: 'update',
			reportId: id('={{ $json.id }}'),
			updateFields: { privacy: 2, password: PASSWORD },
		},
		subject: 'report 5',
		gives: (one) => ({ id: one.id }),
		done: ({ reports }) => (reports.get(5)?.privacy === 2 ? 1 : 0),
	},
	{
		name: 'delete a report',
		number: 6,
		isRead: false,
		parameters: { resource: 'report', operation: 'delete', reportId: id('={{ $json.id }}') },
		subject: 'report 6',
		gives: (one) => ({ deleted: true, id: String(one.id) }),
		done: ({ reports }) => (reports.has(6) ? 0 : 1),
	},
	{
		name: 'delete a project',
		number: 7,
		isRead: false,
		parameters: {
			resource: 'project',
			operation: 'delete',
			project: project('={{ $json.host }}'),
		},
		subject: 'project bad-7.example',
		gives: ({ host }) => ({ deleted: true, project: host }),
		done: (data) => (data.projects().some((one) => one.project === 'bad-7.example') ? 0 : 1),
	},
];

/** The operation whose bad record a request is about. */
function operationOf({ text }: RawRequest): number | undefined {
	const [, byHost, byId] = /bad-(\d)\.example|\/reports\/([1-7])[ ?]/.exec(text) ?? [];
	const number = byHost ?? byId;
	return number === undefined ? undefined : Number(number);
}

/** What goes wrong: something a sandbox can do, or something only a bare socket can. */
type Misbehaviour = Condition | ((request: RawRequest, socket: Socket) => void);

interface Expectation {
	/** How often a request is sent. */
	sent: number;
	/** What comes of it; a message unless said otherwise. */
	succeeds?: boolean;
}

interface Fault {
	name: string;
	/** The line of the README that this belongs to. */
	row?: string;
	does?: Misbehaviour;
	/** How many requests for one record meet the fault; all of them where left out. */
	times?: number;
	reads: Expectation;
	writes: Expectation;
	/** Whether nobody can know if a write that met the fault was carried out. */
	fateUnknown?: boolean;
	/** What the message has to contain. */
	says?: (operation: Operation) => string[];
	/** Milliseconds between the first request and the second, at the least. */
	waits?: number;
	/** Where the service is, if not at the address of the test. */
	baseUrl?: string;
	https?: boolean;
	requestOptions?: INodeParameters;
}

/** Sent once, whatever it is. */
const ONCE = { reads: { sent: 1 }, writes: { sent: 1 } };

/** Reads are sent again, writes are not: they may have happened. */
const READS_AGAIN = { reads: { sent: READS }, writes: { sent: 1 }, fateUnknown: true };

/** Was not taken, and is sent again whatever it is. */
const WAITS = {
	times: 1,
	reads: { sent: 2, succeeds: true },
	writes: { sent: 2, succeeds: true },
};

/** Nothing can be sent, for any item. */
const UNREACHABLE = { reads: { sent: 0 }, writes: { sent: 0 } };

const words = () => [WORDS];
const wordsAndSubject = ({ subject }: Operation) => [WORDS, subject];
const subjectOnly = ({ subject }: Operation) => [subject];
const json = (status: number): Condition => ({ status, body: { message: WORDS, status } });

/** To another server, which must not see anything. */
const redirect = (status: number) => ({
	name: `redirect ${String(status)}`,
	row: 'The service has moved to another address (301, 302, 307, 308)',
	does: (request: RawRequest, socket: Socket) => {
		const location = `http://127.0.0.1:${String(elsewhere.port)}/new${request.path}`;
		socket.end(http(status, { Location: location }));
	},
	...ONCE,
	says: () => [
		`Set Base URL in the credential to http://127.0.0.1:${String(elsewhere.port)}/new/api/v1`,
		`(${String(status)})`,
	],
});

/** Too many requests, with headers that depend on the time. */
const limited =
	(headers: () => Record<string, string>) =>
	(_: RawRequest, socket: Socket): void => {
		socket.end(http(429, headers(), '{"message":"Too Many Attempts."}'));
	};

/** The Unix time in so many seconds. */
const unix = (seconds: number) => Math.ceil(Date.now() / 1000) + seconds;

const INVALID = 'Wrong input, or a quota used up (400, 409, 413, 422)';
const FORBIDDEN = 'Not allowed, or not in your plan (402, 403)';
const UNKNOWN = 'Unknown report or project, or wrong address (404, 405, 410)';
const LIMITED = 'Too many requests (429)';
const FAILED = 'The service fails (500)';
const BUSY =
	'The service is overloaded or in maintenance (502, 503, 504, 520 to 524), or gives up (408)';
const UNREADABLE = 'The answer is cut off or cannot be read';
const BROKEN = 'The connection breaks before an answer';

const faults: Fault[] = [
	{
		name: '400 whose words contain markup',
		row: INVALID,
		does: { status: 400, body: { message: `<b class="x">${WORDS}</b><script src="x">` } },
		...ONCE,
		says: wordsAndSubject,
	},
	{
		name: '401',
		row: 'Wrong API key (401)',
		does: json(401),
		...ONCE,
		says: () => [WORDS, 'Check API Key in the credential'],
	},
	{ name: '402', row: FORBIDDEN, does: json(402), ...ONCE, says: wordsAndSubject },
	{
		name: '403',
		row: FORBIDDEN,
		does: json(403),
		...ONCE,
		says: (operation) => [...wordsAndSubject(operation), 'API Key in the credential'],
	},
	...[404, 410].map((status) => ({
		name: String(status),
		row: UNKNOWN,
		does: json(status),
		...ONCE,
		says: ({ name, subject }: Operation) =>
			name.startsWith('list') || name.startsWith('create')
				? [WORDS, 'Base URL in the credential']
				: [WORDS, subject, 'Get Many'],
	})),
	{
		name: '405',
		row: UNKNOWN,
		does: json(405),
		...ONCE,
		says: () => [WORDS, 'Base URL in the credential'],
	},
	{
		name: '408',
		row: BUSY,
		does: json(408),
		...READS_AGAIN,
		says: wordsAndSubject,
	},
	{ name: '409', row: INVALID, does: json(409), ...ONCE, says: wordsAndSubject },
	{ name: '413', row: INVALID, does: json(413), ...ONCE, says: wordsAndSubject },
	...[
		{ name: '422 with fields under message', errors: 'message' },
		{ name: '422 with a message and fields under errors', errors: 'errors' },
	].map(({ name, errors }) => ({
		name,
		row: INVALID,
		does: {
			status: 422,
			body: {
				message: 'Invalid.',
				[errors]: { privacy: [WORDS, 'More words.'], url: ['Last words.'] },
			},
		},
		...ONCE,
		says: (operation: Operation) => [
			...wordsAndSubject(operation),
			'More words. Last words.',
			...(operation.isRead ? [] : ['quota']),
			...(operation.name.startsWith('create') ? ['Correct Privacy and URL'] : []),
			...(operation.name.startsWith('update') ? ['Correct Privacy'] : []),
		],
	})),
	{
		name: '422 whose words repeat the secrets',
		row: INVALID,
		does: ({ text }, socket) => {
			// As a service does that shows what it was given
			const [given = ''] = text.split('\r\n').slice(-1);
			const key = /^authorization: (.*)$/im.exec(text)?.[1] ?? '';
			const message = { url: [WORDS, key], password: [given] };
			socket.end(http(422, { 'Content-Type': 'application/json' }, JSON.stringify({ message })));
		},
		...ONCE,
		says: words,
	},
	{
		name: '429 with Retry-After in seconds',
		row: LIMITED,
		does: { status: 429 },
		...WAITS,
		waits: 1000,
	},
	{
		name: '429 with Retry-After as a date',
		row: LIMITED,
		does: limited(() => ({ 'Retry-After': new Date(Date.now() + 2000).toUTCString() })),
		...WAITS,
		waits: 1000,
	},
	{
		name: '429 with X-RateLimit-Reset alone',
		row: LIMITED,
		does: limited(() => ({ 'X-RateLimit-Reset': String(Math.ceil(Date.now() / 1000) + 1) })),
		...WAITS,
		waits: 1000,
	},
	...Object.entries<(seconds: number) => Record<string, string>>({
		'Retry-After as a Unix time': (seconds) => ({ 'Retry-After': String(unix(seconds)) }),
		'Retry-After as an ISO date': (seconds) => ({
			'Retry-After': new Date(unix(seconds) * 1000).toISOString(),
		}),
		'X-RateLimit-Reset in milliseconds': (seconds) => ({
			'X-RateLimit-Reset': String(unix(seconds) * 1000),
		}),
		'RateLimit-Reset': (seconds) => ({ 'RateLimit-Reset': String(seconds) }),
		'RateLimit as the IETF draft has it': (seconds) => ({
			RateLimit: `"default";r=0;t=${String(seconds)}`,
		}),
	}).map(([name, headers]): Fault => ({
		name: `429 with ${name}`,
		row: LIMITED,
		does: limited(() => headers(2)),
		...WAITS,
		waits: 1000,
	})),
	{
		name: '429 that says nothing',
		row: LIMITED,
		does: limited(() => ({})),
		...WAITS,
		waits: 250,
	},
	{
		name: '429 with Retry-After of an hour',
		row: 'Too many requests, to be sent again in more than 10 minutes',
		does: { status: 429, headers: { 'retry-after': '3600' } },
		...ONCE,
		says: () => ['Too Many Attempts.', 'this node waits 10 minutes at the most'],
	},
	{
		name: '503 with Retry-After of an hour',
		does: { status: 503, headers: { 'retry-after': '3600' } },
		...ONCE,
		fateUnknown: true,
		says: ({ isRead }) => (isRead ? ['this node waits 10 minutes at the most'] : []),
	},
	{
		name: '500 in JSON',
		row: FAILED,
		does: json(500),
		...ONCE,
		fateUnknown: true,
		says: wordsAndSubject,
	},
	{
		name: '500 as a text',
		row: FAILED,
		does: (_, socket) => {
			socket.end(http(500, { 'Content-Type': 'text/plain' }, 'Fatal error'));
		},
		...ONCE,
		fateUnknown: true,
		says: subjectOnly,
	},
	{
		name: '500 as a web page',
		row: FAILED,
		does: { status: 500, html: true },
		...ONCE,
		fateUnknown: true,
		says: subjectOnly,
	},
	{ name: '502', row: BUSY, does: json(502), ...READS_AGAIN, says: wordsAndSubject },
	{
		name: '503 as a web page with Retry-After',
		row: BUSY,
		does: { status: 503, html: true, headers: { 'retry-after': '1' } },
		...READS_AGAIN,
		says: subjectOnly,
		waits: 1000,
	},
	{
		name: '504',
		row: BUSY,
		does: { status: 504, html: true },
		...READS_AGAIN,
		says: subjectOnly,
	},
	...[520, 521, 522, 523, 524].map((status) => ({
		name: `${String(status)} of a CDN`,
		row: BUSY,
		does: { status, html: true },
		...READS_AGAIN,
		says: subjectOnly,
	})),
	{
		name: '304',
		does: (_, socket) => {
			socket.end(http(304, {}));
		},
		...ONCE,
		fateUnknown: true,
		says: subjectOnly,
	},
	{
		name: 'a challenge of a CDN',
		row: 'A protection in front of the service asks for a browser',
		does: { status: 403, html: true, headers: { 'cf-mitigated': 'challenge' } },
		...ONCE,
		says: () => ['browser check'],
	},
	...[301, 302, 307, 308].map(redirect),
	{
		name: 'a web page in place of data',
		row: 'A web page comes back in place of data',
		does: { html: true },
		...ONCE,
		fateUnknown: true,
		says: () => ['web page', 'Base URL in the credential'],
	},
	{
		name: 'JSON that breaks off',
		row: UNREADABLE,
		does: { body: '{"data": {"id": 1, "ur', done: true },
		...READS_AGAIN,
		says: subjectOnly,
	},
	{
		name: 'JSON that the connection breaks off',
		row: UNREADABLE,
		does: (_, socket) => {
			const headers = { 'Content-Type': 'application/json', 'Content-Length': '500' };
			socket.end(http(200, headers, '{"data": {"id": 1, "ur'));
		},
		...READS_AGAIN,
		says: subjectOnly,
	},
	{
		name: 'something else than HTTP',
		row: UNREADABLE,
		does: (_, socket) => {
			socket.end('220 mail.example ESMTP\r\n');
		},
		...READS_AGAIN,
		says: subjectOnly,
	},
	{
		name: 'an empty answer',
		row: 'The answer is empty',
		does: { body: '', done: true },
		reads: { sent: 1 },
		writes: { sent: 1, succeeds: true },
	},
	{
		name: 'a connection that is dropped',
		row: BROKEN,
		does: { drop: true },
		...READS_AGAIN,
		says: subjectOnly,
	},
	{
		name: 'a connection that is dropped after the work was done',
		row: BROKEN,
		does: { done: true, drop: true },
		...READS_AGAIN,
		says: subjectOnly,
	},
	{
		name: 'a connection that is reset',
		row: BROKEN,
		does: (_, socket) => {
			socket.resetAndDestroy();
		},
		...READS_AGAIN,
		says: subjectOnly,
	},
	{
		name: 'a refused connection',
		row: 'Nothing answers at the address, or the proxy refuses',
		baseUrl: 'http://127.0.0.1:1/api/v1',
		...UNREACHABLE,
		says: () => ['refused', '127.0.0.1:1', 'Base URL of the credential'],
	},
	{
		name: 'a proxy that refuses',
		row: 'Nothing answers at the address, or the proxy refuses',
		requestOptions: { proxy: 'http://127.0.0.1:1' },
		...UNREACHABLE,
		says: () => ['refused', 'proxy (127.0.0.1:1)', 'Request Options'],
	},
	{
		name: 'an unknown host',
		row: 'The host does not exist',
		baseUrl: 'http://no-such-host.invalid/api/v1',
		...UNREACHABLE,
		says: () => ['no-such-host.invalid:80', 'Base URL in the credential'],
	},
	{
		name: 'a certificate that nobody has signed',
		row: 'The certificate cannot be checked',
		https: true,
		...UNREACHABLE,
		says: () => ['certificate', 'Ignore SSL Issues (Insecure) in the credential'],
	},
];

/** Needs a machine that is not busy with other faults, lest the good item is late too. */
const timeOut: Fault = {
	name: 'no answer in time',
	row: 'No answer comes in time',
	does: () => undefined,
	requestOptions: { timeout: 2000 },
	...READS_AGAIN,
	says: (operation) => [...subjectOnly(operation), 'Timeout under Request Options'],
};

/** A service with the records of all operations that misbehaves for the bad ones. */
interface FaultyService extends RawService {
	baseUrl: string;
	data: Data;
	/** The requests for the bad record of an operation. */
	requestsOf(operation: Operation): RawRequest[];
}

const services: RawService[] = [];

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
async function start({ does = {}, https, baseUrl }: Partial<Fault>, times = Infinity) {
	const sandbox = await startSandbox({ keys: [API_KEY], reports: 0, projects: 0 });
	for (const kind of ['bad', 'good'] as const) {
		for (const { host } of operations.map((each) => record(each, kind))) {
			sandbox.data.create(`https://${host}/`, 1, null);
		}
	}
	const port = Number(new URL(sandbox.baseUrl).port);
	const met = new Map<number, number>();
	const answer = (request: RawRequest, socket: Socket) => {
		const number = operationOf(request);
		const before = met.get(number ?? 0) ?? 0;
		met.set(number ?? 0, before + 1);
		if (number === undefined || before >= times) forward(request, socket, port);
		else if (typeof does === 'function') does(request, socket);
		else forward(request, socket, port, does);
	};
	const raw = await startRawService(answer, https ? await selfSigned() : undefined);
	const service: FaultyService = {
		...raw,
		baseUrl: baseUrl ?? `${https ? 'https' : 'http'}://127.0.0.1:${String(raw.port)}/api/v1`,
		data: sandbox.data,
		requestsOf: ({ number }) => raw.requests.filter((each) => operationOf(each) === number),
		close: async () => {
			await Promise.all([raw.close(), sandbox.close()]);
		},
	};
	services.push(service);
	return service;
}

async function perform(
	{ baseUrl }: { baseUrl: string },
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

/** A service that answers its first request with `first`, and all others after a little while. */
async function startPausing(first: Condition) {
	const sandbox = await startSandbox({ keys: [API_KEY], reports: 0, projects: 0 });
	const port = Number(new URL(sandbox.baseUrl).port);
	const load = { underWay: 0, most: 0 };
	const raw: RawService = await startRawService((request, socket) => {
		load.most = Math.max(load.most, ++load.underWay);
		socket.on('close', () => load.underWay--);
		forward(request, socket, port, raw.requests.length === 1 ? first : { delay: 30 });
	});
	const close = async () => {
		await Promise.all([raw.close(), sandbox.close()]);
	};
	services.push({ ...raw, close });
	const baseUrl = `http://127.0.0.1:${String(raw.port)}/api/v1`;
	return { baseUrl, requests: raw.requests, data: sandbox.data, load };
}

const LIST: INodeParameters = { resource: 'report', operation: 'getAll' };

const CREATE: INodeParameters = {
	resource: 'report',
	operation: 'create',
	url: '=https://example.com/{{ $json.page }}',
};

const pages = (count: number) => Array.from({ length: count }, (_, page) => ({ page }));

const addresses = (count: number) =>
	pages(count).map(({ page }) => `https://example.com/${String(page)}`);

describe('one 429', () => {
	it('pauses all requests of a run, which are then sent ten at once, and all done once', async () => {
		const service = await startPausing({ status: 429, headers: { 'retry-after': '2' } });
		const outcome = await perform(service, CREATE, { items: pages(20) });
		const [refused] = service.requests;
		const after = service.requests.map(({ at }) => at - (refused?.at ?? 0));

		expect(outcome.items.map(({ json }) => json.url)).toEqual(addresses(20));
		expect([...service.data.reports.values()].map(({ url }) => url).sort()).toEqual(
			addresses(20).sort(),
		);
		expect(service.requests).toHaveLength(21);
		// Those that were under way when the answer came
		expect(after.filter((time) => time < 500).length).toBeLessThanOrEqual(10);
		expect(after.filter((time) => time >= 500 && time < 1980)).toEqual([]);
		expect(service.load.most).toBeGreaterThan(1);
		expect(service.load.most).toBeLessThanOrEqual(10);
	});

	it('does not pause another workflow with the same credential', async () => {
		const service = await startPausing({ status: 429, headers: { 'retry-after': '3' } });
		const start = Date.now();
		const paused = perform(service, CREATE, { items: pages(1) });
		while (service.requests.length === 0 || service.load.underWay > 0) await sleep(10);
		// Until the node has read the answer
		await sleep(200);
		const other = await perform(service, CREATE, { items: pages(3) });
		expect(other.items).toHaveLength(3);
		expect(Date.now() - start).toBeLessThan(2500);
		expect(service.requests).toHaveLength(4);
		expect((await paused).items).toHaveLength(1);
		expect(Date.now() - start).toBeGreaterThanOrEqual(2980);
	});
});

describe('stopping the workflow', () => {
	it.each([
		['a create', 429, CREATE],
		['a list', 429, LIST],
		['a list', 503, LIST],
	])(
		'ends a long pause of %s after %i, and nothing more is sent',
		async (_, status, parameters) => {
			const service = await startPausing({ status, headers: { 'retry-after': '300' } });
			const start = Date.now();
			await perform(service, parameters, { stopAfter: 1000 });
			expect(Date.now() - start).toBeGreaterThanOrEqual(980);
			expect(Date.now() - start).toBeLessThan(2000);
			await sleep(600);
			expect(service.requests).toHaveLength(1);
			expect(service.data.reports.size).toBe(0);
		},
	);
});

describe('Request Options of n8n', () => {
	it('Batching sends so many items, then waits', async () => {
		const service = await startPausing({});
		const requestOptions = { batching: { batch: { batchSize: 2, batchInterval: 600 } } };
		const start = Date.now();
		const outcome = await perform(service, { ...CREATE, requestOptions }, { items: pages(5) });
		expect(outcome.items.map(({ json }) => json.url)).toEqual(addresses(5));
		const early = (milliseconds: number) =>
			service.requests.filter(({ at }) => at - start < milliseconds).length;
		expect(early(595)).toBeLessThanOrEqual(2);
		expect(early(1195)).toBeLessThanOrEqual(4);
		expect(service.requests).toHaveLength(5);
	});

	it('Proxy leads to a service that cannot be reached without it', async () => {
		const proxy = await startRawService((_, socket) => {
			socket.write(http(201, { 'Content-Type': 'application/json' }, '{"data":{"id":1}}'));
		});
		const requestOptions = { proxy: `http://127.0.0.1:${String(proxy.port)}` };
		const service = { baseUrl: 'http://service.invalid/api/v1' };
		const outcome = await perform(service, { ...CREATE, requestOptions }, { items: pages(1) });
		expect(outcome).toMatchObject({ items: [{ json: { id: 1 } }] });
		expect(proxy.requests.map(({ path }) => path)).toEqual([`${service.baseUrl}/reports`]);
		await proxy.close();
	});

	it('Ignore SSL Issues lets a self-signed certificate pass', async () => {
		const sandbox = await startSandbox({ keys: [API_KEY], https: await selfSigned() });
		const refused = await perform(sandbox, CREATE, { items: pages(1) });
		expect(refused.error?.message).toBe('The certificate of the service cannot be checked');
		const requestOptions = { allowUnauthorizedCerts: true };
		const outcome = await perform(sandbox, { ...CREATE, requestOptions }, { items: pages(1) });
		expect(outcome.items).toHaveLength(1);
		await sandbox.close();
	});
});
