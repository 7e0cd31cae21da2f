import { type INode, NodeOperationError } from 'n8n-workflow';

import type { Condition } from '../../sandbox/service/conditions';
import { type Outcome, run } from '../support/engine';
import { locator, report } from '../support/node';
import { type LossyService, startLossyService } from '../support/lossyService';

let service: LossyService;

afterEach(async () => {
	await service.close();
});

/** Calls the node as the tool of an agent; how long that took, in milliseconds. */
async function call(parameters: ReturnType<typeof report>) {
	const began = Date.now();
	const outcome = await run({ credential: service.credential, parameters, asTool: true });
	return { ...outcome, took: Date.now() - began };
}

/**
 * What n8n hands to the model: it wraps the error once more, and has texts of its own in place of those that
 * hold the name of a system error.
 */
function toModel({ message, description }: Outcome['error'] = { message: '', name: '' }): string {
	const error = Object.assign(new Error(message), { description });
	return new NodeOperationError({} as INode, error).message;
}

const CREATE = report('create', { url: 'https://example.com/' });

describe('a tool, whose caller waits a minute at the most,', () => {
	it.each([
		['a create', CREATE],
		['a list', report('getAll')],
	])(
		'ends %s at once where the service asks for a long pause, and says so',
		async (_, parameters) => {
			const busy = { status: 429, headers: { 'retry-after': '300' } };
			service = await startLossyService({ loses: () => busy });
			const { error, took } = await call(parameters);
			expect(toModel(error)).toBe(
				'Too many requests (429): Too Many Attempts. The service asks to wait 5 minutes. Try again after that.',
			);
			expect(took).toBeLessThan(5000);
			expect(service.requests).toHaveLength(1);
		},
	);

	it('waits where the pause is short', async () => {
		const busy = { status: 429, headers: { 'retry-after': '2' } };
		service = await startLossyService({ loses: (__, before) => (before === 0 ? busy : undefined) });
		const { items, took } = await call(CREATE);
		expect(items.map(({ json }) => json.url)).toEqual(['https://example.com/']);
		expect(took).toBeGreaterThanOrEqual(1980);
	});

	it('ends within 45 seconds, also where a lost create is looked for and the looks get no answer', async () => {
		const never = { delay: 300_000 };
		service = await startLossyService({
			loses: ({ text }) => (text.startsWith('POST') ? { drop: true } : never),
		});
		const { error, took } = await call(CREATE);
		expect(toModel(error)).toBe(
			'The connection was lost before the service answered. The report for https://example.com/ may have been created. Check with Get Many before you run this item again.',
		);
		expect(took).toBeLessThan(47_000);
		expect(service.looks()).toBeGreaterThanOrEqual(1);
	}, 60_000);

	it('comes out with its own report where the answer of a slow service was lost', async () => {
		service = await startLossyService({
			loses: ({ text }) => (text.startsWith('POST') ? { drop: true, done: true } : undefined),
			way: ({ text }) => (text.startsWith('POST') ? 600 : 0),
		});
		const { items, error, took } = await call(CREATE);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.id)).toEqual([...service.data.reports.keys()]);
		expect(took).toBeLessThan(35_000);
	}, 60_000);
});

describe('a model that calls the tool', () => {
	const GET = (id: string) => report('get', { reportId: locator('id', id) });
	const QUOTA = 'It can also mean that your quota is used up.';
	const CHECK = 'Check that your plan includes the API, and that report 1 belongs to your account.';

	it.each<[string, ReturnType<typeof report>, Condition, string]>([
		[
			'an argument that is missing',
			report('create', { url: '={{ undefined }}' }),
			{},
			'URL is empty. Provide URL.',
		],
		[
			'an argument that cannot be used',
			report('create', { url: '={{ "example.com" }}' }),
			{},
			'URL is not a web address. Provide URL as a full address, starting with https:// or http://.',
		],
		[
			'what it has asked for not being there',
			GET('999'),
			{},
			'Report 999 was not found (404): Resource not found. It may have been deleted, or belong to another account. Find it with Get Many.',
		],
		[
			'words with the name of a system error',
			GET('1'),
			{ status: 403, body: { message: 'ECONNREFUSED' } },
			'The service does not allow you to get report 1 (403)',
		],
		[
			'a page with the name of a system error in its address',
			report('create', { url: 'https://example.com/freeaccess' }),
			{ status: 422, body: { message: 'No.' } },
			'The service rejected the input (422): No.',
		],
		[
			'a report with the name of a system error in its ID',
			GET('preexisting'),
			{ status: 404 },
			'The service says: "Something went wrong." It may have been deleted, or belong to another account. Find it with Get Many.',
		],
		[
			'a page without such a name',
			CREATE,
			{ status: 422, body: { message: 'No.' } },
			`The service rejected the input (422): No. Check the parameters for https://example.com/. ${QUOTA}`,
		],
		[
			'a plan without the API',
			GET('1'),
			{ status: 403, body: { title: 'Forbidden' } },
			`The service does not allow you to get report 1 (403): Forbidden. ${CHECK}`,
		],
	])('is told of %s in words of this node', async (_, parameters, answer, sentences) => {
		const isAny = Object.keys(answer).length === 0;
		service = await startLossyService({ loses: () => (isAny ? undefined : answer) });
		const { error } = await call(parameters);
		expect(toModel(error)).toBe(sentences);
	});

	it.each([
		[
			'http://127.0.0.1:1/api/v1',
			'The service refused the connection. Nothing was sent. Check the host and port in Base URL (127.0.0.1:1), and that the service is running. Inside Docker, localhost is the container itself.',
		],
		[
			'http://nowhere.invalid/api/v1',
			"The service's host was not found. Nothing was sent. Check Base URL for typing errors (nowhere.invalid:80), and that n8n can reach the network.",
		],
	])('is told in words of this node that nobody answers at %s', async (baseUrl, sentences) => {
		service = await startLossyService({});
		const credential = { ...service.credential, baseUrl };
		const { error } = await run({ credential, parameters: CREATE, asTool: true });
		expect(toModel(error)).toBe(sentences);
	});
});
