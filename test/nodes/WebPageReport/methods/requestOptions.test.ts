import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { requestOptionsOf } from '../../../../nodes/WebPageReport/methods/requestOptions';
import { failureOf } from '../../../support/failureOf';

/** What is made of the Request Options of a node. */
function optionsOf(given: unknown) {
	const context = {
		getNodeParameter: (name: string, fallback: unknown) => {
			expect(name).toBe('requestOptions');
			return given === undefined ? fallback : given;
		},
	} as unknown as ILoadOptionsFunctions;
	return requestOptionsOf(context);
}

describe('the Request Options of a list', () => {
	it.each([
		[undefined, {}],
		[null, {}],
		['{}', {}],
		[[], {}],
		[{}, {}],
		[{ batching: { batch: { batchSize: 1 } } }, {}],
		[{ allowUnauthorizedCerts: true }, { skipSslCertificateValidation: true }],
		[{ allowUnauthorizedCerts: false }, {}],
		[{ allowUnauthorizedCerts: 'false' }, {}],
		[{ timeout: 5_000 }, { timeout: 5_000 }],
		[{ timeout: '5000' }, { timeout: 5_000 }],
		[{ timeout: 0 }, {}],
		[{ timeout: -1 }, {}],
		[{ timeout: 'soon' }, {}],
		[{ proxy: '' }, {}],
		[{ proxy: ' ' }, {}],
		[{ proxy: null }, {}],
	])('that are %j are %j', (given, options) => {
		expect(optionsOf(given)).toEqual(options);
	});

	it('are taken together', () => {
		const given = { allowUnauthorizedCerts: true, timeout: 1, proxy: 'http://a.example:3128' };
		expect(optionsOf(given)).toEqual({
			skipSslCertificateValidation: true,
			timeout: 1,
			proxy: { protocol: 'http', host: 'a.example', port: 3128 },
		});
	});
});

describe('a proxy', () => {
	it.each([
		['http://a.example:3128', { protocol: 'http', host: 'a.example', port: 3128 }],
		[' https://a.example:80/ ', { protocol: 'https', host: 'a.example', port: 80 }],
		['http://127.0.0.1:3128/path', { protocol: 'http', host: '127.0.0.1', port: 3128 }],
		['HTTP://A.example:3128', { protocol: 'http', host: 'A.example', port: 3128 }],
		[
			'http://us%er:50%@a.example:3128',
			{
				protocol: 'http',
				host: 'a.example',
				port: 3128,
				auth: { username: 'us%er', password: '50%' },
			},
		],
		['http://[::1]:3128', { protocol: 'http', host: '[::1]', port: 3128 }],
		[
			'http://user:pass@a.example:3128',
			{
				protocol: 'http',
				host: 'a.example',
				port: 3128,
				auth: { username: 'user', password: 'pass' },
			},
		],
		[
			'http://user@a.example:3128',
			{ protocol: 'http', host: 'a.example', port: 3128, auth: { username: 'user', password: '' } },
		],
		[
			'http://us%40er:p%3A%C3%A4s%25@a.example:3128',
			{
				protocol: 'http',
				host: 'a.example',
				port: 3128,
				auth: { username: 'us@er', password: 'p:äs%' },
			},
		],
	])('%j is read', (proxy, options) => {
		expect(optionsOf({ proxy })).toEqual({ proxy: options });
	});

	it.each([
		'a.example',
		'a.example:3128',
		'http://a.example',
		'http://:3128',
		'http://a.example:x',
		'http://a b.example:3128',
		'http://user:pa/ss@a.example:3128',
		'socks5://a.example:1080',
		7,
	])('%j cannot be used, and the message does not repeat it', async (proxy) => {
		const { title, advice } = await failureOf(() => optionsOf({ proxy }));
		expect(title).toBe('Proxy is not an address with a port');
		expect(advice).toBe(
			"Enter one such as http://proxy.example.com:3128 under Request Options in the node's Settings.",
		);
	});
});
