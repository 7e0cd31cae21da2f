import type { ICredentialTestFunctions } from 'n8n-workflow';

import { testConnection } from '../../../../nodes/WebPageReport/request/testConnection';

const data = {
	baseUrl: ' https://reports.example.com/api/v1/ ',
	apiKey: ' key ',
	allowUnauthorizedCerts: false,
};

async function test(answer: object | Error, more: object = {}) {
	const request = jest.fn(async () => {
		if (answer instanceof Error) throw answer;
		return await Promise.resolve({ statusCode: 200, headers: {}, ...answer });
	});
	const context = { helpers: { request } } as unknown as ICredentialTestFunctions;
	const credential = {
		id: '1',
		name: 'test',
		type: 'webPageReportApi',
		data: { ...data, ...more },
	};
	return { result: await testConnection.call(context, credential), request };
}

it.each([
	[false, true],
	[true, false],
])(
	'asks for projects once, without following redirects; ignoring SSL issues: %p',
	async (ignore, checks) => {
		const { result, request } = await test({ body: [] }, { allowUnauthorizedCerts: ignore });
		expect(result).toEqual({ status: 'OK', message: 'Connection successful' });
		expect(request.mock.calls).toEqual([
			[
				{
					method: 'GET',
					uri: 'https://reports.example.com/api/v1/projects',
					headers: { Accept: 'application/json', Authorization: 'Bearer key' },
					rejectUnauthorized: checks,
					followRedirect: false,
					simple: false,
					resolveWithFullResponse: true,
					json: true,
					timeout: 30_000,
				},
			],
		]);
	},
);

it.each([
	[
		{ statusCode: 401, body: { message: 'No key today' } },
		/^The service did not accept the API key \(401\): No \*\*\* today\. Check API Key/,
	],
	[{ body: '<html>' }, /^The address answered with a web page instead of data\. Check Base URL/],
	[{ body: { hello: 'world' } }, /^The service answered with something other than a list\. Check/],
	[new Error('key is wrong'), /\(\*\*\* is wrong\)\. Try again later/],
])('says what to do after %p', async (answer, message) => {
	const { result } = await test(answer);
	expect(result).toEqual({ status: 'Error', message: expect.stringMatching(message) as string });
});

it('asks nobody without an address', async () => {
	const { result, request } = await test({ body: [] }, { baseUrl: '' });
	expect(result.message).toMatch(/^Base URL is empty\. /);
	expect(request).not.toHaveBeenCalled();
});
