import {
	type ICredentialDataDecryptedObject,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	UserError,
} from 'n8n-workflow';

import type { Target } from '../../../../nodes/WebPageReport/shared/target';
import {
	type Hear,
	credentialsOf,
	transmitterFor,
} from '../../../../nodes/WebPageReport/transport/send';
import { failureOf } from '../../../support/failureOf';

const usable = { baseUrl: 'https://reports.example.com/v1/', apiKey: ' s3cret ' };

/** Whoever sends requests, to a service that answers like this. */
function callerOf(answer: unknown, credentials: ICredentialDataDecryptedObject | Error = usable) {
	const sent: IHttpRequestOptions[] = [];
	const caller = {
		getCredentials: async (name: string) => {
			expect(name).toBe('webPageReportApi');
			if (credentials instanceof Error) throw credentials;
			return await Promise.resolve(credentials);
		},
		helpers: {
			httpRequest: async (request: IHttpRequestOptions) => {
				sent.push(request);
				if (answer instanceof Error) throw answer;
				return await Promise.resolve({ statusCode: 200, headers: {}, ...(answer as object) });
			},
		},
	} as unknown as ILoadOptionsFunctions;
	return { caller, sent };
}

const target: Target = { resource: 'report', operation: 'update', identifier: '7' };
const request: IHttpRequestOptions = {
	method: 'PUT',
	url: '/reports/7',
	headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
	body: { privacy: 2, password: 'hunter22' },
};

/** Sends the request once, with the credential of whoever sends it. */
async function send(
	caller: ILoadOptionsFunctions,
	hear: Hear = () => undefined,
	signal = new AbortController().signal,
	otherwise?: (failure: unknown) => unknown,
): Promise<unknown> {
	const transmit = transmitterFor(caller, await credentialsOf(caller), otherwise);
	return await transmit(target, request, signal, hear);
}

describe('a request', () => {
	it.each([
		[{ data: { id: 7 } }, 200],
		['', 204],
		[[], 299],
	])('brings the body %j of an answer', async (body, statusCode) => {
		const { caller } = callerOf({ body, statusCode });
		expect(await send(caller)).toBe(body);
	});

	it('signs a request with the credential, and gives it all that n8n has to know', async () => {
		const { caller, sent } = callerOf({ body: '' });
		const { signal } = new AbortController();
		await send(caller, undefined, signal);
		expect(sent).toEqual([
			{
				...request,
				url: 'https://reports.example.com/v1/reports/7',
				headers: { ...request.headers, Authorization: 'Bearer s3cret' },
				skipSslCertificateValidation: false,
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				abortSignal: signal,
			},
		]);
		expect(sent[0]?.abortSignal).toBe(signal);
	});

	it('heeds the credential', async () => {
		const { caller, sent } = callerOf({ body: '' }, { ...usable, allowUnauthorizedCerts: true });
		await send(caller);
		expect(sent).toMatchObject([{ skipSslCertificateValidation: true }]);
	});

	it('can be sent again, and asks for the credential once', async () => {
		const { caller, sent } = callerOf({ body: '' });
		const ask = jest.spyOn(caller, 'getCredentials');
		const transmit = transmitterFor(caller, await credentialsOf(caller));
		const { signal } = new AbortController();
		for (let time = 0; time < 2; time++) await transmit(target, request, signal, () => undefined);
		expect(sent).toHaveLength(2);
		expect(sent[1]).toEqual(sent[0]);
		expect(ask).toHaveBeenCalledTimes(1);
	});

	it('gives the body without the key', async () => {
		const { caller } = callerOf({ body: { data: { id: 7, note: 'of s3cret' } } });
		expect(JSON.stringify(await send(caller))).not.toContain('s3cret');
	});
});

describe('a request that fails', () => {
	it('by its answer says so, without secrets', async () => {
		const body = { errors: ['No s3cret.', 'No hunter22.', 'No.'] };
		const { caller } = callerOf({ statusCode: 422, body });
		const { title, details } = await failureOf(async () => await send(caller));
		expect(title).toBe('The service rejected the input (422): No ***. No.');
		expect(details.code).toBe('422');
	});

	it('without an answer says so, with the host and without secrets', async () => {
		const refused = Object.assign(new Error('no s3cret'), { code: 'ECONNREFUSED' });
		const { caller } = callerOf(refused);
		const { title, advice } = await failureOf(async () => await send(caller));
		expect(title).toBe('The service refused the connection');
		expect(advice).toContain('(reports.example.com:443)');

		const broken = callerOf(new Error('no s3cret'));
		const failure = await failureOf(async () => await send(broken.caller));
		expect(failure.title).toBe('The connection was lost before the service answered: no ***');
		expect(failure.details.mayHaveHappened).toBe(true);
	});

	it.each([
		[{ ...usable, apiKey: '' }, 'API Key is empty', /^Enter the key in the credential\./],
		[
			{ ...usable, allowedHttpRequestDomains: 'domains' },
			'Allowed Domains is empty',
			/^Add reports\.example\.com to Allowed Domains in the credential, /,
		],
		[
			new UserError('Credential not found'),
			'n8n did not send the request: Credential not found',
			/^Correct the expression, or Allowed HTTP Request Domains in the credential\.$/,
		],
		[
			new UserError('It cannot be decrypted', { cause: new Error('bad decrypt') }),
			'n8n did not send the request: It cannot be decrypted',
			/^Correct the expression, or Allowed HTTP Request Domains in the credential\.$/,
		],
		[
			new Error('no such credential'),
			'n8n did not send the request: no such credential',
			/^Correct the expression, or Allowed HTTP Request Domains in the credential\.$/,
		],
	])('by its credential (%p) sends nothing', async (credentials, title, advice) => {
		const { caller, sent } = callerOf({ body: '' }, credentials);
		const failure = await failureOf(async () => await send(caller));
		expect(failure.title).toBe(title);
		expect(failure.advice).toMatch(advice);
		expect(failure.details).toEqual({});
		expect(sent).toEqual([]);
	});
});

describe('the head of an answer', () => {
	const headers = { 'retry-after': '3', date: 'Thu, 01 Jan 2026 00:00:00 GMT' };

	it.each([
		['a success', { statusCode: 200, body: {} }],
		['a refusal', { statusCode: 429, body: '' }],
		['a failure', { statusCode: 500, body: '' }],
		['a success that is none', { statusCode: 200, body: '<!DOCTYPE html>' }],
	])('is heard, once, of %s', async (_, answer) => {
		const { caller } = callerOf({ ...answer, headers });
		const hear = jest.fn();
		await send(caller, hear).catch(() => undefined);
		expect(hear.mock.calls).toEqual([[headers]]);
	});

	it('is not heard where there is no answer', async () => {
		const hear = jest.fn();
		await failureOf(async () => await send(callerOf(new Error('broken')).caller, hear));
		expect(hear).not.toHaveBeenCalled();
	});
});

describe('what a failure counts as an answer for', () => {
	it('is given in its place, and the head is heard all the same', async () => {
		const { caller } = callerOf({ statusCode: 404, headers: { a: 'b' }, body: '' });
		const hear = jest.fn();
		const otherwise = jest.fn(() => 'none');
		expect(await send(caller, hear, undefined, otherwise)).toBe('none');
		expect(otherwise.mock.calls).toMatchObject([[{ details: { code: '404' } }]]);
		expect(hear).toHaveBeenCalledTimes(1);
	});

	it('is not asked where there is none, and can fail', async () => {
		const otherwise = jest.fn((failure: unknown) => {
			throw failure;
		});
		expect(await send(callerOf({ body: '' }).caller, undefined, undefined, otherwise)).toBe('');
		expect(otherwise).not.toHaveBeenCalled();
		const { caller } = callerOf({ statusCode: 404, body: '' });
		const { details } = await failureOf(
			async () => await send(caller, undefined, undefined, otherwise),
		);
		expect(details.code).toBe('404');
	});
});
