import type { IDataObject, IHttpRequestOptions, ILoadOptionsFunctions, INode } from 'n8n-workflow';

import { WebPageReportApi } from '../../../../credentials/WebPageReportApi.credentials';
import { searchProjects } from '../../../../nodes/WebPageReport/methods/searchProjects';
import { searchReports } from '../../../../nodes/WebPageReport/methods/searchReports';

const CREDENTIAL = { baseUrl: 'https://reports.example.com/v1', apiKey: 'key' };

/** What n8n gives to a searchable list, with a service that answers like this, the last one for ever. */
function n8n(answers: unknown[], parameters: IDataObject = {}) {
	const sent: IHttpRequestOptions[] = [];
	const context = {
		getNode: () => ({ name: 'Web Page Report', type: 'webPageReport' }) as INode,
		getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
		getCredentials: async () => await Promise.resolve(CREDENTIAL),
		helpers: {
			httpRequestWithAuthentication: async (_: string, request: IHttpRequestOptions) => {
				sent.push(await new WebPageReportApi().authenticate(CREDENTIAL, request));
				const answer = answers[Math.min(sent.length, answers.length) - 1];
				if (answer instanceof Error) throw answer;
				return await Promise.resolve({ statusCode: 200, headers: {}, ...(answer as object) });
			},
		},
	} as unknown as ILoadOptionsFunctions;
	return { context, sent };
}

it.each([
	[undefined, undefined, { per_page: 50 }],
	['', undefined, { per_page: 50 }],
	['ab', undefined, { per_page: 50, search: 'ab' }],
	['ab', '3', { per_page: 50, search: 'ab', page: 3 }],
	[undefined, '1', { per_page: 50 }],
])('a search for %p from page %p asks for %j', async (filter, token, qs) => {
	const { context, sent } = n8n([{ body: [] }]);
	expect(await searchProjects.call(context, filter, token)).toEqual({ results: [] });
	expect(sent).toMatchObject([
		{
			method: 'GET',
			url: 'https://reports.example.com/v1/projects',
			headers: { Accept: 'application/json', Authorization: 'Bearer key' },
			qs,
		},
	]);
	expect(sent[0]?.qs).toEqual(qs);
});

it.each([
	[{ project: 'a.example' }, 'a.example'],
	['a.example', 'a.example'],
])('a project %j is shown and chosen by its name', async (row, name) => {
	const { context } = n8n([{ body: { data: [row] } }]);
	expect((await searchProjects.call(context)).results).toEqual([{ name, value: name }]);
});

it.each([
	[{ id: 7, url: 'https://a.example', generated_at: '2026' }, 'a.example · 2026 · ID 7'],
	[
		{
			id: 7,
			result: 'bad',
			url: 'https://www.a.example/x',
			generated_at: '2026-01-31T12:05:59.000000Z',
		},
		'a.example/x · bad · 2026-01-31 12:05 · ID 7',
	],
	[{ id: 7, generated_at: '2026-01-31T00:30:00+02:00' }, '2026-01-30 22:30 · ID 7'],
	[{ id: 7, generated_at: '2026-01-31 00:30:00' }, '2026-01-31 00:30:00 · ID 7'],
	[{ id: 7, generated_at: '2026-13-31T00:30:00Z' }, '2026-13-31T00:30:00Z · ID 7'],
	[{ id: 7, result: 81 }, '81 · ID 7'],
	[{ id: 7, url: 'https://a.example' }, 'a.example · ID 7'],
	[
		{ id: 7, url: 'http://a.example/?of=https://b.example' },
		'a.example/?of=https://b.example · ID 7',
	],
	[{ id: 7 }, 'ID 7'],
	[
		{ id: 7, url: 'https://shop.example/de/category/shoes/running/trail-2026' },
		'shop.example/de/cate…/running/trail-2026 · ID 7',
	],
])('a report %j is shown as "%s" and chosen by its id', async (row, name) => {
	const { context, sent } = n8n([{ body: { data: [row] } }]);
	expect((await searchReports.call(context)).results).toEqual([{ name, value: '7' }]);
	expect(sent[0]?.url).toBe('https://reports.example.com/v1/reports');
});

describe('a number that a person types', () => {
	const list = { body: { data: [{ id: 142 }, { id: 42 }] } };

	it.each([['42'], [' #42 ']])(
		'finds the report with that ID, once and first: "%s"',
		async (text) => {
			const { context, sent } = n8n([list, { body: { data: { id: 42, result: 'bad' } } }]);
			expect((await searchReports.call(context, text)).results).toEqual([
				{ name: 'bad · ID 42', value: '42' },
				{ name: 'ID 142', value: '142' },
			]);
			expect(sent.map(({ url }) => url).sort()).toEqual([
				'https://reports.example.com/v1/reports',
				'https://reports.example.com/v1/reports/42',
			]);
		},
	);

	it.each([
		['there is none', { statusCode: 404 }],
		['the answer is another report', { body: { id: 7 } }],
		['the answer holds none', { body: [] }],
	])('leaves the list as it is where %s', async (_, answer) => {
		const { context } = n8n([list, answer]);
		const { results } = await searchReports.call(context, '42');
		expect(results.map(({ value }) => value)).toEqual(['142', '42']);
	});

	it.each([
		['42a', undefined],
		['example.com/42', undefined],
		['42', '2'],
	])('is nothing else, and only looked for once: "%s" from page %p', async (text, token) => {
		const { context, sent } = n8n([list]);
		await searchReports.call(context, text, token);
		expect(sent).toHaveLength(1);
	});
});

it.each([
	[{ data: [{ id: 1 }], meta: { last_page: 3 } }, '3 1'],
	[{ data: [{ id: 'a b' }], links: { next: '/?page=3' } }, '3 a b'],
	[{ data: [{}], links: { next: '/?page=3' } }, '3 '],
	[{ data: [{ id: 1 }], meta: { last_page: 2 } }, undefined],
	[{ data: [], meta: { last_page: 9 } }, undefined],
])('after %j on page 2 comes page %p', async (body, next) => {
	const { context } = n8n([{ body }]);
	expect((await searchReports.call(context, undefined, '2')).paginationToken).toBe(next);
});

it.each([
	['the same page again', '2 7', [], undefined],
	['another page', '2 8', [{ name: 'ID 7', value: '7' }], '3 7'],
])('after %s the list goes on only with something new', async (_, token, results, next) => {
	const { context } = n8n([{ body: { data: [{ id: 7 }], links: { next: '/?page=3' } } }]);
	const page = await searchReports.call(context, undefined, token);
	expect([page.results, page.paginationToken]).toEqual([results, next]);
});

it('the Request Options of the node count here too, but for the time that a person waits', async () => {
	const requestOptions = {
		allowUnauthorizedCerts: true,
		timeout: 5_000,
		proxy: 'http://a.example:1',
	};
	const { context, sent } = n8n([{ body: [] }], { requestOptions });
	await searchReports.call(context);
	expect(sent).toMatchObject([
		{
			skipSslCertificateValidation: true,
			timeout: 25_000,
			proxy: { protocol: 'http', host: 'a.example', port: 1 },
		},
	]);
});

it('a proxy that cannot be used is a sentence, and nothing goes around it', async () => {
	const { context, sent } = n8n([{ body: [] }], { requestOptions: { proxy: 'a.example' } });
	await expect(searchReports.call(context)).rejects.toMatchObject({
		message: 'Proxy is not a web address',
		description: expect.stringContaining('under Request Options') as string,
	});
	expect(sent).toEqual([]);
});

describe('a person who waits', () => {
	beforeEach(() => {
		jest.useFakeTimers();
		jest.spyOn(Math, 'random').mockReturnValue(1);
	});

	afterEach(() => {
		jest.useRealTimers();
		jest.restoreAllMocks();
	});

	/** Lets a list be searched for as long as it takes, with a clock of its own. */
	async function search(context: ILoadOptionsFunctions) {
		const [outcome] = await Promise.allSettled([
			searchReports.call(context),
			jest.advanceTimersByTimeAsync(60_000),
		]);
		return outcome;
	}

	it.each([
		['took none', { statusCode: 429, headers: { 'retry-after': '3' } }],
		['did not answer', Object.assign(new Error('reset'), { code: 'ECONNRESET' })],
	])('gets the list of a service that first %s', async (_, first) => {
		const { context, sent } = n8n([first, { body: [{ id: 7 }] }]);
		expect(await search(context)).toMatchObject({ value: { results: [{ value: '7' }] } });
		expect(sent).toHaveLength(2);
	});

	it('does not wait longer than 20 seconds for a service that takes none', async () => {
		const { context, sent } = n8n([{ statusCode: 429, headers: { 'retry-after': '21' } }]);
		expect(await search(context)).toMatchObject({
			reason: {
				message: 'Too many requests (429)',
				description: 'The service asks to wait 21 seconds. Try again after that.',
			},
		});
		expect(sent).toHaveLength(1);
	});

	it('hears after 20 seconds of a service that does not answer', async () => {
		const { context } = n8n([]);
		const start = Date.now();
		const ended = jest.fn();
		context.helpers.httpRequestWithAuthentication = async () => await new Promise(() => undefined);
		const searching = searchReports.call(context).catch((error: unknown) => {
			ended(Date.now() - start);
			throw error;
		});
		const [outcome] = await Promise.allSettled([searching, jest.advanceTimersByTimeAsync(60_000)]);
		expect(outcome).toMatchObject({
			reason: {
				message: 'The service did not answer within 20 seconds',
				description:
					'Try again later, or enter the value by hand. If it keeps failing, contact your report service.',
			},
		});
		expect(ended.mock.calls).toEqual([[20_000]]);
	});

	it('hears after 20 seconds of a service that breaks off again and again', async () => {
		const asked = { statusCode: 503, headers: { 'retry-after': '9' } };
		const { context, sent } = n8n([asked, asked, asked]);
		expect(await search(context)).toMatchObject({
			reason: {
				message: 'The service could not list reports (503)',
				description: 'The service asks to wait 9 seconds. Try again after that.',
			},
		});
		expect(sent).toHaveLength(3);
	});
});

it('a failure is a sentence', async () => {
	const { context } = n8n([{ statusCode: 401, body: { message: 'No key' } }]);
	await expect(searchReports.call(context)).rejects.toMatchObject({
		name: 'NodeApiError',
		message: 'The service rejected the API key (401): No ***',
		description: expect.stringMatching(/^Check API Key/) as string,
	});
});
