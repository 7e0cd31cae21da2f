import type { IDataObject } from 'n8n-workflow';

import { executionOf, get, getAll, n8n, type Situation } from './executed';

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
				abortSignal: expect.any(AbortSignal) as AbortSignal,
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

	it.each([
		[undefined, 10],
		[3, 3],
		['2', 2],
	])('has as many beside it as Requests at Once, %j, allows', async (requestsAtOnce, most) => {
		const pages = Array.from({ length: 30 }, (_, id) => ({
			body: { data: [{ id }], meta: { last_page: 30 } },
		}));
		const credential = requestsAtOnce === undefined ? {} : { requestsAtOnce };
		const { run, underWay } = n8n({ ...getAll, returnAll: true }, pages, { credential });
		expect(await run({})).toHaveLength(30);
		expect(underWay).toEqual({ now: 0, most });
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
