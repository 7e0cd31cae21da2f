import { isIP } from 'node:net';

import { generate } from 'selfsigned';

/** A key and a self-signed certificate for some hosts; default: this machine. */
export async function selfSigned(
	host = 'localhost',
	...others: string[]
): Promise<{ key: string; cert: string }> {
	const altNames = [host, ...others].map((name) =>
		isIP(name) ? ({ type: 7, ip: name } as const) : ({ type: 2, value: name } as const),
	);
	const { private: key, cert } = await generate([{ name: 'commonName', value: host }], {
		keyType: 'ec',
		algorithm: 'sha256',
		// Valid by the real clock, even if time in a test has passed faster
		notBeforeDate: new Date('2020-01-01'),
		notAfterDate: new Date('2100-01-01'),
		extensions: [{ name: 'subjectAltName', altNames }],
	});
	return { key, cert };
}
