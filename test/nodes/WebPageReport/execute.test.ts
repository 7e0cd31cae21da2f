import type {
	IDataObject,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INode,
} from 'n8n-workflow';

import { execute } from '../../../nodes/WebPageReport/execute';

const own = { name: 'Web Page Report', type: 'webPageReport' };

/** What n8n keeps for one execution of the node with so many items. */
const executionOf = (items: number): object => ({
	node: own,
	data: { main: [Array.from({ length: items }, () => ({ json: {} }))] },
});

interface Situation {
	continues?: boolean;
	item?: number;
	execution?: object;
	node?: Partial<INode>;
}

/** What n8n gives to an operation, with a service that answers what a test wants. */
function n8n(
	parameters: IDataObject,
	answers: unknown[],
	{ continues = false, item = 0, execution = executionOf(1), node = {} }: Situation = {},
) {
	const sent: IHttpRequestOptions[] = [];
	const context = {
		getItemIndex: () => item,
		getExecuteData: () => execution,
		getExecutionCancelSignal: () => undefined,
		continueOnFail: () => continues,
		getNode: () => ({ ...own, ...node }) as INode,
		getWorkflowDataProxy: () => ({ $node: {} }),
		getNodeParameter: (name: string, fallback?: unknown) => parameters[name] ?? fallback,
		getCredentials: async (name: string) => {
			expect(name).toBe('webPageReportApi');
			return await Promise.resolve({ baseUrl: 'https://reports.example.com/v1', apiKey: ' key ' });
		},
		helpers: {
			httpRequest: async (request: IHttpRequestOptions) => {
				sent.push(request);
				const answer = answers.shift();
				if (answer instanceof Error) throw answer;
				return await Promise.resolve({ statusCode: 200, headers: {}, ...(answer as object) });
			},
		},
	} as unknown as IExecutePaginationFunctions;
	const run = async (request: Partial<IHttpRequestOptions>) =>
		await execute.call(context, {
			options: { method: 'GET', url: '/reports', ...request },
			preSend: [],
			postReceive: [],
		});
	return { run, sent };
}

const get = { resource: 'report', operation: 'get', simplify: false };
const getAll = { resource: 'report', operation: 'getAll', returnAll: false, limit: 2 };

describe('a request', () => {
	it('goes out as it is checked, and brings every answer back as it is', async () => {
		const { run, sent } = n8n(get, [{ body: { data: { id: 7 } } }]);
		await run({ url: '/reports/7', headers: { Accept: 'application/json' } });
		expect(sent).toEqual([
			{
				method: 'GET',
				url: 'https://reports.example.com/v1/reports/7',
				headers: { Accept: 'application/json', Authorization: 'Bearer key' },
				qs: {},
				body: {},
				skipSslCertificateValidation: false,
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
			},
		]);
	});

	it('for a list asks for the smallest page that holds the limit, unless a size is set', async () => {
		const list = { body: { data: [{ id: 1 }] } };
		const { run, sent } = n8n(getAll, [list, list]);
		await run({});
		await run({ qs: { per_page: 25, search: 'x' } });
		expect(sent.map(({ qs }) => qs as IDataObject)).toEqual([
			{ per_page: 10 },
			{ per_page: 25, search: 'x' },
		]);
	});

	it('for a later page has its number', async () => {
		const page = (id: number) => ({ body: { data: [{ id }], meta: { last_page: 2 } } });
		const { run, sent } = n8n({ ...getAll, returnAll: true }, [page(1), page(2)]);
		expect((await run({})).map(({ json }) => json.id)).toEqual([1, 2]);
		expect(sent.map(({ qs }) => qs as IDataObject)).toEqual([
			{ per_page: 100 },
			{ per_page: 100, page: 2 },
		]);
	});
});

describe('an item', () => {
	it.each([
		[true, { id: 7 }],
		[false, { id: 7, results: { title: {} } }],
		['true', { id: 7 }],
	])('is simplified with Simplify %p', async (simplify, json) => {
		const answer = { body: { data: { id: 7, results: { title: {} } } } };
		const { run } = n8n({ ...get, simplify }, [answer], { item: 3 });
		expect(await run({ url: '/reports/7' })).toEqual([{ json, pairedItem: { item: 3 } }]);
	});

	it('is whole where there is no Simplify, but for a password', async () => {
		const row = { project: 'a', owner: { name: 'x', password: 'y' } };
		const { run } = n8n({ ...getAll, resource: 'project' }, [{ body: { data: [row] } }]);
		expect((await run({ url: '/projects' }))[0]?.json).toEqual({
			project: 'a',
			owner: { name: 'x' },
		});
	});

	it.each([
		['report', '/reports/7', { deleted: true, id: '7' }],
		['project', '/projects/a%20b', { deleted: true, project: 'a b' }],
	])('of a deleted %s names it', async (resource, url, json) => {
		const { run } = n8n({ resource, operation: 'delete' }, [{ body: '' }]);
		expect(await run({ method: 'DELETE', url })).toEqual([{ json, pairedItem: { item: 0 } }]);
	});

	it('is told apart by its ID where it is a report', async () => {
		const rows = [
			{ id: 1, project: 'a' },
			{ id: 2, project: 'a' },
		];
		const page = (data: unknown[]) => ({ body: { data, links: { next: 'more' } } });
		const changed = { ...rows[0], result: 'bad' };
		const pages = [page(rows), page([changed, { id: 3, project: 'a' }]), page([]), page([])];
		const { run } = n8n({ ...getAll, returnAll: true }, pages);
		expect((await run({})).map(({ json }) => json.id)).toEqual([1, 2, 3]);
	});

	it('is told apart by its name where it is a project', async () => {
		const page = (data: unknown[]) => ({ body: { data, links: { next: 'more' } } });
		const { run } = n8n({ ...getAll, resource: 'project', returnAll: true }, [
			page([{ project: 'a', reports: 1 }]),
			page([
				{ project: 'a', reports: 2 },
				{ project: 'b', reports: 1 },
			]),
			page([]),
			page([]),
		]);
		expect((await run({ url: '/projects' })).map(({ json }) => json.project)).toEqual(['a', 'b']);
	});

	it.each([
		[
			'create',
			{ method: 'POST', body: { url: 'https://a.example' } },
			{ url: 'https://a.example' },
		],
		['update', { method: 'PUT', url: '/reports/7', body: { results: 1 } }, { id: '7' }],
	] as const)(
		'of a %s without an answer says what it was about',
		async (operation, request, json) => {
			const { run } = n8n({ resource: 'report', operation }, [{ body: '' }]);
			expect((await run(request))[0]?.json).toEqual({ success: true, ...json });
		},
	);
});

describe('an item that n8n begins alone, of two', () => {
	const batching = (batchInterval: number) => ({
		requestOptions: { batching: { batch: { batchInterval } } },
	});

	it.each<[string, IDataObject, Situation, boolean]>([
		['without Batching', {}, {}, false],
		['with batches and no pause between them', batching(0), {}, false],
		['with Batching', batching(1000), {}, true],
		['where n8n goes on after a failure', {}, { continues: true }, true],
		['with Execute Once', {}, { node: { executeOnce: true } }, true],
		['as a tool', {}, { node: { type: 'webPageReportTool' } }, true],
	])('%s', async (_, parameters, situation, isSent) => {
		const answer = { body: { data: { id: 7 } } };
		const { run, sent } = n8n({ ...get, ...parameters }, [answer], {
			execution: executionOf(2),
			...situation,
		});
		const output = await run({ url: '/reports/7' });
		expect(sent).toHaveLength(isSent ? 1 : 0);
		expect(output.map(({ json }) => json)).toEqual(isSent ? [{ id: 7 }] : []);
	});
});

describe('a failure', () => {
	const refused = { statusCode: 422, body: { message: 'Not with key.' } };
	const nothing = { body: '' };

	it('stops the workflow with title and advice, and names the item', async () => {
		const { run } = n8n(get, [nothing], { item: 2 });
		await expect(run({ url: '/reports/7' })).rejects.toMatchObject({
			name: 'NodeApiError',
			message: 'The service answered with nothing',
			description:
				'List what there is with Get Many. Check Base URL in the credential: it has to be the address of the API, usually ending in /api/v1.',
			context: { itemIndex: 2 },
		});
	});

	it('comes out as an item where the node continues, without the key', async () => {
		const { run } = n8n(get, [refused], { continues: true, item: 2 });
		expect(await run({ url: '/reports/7' })).toEqual([
			{
				json: {
					error: 'The service did not accept the input for report 7 (422): Not with ***.',
					message: expect.stringMatching(/^Correct the parameters/) as string,
				},
				pairedItem: { item: 2 },
			},
		]);
	});

	it('without an answer says so, without the key', async () => {
		const error = new Error('broken by key');
		const { run } = n8n({ resource: 'report', operation: 'delete' }, [error], { continues: true });
		const [output] = await run({ method: 'DELETE', url: '/reports/7' });
		expect(output?.json.error).toBe(
			'The connection broke before an answer came for report 7 (broken by ***)',
		);
	});

	it('of one item stops the others, and only the first one is reported', async () => {
		const execution = executionOf(3);
		const runs = [
			n8n(get, [{ statusCode: 500 }], { execution, item: 0 }),
			n8n({ ...getAll, limit: 0 }, [], { execution, item: 1 }),
			n8n(get, [{ body: { id: 2 } }], { execution, item: 2 }),
		];
		const outcomes = await Promise.allSettled(
			runs.map(async ({ run }) => await run({ url: '/reports/1' })),
		);
		expect(runs.map(({ sent }) => sent.length)).toEqual([0, 0, 0]);
		expect(outcomes).toMatchObject([
			{ status: 'fulfilled', value: [] },
			{ status: 'rejected', reason: { message: 'Limit cannot be used: "0"' } },
			{ status: 'fulfilled', value: [] },
		]);
	});

	it('of one item leaves the others alone where the node continues', async () => {
		const execution = executionOf(2);
		const situation = { execution, continues: true };
		const runs = [
			n8n(get, [nothing], { ...situation, item: 0 }),
			n8n(get, [{ body: { id: 2 } }], { ...situation, item: 1 }),
		];
		const outputs = await Promise.all(
			runs.map(async ({ run }) => await run({ url: '/reports/1' })),
		);
		expect(outputs.map(([output]) => output?.json)).toMatchObject([
			{ error: 'The service answered with nothing' },
			{ id: 2 },
		]);
	});

	it.each([
		[
			'that nothing was sent',
			undefined as unknown as string,
			/^Nothing was sent\. Please report it/,
		],
		['that a write may have happened', '/reports/7', /^It may have happened .* Please report it/],
	])('of this node itself says so, and %s', async (_, url, message) => {
		const unreadable = { statusCode: 500, headers: null };
		const { run } = n8n({ resource: 'report', operation: 'delete' }, [unreadable], {
			continues: true,
		});
		const [output] = await run({ method: 'DELETE', url });
		expect(output?.json).toEqual({
			error: expect.stringMatching(/^This node itself has failed \(.+\)$/) as string,
			message: expect.stringMatching(message) as string,
		});
	});

	it.each([
		[{ ...getAll, limit: 0 }, 'Limit cannot be used: "0"'],
		[{ ...getAll, returnAll: 'maybe' }, 'Return All cannot be used: "maybe"'],
		[{ ...getAll, simplify: 'maybe' }, 'Simplify cannot be used: "maybe"'],
	])('of the input %j sends nothing', async (parameters, message) => {
		const { run, sent } = n8n(parameters, []);
		await expect(run({})).rejects.toThrow(message);
		expect(sent).toEqual([]);
	});
});

describe('a node that n8n runs again', () => {
	const create = { resource: 'report', operation: 'create' };
	const request = { method: 'POST', url: '/reports', body: { url: 'https://a.example' } } as const;
	const created = { body: { data: { id: 7, url: 'https://a.example', password: 'x' } } };

	it.each([
		[true, 1],
		[false, 2],
	])('creates once with Retry On Fail: %j', async (retryOnFail, requests) => {
		const { run, sent } = n8n(create, [created, created], { node: { retryOnFail } });
		const first = await run(request);
		expect(first).toEqual([{ json: { id: 7, url: 'https://a.example' }, pairedItem: { item: 0 } }]);
		expect(await run(request)).toEqual(first);
		expect(sent).toHaveLength(requests);
	});

	it.each([
		['may have created', { statusCode: 500 }, 1],
		['has not created', { statusCode: 422 }, 2],
	])('creates what it %s, so many times: %#', async (_, failure, requests) => {
		const { run, sent } = n8n(create, [failure, created], { node: { retryOnFail: true } });
		await expect(run(request)).rejects.toThrow(/^The service/);
		const again = run(request);
		if (requests === 1) await expect(again).rejects.toThrow('The service failed');
		else expect(await again).toHaveLength(1);
		expect(sent).toHaveLength(requests);
	});

	it('reads again', async () => {
		const answer = { body: { id: 7 } };
		const { run, sent } = n8n(get, [answer, answer], { node: { retryOnFail: true } });
		await run({ url: '/reports/7' });
		await run({ url: '/reports/7' });
		expect(sent).toHaveLength(2);
	});
});
