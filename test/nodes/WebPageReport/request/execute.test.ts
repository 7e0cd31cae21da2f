import type {
	IDataObject,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INode,
} from 'n8n-workflow';

import { execute } from '../../../../nodes/WebPageReport/request/execute';

/** What n8n gives to an operation, with a service that answers what a test wants. */
function n8n(
	parameters: IDataObject,
	answers: unknown[],
	{ continues = false, item = 0, execution = { data: {} }, node = {} } = {},
) {
	const sent: IHttpRequestOptions[] = [];
	const context = {
		getItemIndex: () => item,
		getExecuteData: () => execution,
		getExecutionCancelSignal: () => undefined,
		continueOnFail: () => continues,
		getNode: () => ({ name: 'Web Page Report', type: 'webPageReport', ...node }) as INode,
		getNodeParameter: (name: string, fallback?: unknown) => parameters[name] ?? fallback,
		getCredentials: async () => await Promise.resolve({ apiKey: ' key ' }),
		helpers: {
			httpRequestWithAuthentication: async (credential: string, request: IHttpRequestOptions) => {
				expect(credential).toBe('webPageReportApi');
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
				url: '/reports/7',
				headers: { Accept: 'application/json' },
				qs: {},
				body: {},
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
		const pages = [page(rows), page([changed, { id: 3, project: 'a' }]), page([])];
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
	const execution = () => ({ data: { main: [[{ json: {} }, { json: {} }]] } });
	const batching = (batchInterval: number) => ({
		requestOptions: { batching: { batch: { batchInterval } } },
	});

	it.each([
		['without Batching', {}, {}, false],
		['with batches and no pause between them', batching(0), {}, false],
		['with Batching', batching(1000), {}, true],
		['where n8n goes on after a failure', {}, { continues: true }, true],
		['with Execute Once', {}, { node: { executeOnce: true } }, true],
		['as a tool', {}, { node: { type: 'webPageReportTool' } }, true],
	])('%s', async (_, parameters, options, isSent) => {
		const answer = { body: { data: { id: 7 } } };
		const { run, sent } = n8n({ ...get, ...parameters }, [answer], {
			execution: execution(),
			...options,
		});
		const [output] = await run({ url: '/reports/7' });
		expect(sent).toHaveLength(isSent ? 1 : 0);
		expect(output?.json).toEqual(
			isSent
				? { id: 7 }
				: {
						error: 'n8n has stopped before this item could begin',
						message: 'Nothing was sent for it.',
					},
		);
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
				'List what there is with Get Many, and check that Base URL in the credential is the address of the API.',
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

	it('lets nothing more out in a run that stops', async () => {
		const execution = { data: {} };
		const first = n8n(get, [nothing], { execution });
		await expect(first.run({ url: '/reports/1' })).rejects.toThrow('answered with nothing');
		const second = n8n(get, [{ body: { id: 2 } }], { execution, item: 1 });
		await expect(second.run({ url: '/reports/2' })).rejects.toThrow('answered with nothing');
		expect(second.sent).toEqual([]);
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
