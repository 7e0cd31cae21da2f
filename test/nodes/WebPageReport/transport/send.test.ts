import {
	type ICredentialDataDecryptedObject,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	UserError,
} from 'n8n-workflow';

import type { Target } from '../../../../nodes/WebPageReport/shared/target';
import { send } from '../../../../nodes/WebPageReport/transport/send';
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

describe('a request', () => {
	it.each([
		[{ data: { id: 7 } }, 200],
		['', 204],
		[[], 299],
	])('brings the body %j of an answer', async (body, statusCode) => {
		const { caller } = callerOf({ body, statusCode });
		expect(await send(caller, target, request, undefined)).toBe(body);
	});

	it('signs a request with the credential, and gives it all that n8n has to know', async () => {
		const { caller, sent } = callerOf({ body: '' });
		const { signal } = new AbortController();
		await send(caller, target, request, signal);
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
		await send(caller, target, request, undefined);
		expect(sent).toMatchObject([{ skipSslCertificateValidation: true }]);
	});
});

describe('a request that fails', () => {
	it('by its answer says so, without secrets', async () => {
		const body = { errors: ['No s3cret.', 'No hunter22.', 'No.'] };
		const { caller } = callerOf({ statusCode: 422, body });
		const { title, details } = await failureOf(
			async () => await send(caller, target, request, undefined),
		);
		expect(title).toBe('The service did not accept the input for report 7 (422): No ***. No.');
		expect(details.code).toBe('422');
	});

	it('without an answer says so, with the host and without secrets', async () => {
		const refused = Object.assign(new Error('no s3cret'), { code: 'ECONNREFUSED' });
		const { caller } = callerOf(refused);
		const { title } = await failureOf(async () => await send(caller, target, request, undefined));
		expect(title).toBe('The service refused the connection (reports.example.com:443)');

		const broken = callerOf(new Error('no s3cret'));
		const failure = await failureOf(
			async () => await send(broken.caller, target, request, undefined),
		);
		expect(failure.title).toBe('The connection broke before an answer came for report 7 (no ***)');
		expect(failure.details.mayHaveHappened).toBe(true);
	});

	it.each([
		[{ ...usable, apiKey: '' }, 'API Key is empty', /^Open the credential/],
		[
			{ ...usable, allowedHttpRequestDomains: 'domains' },
			'Allowed Domains is empty',
			/^Open the credential/,
		],
		[
			new UserError('Credential not found'),
			'n8n did not send the request: Credential not found',
			/^Nothing was sent\./,
		],
		[
			new UserError('It cannot be decrypted', { cause: new Error('bad decrypt') }),
			'n8n did not send the request: It cannot be decrypted',
			/^Nothing was sent\./,
		],
		[
			new Error('no such credential'),
			'n8n did not send the request: no such credential',
			/^Nothing was sent\./,
		],
	])('by its credential (%p) sends nothing', async (credentials, title, advice) => {
		const { caller, sent } = callerOf({ body: '' }, credentials);
		const failure = await failureOf(async () => await send(caller, target, request, undefined));
		expect(failure.title).toBe(title);
		expect(failure.advice).toMatch(advice);
		expect(failure.details).toEqual({});
		expect(sent).toEqual([]);
	});
});
