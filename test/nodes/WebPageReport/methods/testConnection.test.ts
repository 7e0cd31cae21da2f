import type { ICredentialTestFunctions } from 'n8n-workflow';

import { testConnection } from '../../../../nodes/WebPageReport/methods/testConnection';

const data = {
	baseUrl: ' https://reports.example.com/api/v1/ ',
	apiKey: ' key ',
	allowUnauthorizedCerts: false,
};

beforeEach(() => {
	jest.useFakeTimers();
	jest.spyOn(Math, 'random').mockReturnValue(1);
});

afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

/** Tests a credential with a service that answers like this, the last one for ever; a promise is an answer that takes time. */
async function test(
	answers: object | Error | Array<object | Error | Promise<never>>,
	more: object = {},
	forTime = 120_000,
) {
	const left = [answers].flat();
	const request = jest.fn(async () => {
		const answer = await ((left.length > 1 ? left.shift() : left[0]) as object | Promise<never>);
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
	const testing = testConnection.call(context, credential);
	await jest.advanceTimersByTimeAsync(forTime);
	return { result: await testing, request };
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

/** Nobody has to be told where the credential is, nor what was not sent. */
const CHECK_BASE_URL =
	'Check Base URL. It must be the address of the API, usually ending in /api/v1.';

it.each<[object, string]>([
	[
		{ statusCode: 401, body: { message: 'No key today' } },
		'The service rejected the API key (401): No *** today. Check API Key: copy it again from your report service.',
	],
	[{ body: '<html>' }, `The service returned a web page instead of data. ${CHECK_BASE_URL}`],
	[
		{ body: { hello: 'world' } },
		`The service returned something other than a list. ${CHECK_BASE_URL}`,
	],
	[{ statusCode: 400 }, `The service rejected the request (400). ${CHECK_BASE_URL}`],
	[{ statusCode: 407 }, 'The proxy requires a login (407). Check the proxy settings of n8n.'],
	[
		{ body: { success: false, message: 'Your plan has expired.' } },
		'The service could not answer the test: Your plan has expired. Try again later. If it keeps failing, contact your report service.',
	],
	[{ statusCode: 404 }, `No report service was found at this address (404). ${CHECK_BASE_URL}`],
	[
		{ statusCode: 301, headers: { location: 'https://new.example/v1/projects' } },
		'The service has moved (301). Set Base URL to https://new.example/v1',
	],
	[
		{ statusCode: 301, headers: { location: '/login' } },
		'The service asks for a login (301). Check API Key and Base URL. Base URL must be the address of the API, usually ending in /api/v1. The service points to /login',
	],
	[
		Object.assign(new Error('no'), { code: 'CERT_HAS_EXPIRED' }),
		"The service's certificate could not be verified. If you trust the service, switch on Ignore SSL Issues (Insecure).",
	],
	[
		Object.assign(new Error('no'), { code: 'ECONNREFUSED' }),
		'The service refused the connection. Check the host and port in Base URL (reports.example.com:443), and that the service is running. Inside Docker, localhost is the container itself.',
	],
	[
		new Error('Domain not allowed'),
		'n8n did not send the request: Domain not allowed. Correct the expression, or Allowed HTTP Request Domains.',
	],
	[
		new Error('key is wrong'),
		'The connection was lost before the service answered: *** is wrong. Try again later. If it keeps failing, contact your report service.',
	],
])('says what to do after %p', async (answer, message) => {
	const { result } = await test(answer);
	expect(result).toEqual({ status: 'Error', message });
});

it('asks nobody without an address', async () => {
	const { result, request } = await test({ body: [] }, { baseUrl: '' });
	expect(result.message).toBe(
		'Base URL is empty. Enter the address of the API, such as https://reports.example.com/api/v1.',
	);
	expect(request).not.toHaveBeenCalled();
});

it('is sent only to the domains that the credential allows', async () => {
	const more = { allowedHttpRequestDomains: 'domains', allowedDomains: 'other.example.com' };
	const { result, request } = await test({ body: [] }, more);
	expect(result.message).toBe(
		'Allowed Domains does not include the report service. Add reports.example.com to Allowed Domains, or choose All under Allowed HTTP Request Domains.',
	);
	expect(request).not.toHaveBeenCalled();
});

describe('sends again, for a while,', () => {
	const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
	const throttled = (after: number) => ({
		statusCode: 429,
		headers: { 'retry-after': String(after) },
	});

	it.each([
		['a connection that broke', [reset, { body: [] }], 2],
		['a service that is in maintenance', [{ statusCode: 503 }, { body: [] }], 2],
		['a service that takes none', [throttled(10), throttled(10), { body: [] }], 3],
		['a service that takes none for 29 seconds', [throttled(29), { body: [] }], 2],
	])('to %s', async (_, answers, times) => {
		const { result, request } = await test(answers);
		expect(result).toEqual({ status: 'OK', message: 'Connection successful' });
		expect(request).toHaveBeenCalledTimes(times);
	});

	it.each([
		[reset, /^The connection was lost before the service answered\. Try again later/, 4],
		[throttled(31), /^Too many requests \(429\)\. The service asks to wait 31 seconds\./, 1],
		[throttled(16), /^Too many requests \(429\)\. The service asks to wait 16 seconds\./, 2],
		[{ statusCode: 401 }, /^The service rejected the API key/, 1],
	])('and gives up after %p', async (answer, message, times) => {
		const { result, request } = await test(answer);
		expect(result).toEqual({ status: 'Error', message: expect.stringMatching(message) as string });
		expect(request).toHaveBeenCalledTimes(times);
	});
});

it('says so after 30 seconds without an answer, and sends nothing more', async () => {
	const never = new Promise<never>(() => undefined);
	const { result, request } = await test([{ statusCode: 503 }, never]);
	expect(result).toEqual({
		status: 'Error',
		message:
			'The service did not answer within 30 seconds. Check Base URL, and that the service is running.',
	});
	expect(request).toHaveBeenCalledTimes(2);
});

it('sends nothing after it has said that no answer came', async () => {
	const late = new Promise<never>((_, reject) => {
		setTimeout(() => {
			reject(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
		}, 31_000);
	});
	const { result, request } = await test([late, { body: [] }]);
	expect(result.message).toMatch(/^The service did not answer within 30 seconds/);
	expect(request).toHaveBeenCalledTimes(1);
});

it.each([[{ body: [] }], [{ statusCode: 401 }]])(
	'leaves nothing behind after %j',
	async (answer) => {
		await test(answer, {}, 300);
		expect(jest.getTimerCount()).toBe(0);
	},
);
