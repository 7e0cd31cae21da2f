import type { IDataObject, IHttpRequestOptions, ILoadOptionsFunctions } from 'n8n-workflow';

import { Failure } from '../errors/failure';
import { isObject, toText } from '../shared/value';
import { percentDecoded, webAddress } from '../shared/webAddress';

/**
 * The Request Options that n8n adds to every declarative node, and that it only applies to runs by
 * itself: Ignore SSL Issues, Proxy, Timeout.
 *
 * @throws {Failure} for a proxy that cannot be used, as n8n refuses it in a run: nothing goes around it
 */
export function requestOptionsOf(
	context: ILoadOptionsFunctions,
): Pick<IHttpRequestOptions, 'proxy' | 'skipSslCertificateValidation' | 'timeout'> {
	const given = context.getNodeParameter('requestOptions', {}) as unknown;
	const { allowUnauthorizedCerts, proxy, timeout } = (isObject(given) ? given : {}) as IDataObject;
	return {
		...(allowUnauthorizedCerts === true && { skipSslCertificateValidation: true }),
		...(toText(proxy).trim() !== '' && { proxy: proxyAt(toText(proxy).trim()) }),
		...(Number(timeout) > 0 && { timeout: Number(timeout) }),
	};
}

function proxyAt(text: string): IHttpRequestOptions['proxy'] {
	const [, host = '', port] = /^\w+:\/\/(?:.*@)?([^/:@]+|\[[^\]]+\]):(\d+)/.exec(text) ?? [];
	const address = webAddress(text);
	if (!address || port === undefined) {
		throw new Failure(
			'Proxy is not an address with a port',
			"Enter one such as http://proxy.example.com:3128 under Request Options in the node's Settings.",
		);
	}
	const { protocol, username, password } = address;
	return {
		protocol: protocol.replace(':', ''),
		host,
		port: Number(port),
		...(username !== '' && {
			auth: { username: percentDecoded(username), password: percentDecoded(password) },
		}),
	};
}
