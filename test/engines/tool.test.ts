import type { Condition } from '../../sandbox/service/conditions';
import { callTool, ENGINE, fastTime, type RunOptions } from '../support/engine';
import { locator, report, SINGLE_FIELDS as all } from '../support/node';
import { type Service, startEmpty } from '../support/service';

fastTime();

let service: Service;

/** Starts a service with this many reports and these faults. */
async function start(reports: number, ...conditions: Condition[]): Promise<void> {
	service = await startEmpty({ reports, conditions });
}

/** Calls the node as an agent tool. */
const call = async (parameters: ReturnType<typeof report>) =>
	await service.run(parameters, { asTool: true });

const CREATE = report('create', { url: 'https://example.com/' });

describe('a tool, whose caller waits at most a minute,', () => {
	it.each([
		['a list', report('getAll'), 300, '5 minutes'],
		['a create that would leave no time for the answer', CREATE, 32, '32 seconds'],
	])(
		'ends %s at once if the service asks for a long pause, and says so',
		async (_, parameters, seconds, pause) => {
			await start(0, { status: 429, headers: { 'retry-after': String(seconds) } });
			const { error, took } = await call(parameters);
			expect(error?.message).toBe(
				`Too many requests (429): Too Many Attempts. The service asked n8n to wait ${pause}. Try again after that.`,
			);
			expect(took).toBeLessThan(5000);
			expect(service.requests).toHaveLength(1);
		},
	);

	it.each<[string, ReturnType<typeof report>, Condition[], RegExp]>([
		[
			'a create and the searches for it get no answer',
			CREATE,
			[
				{ method: 'POST', drop: true },
				{ method: 'GET', delay: 300_000 },
			],
			/^The connection was lost .*\. The report for https:\/\/example\.com\/ may have been created\. Check /,
		],
		[
			'a delete gets no answer in time',
			report('delete', { reportId: locator('id', '1') }),
			[{ delay: 80_000, done: true }],
			/^The service did not answer in time\. Report 1 may have been deleted\./,
		],
		[
			'a list gets no answer in time',
			report('getAll'),
			[{ delay: 80_000 }],
			/^The service did not answer in time\. As a tool, this node has to answer within 45 seconds\.$/,
		],
	])(
		'says within 45 seconds that %s, even with Retry On Fail',
		async (_, parameters, conditions, message) => {
			await start(1, ...conditions);
			const { error, took } = await service.run(parameters, { asTool: true, retryOnFail: true });
			expect(error?.message).toMatch(message);
			expect(took).toBeLessThan(47_000);
		},
	);
});

// Values that a model leaves out: test/nodes/WebPageReport/input
it('a tool that receives several items processes each of them', async () => {
	await start(0);
	const parameters = report('create', { url: '=https://example.com/{{ $json.number }}' });
	const credential = { ...service.credential, requestsAtOnce: 1 };
	const { items, error } = await service.runMany(parameters, 12, { credential, asTool: true });
	expect(error).toBeUndefined();
	expect(items).toHaveLength(12);
	expect(service.writes()).toBe(12);
});

describe('the Fields of a tool', () => {
	const knowsTools = !/^1\.(8\d|9[0-4])\./.test(ENGINE);

	it.each([
		['url, result,id', ['url', 'result', 'id']],
		['results\nid, password, colour', ['results', 'id']],
		['', all],
	])('select what an agent reads of each report: %j', async (fields, names) => {
		await start(2);
		const { items } = await call(report('getAll', { fields }));
		const shown = knowsTools ? names : all;
		expect(items.map(({ json }) => Object.keys(json))).toEqual([shown, shown]);
	});
});

/** A declarative node with methods is a working tool from n8n 1.106 (n8n-core 1.105) on; here, older engines are called directly. n8n-core 1.84 passes on no messages. */
const [major = 0, minor = 0] = ENGINE.split('.').map(Number);
const told = (sentences: string) => (major > 1 || minor > 84 ? sentences : 'undefined');

/** Whether this version passes on the message; n8n-core 1.105 and later pass on the description instead. */
const handsOverMessage = major === 1 && minor < 105;

describe('an MCP server, or an agent that calls the tool itself,', () => {
	const GET = (id: string) => report('get', { reportId: locator('id', id) });
	const FIND =
		'It does not exist, or it belongs to another account. Use Get Many to see which reports exist. If Get Many fails as well, check Base URL in the credential.';

	/**
	 * What n8n tells the model about a failure: some versions throw, others answer. Those that replace the message with their
	 * own text add the description.
	 */
	async function said(options: RunOptions) {
		const { isError, text } = await callTool(options);
		// Before n8n-core 1.122, n8n answers normally after a failure, and MCP clients take that for a success
		if (major > 1 || minor >= 122) expect(isError).toBe(true);
		return text.replace(/^Error during node execution ?: /, '').split('\n\nDetails: ');
	}

	it.each<[string, ReturnType<typeof report>, object, string, string]>([
		[
			'an argument that cannot be used',
			report('create', { url: '={{ "example.com" }}' }),
			{},
			'URL cannot be "example.com". It must be the full address of one web page, starting with https:// or http://. To analyse several pages, give each one its own item, for example with the Split Out node.',
			'',
		],
		[
			'a report whose ID and error message contain the name of a system error',
			GET('preexisting'),
			{},
			`Report preexisting was not found (404). The service says: "ResourceNotFound". ${FIND}`,
			`Report … was not found (404). The service says: … ${FIND}`,
		],
		[
			'a service that is unreachable',
			CREATE,
			{ baseUrl: 'http://127.0.0.1:1/api/v1' },
			'The connection was refused. Nothing was sent. Check the host and port in Base URL (127.0.0.1:1), and that the service is running. Inside Docker, localhost is the container itself. If n8n uses a proxy, check that, too.',
			'',
		],
	])('gets the message of this node for %s', async (_, parameters, changes, sentences, before) => {
		await start(0, { status: 404, body: { message: 'ResourceNotFound' } });
		const texts = await said({ credential: { ...service.credential, ...changes }, parameters });
		expect(texts.at(-1)).toBe(told((handsOverMessage && before) || sentences));
		if (texts.length > 1) expect(texts[0]).toBe(before);
	});

	it('gets the message as an answer if the tool is set to continue', async () => {
		await start(0);
		const { credential } = service;
		const tool = { credential, parameters: GET('999'), onError: 'continueRegularOutput' } as const;
		const { isError, text } = await callTool(tool);
		expect(isError).toBe(false);
		expect(JSON.parse(text)).toEqual([
			{ error: 'Report 999 was not found (404): Resource not found.', message: FIND },
		]);
	});

	it.each([
		['get', 'number', 2],
		['delete', 'string', '2'],
	])('can %s a report by an ID passed as a %s', async (operation, type, id) => {
		await start(3);
		const reportId = locator('id', `={{ $fromAI('report', 'The ID', '${type}') }}`);
		const parameters = report(operation, { reportId });
		const answer = await callTool({ credential: service.credential, parameters }, { report: id });
		expect(answer.isError).toBe(false);
		expect(JSON.parse(answer.text)).toEqual([expect.objectContaining({ id: 2 })]);
	});
});
