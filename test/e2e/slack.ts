import { mkdir, writeFile } from 'node:fs/promises';
import { createServer as createProxy } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';

import { selfSigned } from '../support/certificate';
import { OUTPUT } from './stage';

/** A request to Slack. */
export interface SlackRequest {
	/** E.g. `POST /api/chat.postMessage`. */
	call: string;
	authorization?: string;
	body: unknown;
}

/** A stand-in for Slack, of which the Slack node of n8n knows nothing. */
export interface Slack {
	/** Environment variables for n8n, with which `https://slack.com` is this stand-in, and every other host but this machine out of reach. */
	settings: NodeJS.ProcessEnv;
	/** Every request so far. */
	requests: SlackRequest[];
	close(): Promise<void>;
}

/** Starts a proxy on loopback behind which there is nothing but a stand-in for Slack. */
export async function startSlack(): Promise<Slack> {
	const requests: SlackRequest[] = [];
	const certificate = await selfSigned('slack.com');
	const slack = createServer(certificate, (request, response) => {
		void json(request).then((body) => {
			const { method = '', url = '', headers } = request;
			requests.push({ call: `${method} ${url}`, authorization: headers.authorization, body });
			response.setHeader('Content-Type', 'application/json');
			response.end(JSON.stringify({ ok: true, channel: 'C1', ts: '1.0', message: {} }));
		});
	});
	const proxy = createProxy();
	proxy.on('connect', ({ url }, socket) => {
		if (url !== 'slack.com:443') {
			socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
			return;
		}
		socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
		slack.emit('connection', socket);
	});
	await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));

	await mkdir(OUTPUT, { recursive: true });
	const trusted = join(OUTPUT, 'slack.pem');
	await writeFile(trusted, certificate.cert);
	const { port } = proxy.address() as AddressInfo;
	return {
		settings: {
			HTTPS_PROXY: `http://127.0.0.1:${String(port)}`,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: trusted,
		},
		requests,
		close: async () => {
			await new Promise((done) => proxy.close(done));
		},
	};
}
