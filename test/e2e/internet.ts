import { mkdir, writeFile } from 'node:fs/promises';
import { createServer as createProxy, type RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';

import { selfSigned } from '../support/certificate';
import { OUTPUT } from './stage';

/** All of the internet that an n8n can reach. */
export interface Internet {
	/** Environment variables for n8n, with which every host but these and this machine is out of reach. */
	settings: NodeJS.ProcessEnv;
	close(): Promise<void>;
}

/** Starts a proxy on loopback behind which there is nothing but these stand-ins, over HTTPS, by host. */
export async function startInternet(hosts: Record<string, RequestListener>): Promise<Internet> {
	const certificate = await selfSigned(...Object.keys(hosts));
	const server = createServer(certificate, (request, response) => {
		hosts[request.headers.host ?? '']?.(request, response);
	});
	const proxy = createProxy();
	proxy.on('connect', ({ url = '' }, socket) => {
		if (!Object.keys(hosts).some((host) => url === `${host}:443`)) {
			socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
			return;
		}
		socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
		server.emit('connection', socket);
	});
	await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));

	const { port } = proxy.address() as AddressInfo;
	await mkdir(OUTPUT, { recursive: true });
	const trusted = join(OUTPUT, `internet-${String(port)}.pem`);
	await writeFile(trusted, certificate.cert);
	return {
		settings: {
			HTTPS_PROXY: `http://127.0.0.1:${String(port)}`,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: trusted,
		},
		close: async () => {
			await new Promise((done) => proxy.close(done));
		},
	};
}
