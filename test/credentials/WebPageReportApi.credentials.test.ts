import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { WebPageReportApi } from '../../credentials/WebPageReportApi.credentials';
import { failureOf } from '../support/failureOf';

const usable = { baseUrl: 'https://reports.example.com/api/v1', apiKey: 'key' };

async function sign(
	credentials: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions = { method: 'GET', url: '/projects' },
): Promise<IHttpRequestOptions> {
	return await new WebPageReportApi().authenticate(credentials, request);
}

describe('a signed request', () => {
	it('goes to the service with the key, and keeps all else', async () => {
		const request: IHttpRequestOptions = {
			method: 'POST',
			url: '/reports',
			headers: { Accept: 'application/json' },
			body: { url: 'https://example.com' },
		};
		expect(await sign(usable, request)).toEqual({
			...request,
			url: 'https://reports.example.com/api/v1/reports',
			headers: { Accept: 'application/json', Authorization: 'Bearer key' },
			skipSslCertificateValidation: false,
		});
	});

	it('keeps a whole address of the service', async () => {
		const address = 'https://reports.example.com/api/v1/reports?per_page=10';
		const signed = await sign(usable, { url: address });
		expect([signed.url, signed.headers]).toEqual([address, { Authorization: 'Bearer key' }]);
	});

	it.each([
		[false, {}],
		[true, { rejectUnauthorized: false }],
	])('of the HTTP Request node follows no redirect; unchecked: %j', async (unchecked, more) => {
		const uri = 'https://reports.example.com/api/v1/projects';
		const request = { method: 'GET' as const, uri, followRedirect: true, followAllRedirects: true };
		const credentials = { ...usable, allowUnauthorizedCerts: unchecked };
		expect(
			await new WebPageReportApi().authenticate(credentials, { ...request, url: uri }),
		).toEqual({
			...request,
			url: uri,
			followRedirect: false,
			followAllRedirects: false,
			headers: { Authorization: 'Bearer key' },
			skipSslCertificateValidation: unchecked,
			...more,
		});
	});

	it.each([
		['https://reports.example.com/api/v1', '/projects/%7Eab'],
		['https://reports.example.com/~ab/v1', '/projects'],
		['https://reports.example.com/%7Eab/v1', '/projects'],
		['https://reports.example.com/%7eab/v1', '/projects'],
	])('goes to an address with a tilde, however it is written: %s and %s', async (baseUrl, url) => {
		expect((await sign({ ...usable, baseUrl }, { url })).url).toBe(baseUrl + url);
	});

	it.each([
		['https://reports.example.com/a%2Fb', 'https://reports.example.com/a/b/reports'],
		['https://reports.example.com/a/b', 'https://reports.example.com/a%2Fb/reports'],
		['https://reports.example.com/a%25b', 'https://reports.example.com/a%b/reports'],
		['https://reports.example.com/v1', 'https://reports.example.com/v1%2Freports'],
		['https://reports.example.com/v1', 'https://reports.example.com/%2576%31/reports'],
	])('of %s never goes to %s, which is another address', async (baseUrl, url) => {
		const { message } = await failureOf(async () => await sign({ ...usable, baseUrl }, { url }));
		expect(message).toBe('URL is not an address of the report service');
	});

	it.each([
		'https://elsewhere.example/api/v1/reports',
		'https://reports.example.com/api/v10/reports',
		'https://reports.example.com.elsewhere.example/api/v1/reports',
		'http://reports.example.com/api/v1/reports',
		'https://reports.example.com/api/v1/../admin',
		'https://reports.example.com/api/v1/%2e%2e/admin',
		'/../admin',
		'reports',
		'',
	])('never goes to another address: %j', async (url) => {
		const { message, advice } = await failureOf(async () => await sign(usable, { url }));
		expect(message).toBe('URL is not an address of the report service');
		expect(advice).toBe(
			'Enter one that begins with https://reports.example.com/api/v1/, or choose another credential. The API key is sent to no other address.',
		);
	});

	it.each([
		[undefined, undefined, false],
		[undefined, false, false],
		[undefined, true, true],
		[true, false, true],
		[true, undefined, true],
		[false, true, true],
		[false, 'true', false],
	])('is sent unchecked: option %j, credential %j, so %j', async (option, field, unchecked) => {
		const credentials = {
			...usable,
			...(field !== undefined && { allowUnauthorizedCerts: field }),
		};
		const { skipSslCertificateValidation } = await sign(credentials, {
			url: '/projects',
			skipSslCertificateValidation: option,
		});
		expect(skipSslCertificateValidation).toBe(unchecked);
	});
});

describe('Allowed HTTP Request Domains', () => {
	const domains = { allowedHttpRequestDomains: 'domains', allowedDomains: ' reports.example.com ' };

	it.each([
		[{}],
		[{ allowedHttpRequestDomains: 'all' }],
		[{ allowedHttpRequestDomains: 'none' }],
		[{ ...domains, allowedHttpRequestDomains: 'all', allowedDomains: 'b.example' }],
		[{ allowedDomains: 'b.example' }],
		[domains],
		[{ ...domains, allowedDomains: 'b.example, REPORTS.example.com.' }],
		[{ ...domains, allowedDomains: '*.example.com' }],
	])('%j let a request to reports.example.com out', async (fields) => {
		const { url } = await sign({ ...usable, ...fields });
		expect(url).toMatch(/^https:\/\/reports\.example\.com\//);
	});

	it.each(['b.example', 'example.com', '*.reports.example.com', '*.ports.example.com', '*'])(
		'that are %j do not',
		async (allowedDomains) => {
			const { message } = await failureOf(
				async () => await sign({ ...usable, ...domains, allowedDomains }),
			);
			expect(message).toBe('Allowed Domains does not include the report service');
		},
	);

	it.each(['', '  ', undefined, {}])('that are %j let nothing out', async (allowedDomains) => {
		const credentials = { ...usable, ...domains, allowedDomains } as ICredentialDataDecryptedObject;
		const { message, advice } = await failureOf(async () => await sign(credentials));
		expect(message).toBe('Allowed Domains is empty');
		expect(advice).toBe(
			'Add reports.example.com to Allowed Domains in the credential, or choose All under Allowed HTTP Request Domains.',
		);
	});
});

describe('Base URL', () => {
	it.each([
		['https://reports.example.com/api/v1', 'https://reports.example.com/api/v1'],
		['https://reports.example.com/api/v1/', 'https://reports.example.com/api/v1'],
		['https://reports.example.com/api/v1///', 'https://reports.example.com/api/v1'],
		['  https://reports.example.com/api/v1\n', 'https://reports.example.com/api/v1'],
		['https://reports.example.com/api/v1?a=b#c', 'https://reports.example.com/api/v1'],
		['http://localhost:8080/v1', 'http://localhost:8080/v1'],
		['HTTPS://Example.com/Sub/v1', 'https://example.com/Sub/v1'],
		['https://example.com', 'https://example.com'],
	])('%j leads to %s', async (baseUrl, address) => {
		const { url } = await sign({ ...usable, baseUrl });
		expect(url).toBe(`${address}/projects`);
	});

	it.each(['', '  ', undefined, {}])('%j is empty', async (baseUrl) => {
		const { message, advice } = await failureOf(
			async () => await sign({ ...usable, baseUrl } as ICredentialDataDecryptedObject),
		);
		expect(message).toBe('Base URL is empty');
		expect(advice).toBe(
			'Enter the address of the API in the credential, such as https://reports.example.com/api/v1.',
		);
	});

	it.each([
		'reports.example.com/api/v1',
		'see https://reports.example.com',
		'ftp://reports.example.com',
		'https://',
		'https:///api/v1',
		'https://a b.example/v1',
	])('%j is not a web address', async (baseUrl) => {
		const { message, advice } = await failureOf(async () => await sign({ ...usable, baseUrl }));
		expect(message).toBe('Base URL is not a web address');
		expect(advice).toBe(
			'Enter an address in the credential that starts with https:// or http://, such as https://reports.example.com/api/v1.',
		);
	});

	it.each([
		'https://user:secret@reports.example.com/v1',
		'https://user@reports.example.com/v1',
		'https://:secret@reports.example.com/v1',
	])('%j holds more than an address', async (baseUrl) => {
		const { message, advice } = await failureOf(async () => await sign({ ...usable, baseUrl }));
		expect(message).toBe('Base URL contains a user name or a password');
		expect(advice).toBe(
			'Remove everything between // and @ from Base URL in the credential. The service only needs the API key.',
		);
	});
});

describe('API Key', () => {
	it.each(['key', ' key ', 'key\n'])('%j goes without spaces around it', async (apiKey) => {
		const { headers } = await sign({ ...usable, apiKey });
		expect(headers).toEqual({ Authorization: 'Bearer key' });
	});

	it.each(['!', '~', '1|aB+/=._-'])('can be %j', async (apiKey) => {
		const { headers } = await sign({ ...usable, apiKey });
		expect(headers).toEqual({ Authorization: `Bearer ${apiKey}` });
	});

	it.each(['', '  ', undefined])('%j is empty', async (apiKey) => {
		const { message, advice } = await failureOf(
			async () => await sign({ ...usable, apiKey } as ICredentialDataDecryptedObject),
		);
		expect(message).toBe('API Key is empty');
		expect(advice).toBe(
			'Enter the key in the credential. Your report service shows it on its account or API page.',
		);
	});

	it.each(['Bearer key', 'a\nkey', 'kéy', 'key\u007f', 'ключ', 'key\u200b'])(
		'%j has what no key has, and the message does not show it',
		async (apiKey) => {
			const { message, advice } = await failureOf(async () => await sign({ ...usable, apiKey }));
			expect(message).toBe('API Key contains a space or an invalid character');
			expect(advice).toBe(
				'Correct API Key in the credential: copy only the key itself, on one line, without the word Bearer.',
			);
		},
	);
});
