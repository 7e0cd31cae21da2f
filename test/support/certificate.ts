import { isIP } from 'node:net';

import { generate } from 'selfsigned';

/** A key and a certificate for a host, this machine where left out, that no authority has signed. */
export async function selfSigned(host = '127.0.0.1'): Promise<{ key: string; cert: string }> {
	const name = isIP(host) ? ({ type: 7, ip: host } as const) : ({ type: 2, value: host } as const);
	const { private: key, cert } = await generate([{ name: 'commonName', value: host }], {
		keyType: 'ec',
		algorithm: 'sha256',
		extensions: [{ name: 'subjectAltName', altNames: [name] }],
	});
	return { key, cert };
}
