import { generate } from 'selfsigned';

/** A key and a self-signed certificate for this machine. */
export async function selfSigned(): Promise<{ key: string; cert: string }> {
	const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
		keyType: 'ec',
		algorithm: 'sha256',
		// Valid by the real clock, even if time in a test has passed faster
		notBeforeDate: new Date('2020-01-01'),
		notAfterDate: new Date('2100-01-01'),
		extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
	});
	return { key, cert };
}
