import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { accountOf, WebPageReportApi } from '../../credentials/WebPageReportApi.credentials';
import { failureOf } from '../support/failureOf';

const usable = { baseUrl: 'https://reports.example.com/api/v1', apiKey: '7|s3cret~!' };

type Changes = Record<string, unknown>;

/** The usable credential with arbitrary changes. */
const changed = (changes: Changes) => ({ ...usable, ...changes }) as ICredentialDataDecryptedObject;

const sign = async (request: IHttpRequestOptions, changes: Changes = {}) =>
	await new WebPageReportApi().authenticate(changed(changes), request);

describe('a signed request', () => {
	it.each([
		[false, {}],
		[true, { rejectUnauthorized: false }],
	])(
		'of the HTTP Request node follows no redirect, with Ignore SSL Issues %j',
		async (unchecked, more) => {
			const url = 'https://reports.example.com/api/v1/projects?per_page=10';
			const request = { url, uri: url, followRedirect: true, followAllRedirects: true };
			expect(await sign(request, { allowUnauthorizedCerts: unchecked })).toEqual({
				...request,
				followRedirect: false,
				followAllRedirects: false,
				headers: { Authorization: 'Bearer 7|s3cret~!' },
				skipSslCertificateValidation: unchecked,
				...more,
			});
		},
	);

	it.each([
		['https://reports.example.com/api/v1', '/projects/%7Eab'],
		['https://reports.example.com/%7eab/v1', '/projects'],
		['https://reports.example.com', '/projects'],
	])(
		'accepts an address with a tilde, however encoded, or without a path: %s%s',
		async (baseUrl, url) => {
			expect((await sign({ url }, { baseUrl })).url).toBe(baseUrl + url);
		},
	);

	it.each([
		[usable.baseUrl, 'https://elsewhere.example/api/v1/reports'],
		[usable.baseUrl, 'https://reports.example.com/api/v10/reports'],
		[usable.baseUrl, 'https://reports.example.com.elsewhere.example/api/v1/reports'],
		[usable.baseUrl, 'http://reports.example.com/api/v1/reports'],
		[usable.baseUrl, 'https://reports.example.com/api/v1/%2e%2e/admin'],
		[usable.baseUrl, '/../admin'],
		[usable.baseUrl, 'reports'],
		[usable.baseUrl, ''],
		['https://reports.example.com/a%2Fb', 'https://reports.example.com/a/b/reports'],
		['https://reports.example.com/a/b', 'https://reports.example.com/a%2Fb/reports'],
		['https://reports.example.com/a%25b', 'https://reports.example.com/a%b/reports'],
		['https://reports.example.com/v1', 'https://reports.example.com/v1%2Freports'],
		['https://reports.example.com/v1', 'https://reports.example.com/%2576%31/reports'],
	])('for %s never goes to another address: %j', async (baseUrl, url) => {
		const { message, advice } = await failureOf(async () => await sign({ url }, { baseUrl }));
		expect(message).toBe('URL is not an address of the report service');
		expect(advice).toBe(
			`Enter one that begins with ${baseUrl}/, or choose another credential. The API key is never sent to any other address.`,
		);
	});

	it.each([
		[undefined, undefined, false],
		[undefined, true, true],
		[true, false, true],
		[false, true, true],
		[false, 'true', false],
	])(
		'with the option %j and the credential %j ignores SSL issues: %j',
		async (option, field, unchecked) => {
			const request = { url: '/projects', skipSslCertificateValidation: option };
			const signed = await sign(request, { allowUnauthorizedCerts: field });
			expect(signed.skipSslCertificateValidation).toBe(unchecked);
		},
	);
});

describe('an account', () => {
	it.each([
		[{ apiKey: ' 7|s3cret~!\n' }, true],
		[{ baseUrl: ' HTTPS://Reports.example.com:443/api/v1//?a#b ' }, true],
		[{ requestsAtOnce: 3, allowUnauthorizedCerts: true }, true],
		[{ apiKey: '7|S3cret~!' }, false],
		[{ baseUrl: 'https://reports.example.com/api/v2' }, false],
		[{ baseUrl: 'http://reports.example.com/api/v1' }, false],
	])('with %j is the same: %j', (changes, isSame) => {
		const { id, baseUrl, apiKey } = accountOf(changed(changes));
		expect(id === accountOf(usable).id).toBe(isSame);
		if (isSame) expect({ baseUrl, apiKey }).toEqual(usable);
	});

	it.each<[string, RegExp, unknown[]]>([
		['baseUrl', /^Base URL is empty$/, ['', '  ', undefined, {}]],
		[
			'baseUrl',
			/^Base URL cannot be "/,
			['example.com/v1', 'see https://example.com', 'ftp://a.example', 'https:///v1'],
		],
		[
			'baseUrl',
			/^Base URL contains a user name or a password$/,
			['https://user:secret@a.example', 'https://user@a.example', 'https://:secret@a.example'],
		],
		['apiKey', /^API Key is empty$/, ['', '  ', undefined]],
		[
			'apiKey',
			/^API Key contains a space or an invalid character$/,
			['Bearer key', 'a\nkey', 'kéy', 'key\u007f', 'ключ', 'key\u200b'],
		],
		['requestsAtOnce', /^Requests at Once cannot be "/, [{}, 0, 101, 1.5, 'many', NaN, true]],
	])('with an unusable %s is rejected: %s', async (field, title, values) => {
		for (const value of values) {
			const work = () => accountOf(changed({ [field]: value }));
			const { message, advice, details } = await failureOf(work);
			expect([message, details.fate]).toEqual([expect.stringMatching(title), 'not sent']);
			expect(advice).toMatch(/\bin the credential\b/i);
			expect(message + advice).not.toContain('secret');
		}
	});

	it.each([
		[undefined, 10],
		[null, 10],
		[' ', 10],
		[1, 1],
		[100, 100],
		[' 25 ', 25],
	])('with the Requests at Once %j has %d', (requestsAtOnce, count) => {
		expect(accountOf(changed({ requestsAtOnce })).requestsAtOnce).toBe(count);
	});
});
