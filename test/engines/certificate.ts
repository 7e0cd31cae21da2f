import { generate } from 'selfsigned';

/** A key and a certificate for 127.0.0.1 that no authority has signed. */
export async function selfSigned(): Promise<{ key: string; cert: string }> {
	const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
		keyType: 'ec',
		algorithm: 'sha256',
		extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
	});
	return { key, cert };
}
