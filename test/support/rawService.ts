import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createSecureContext, type SecureContextOptions, TLSSocket } from 'node:tls';

/** A request on the wire. */
export interface RawRequest {
	/** Time of full arrival, in ms since 1970. */
	at: number;
	/** Request line, headers and body. */
	text: string;
	/** Path and query. */
	path: string;
}

/** A server on loopback that handles requests however a test wants. */
export interface RawService {
	port: number;
	/** Base URL for a credential. */
	baseUrl: string;
	/** Every request so far, in the order of arrival. */
	requests: RawRequest[];
	close(): Promise<void>;
}

/**
 * Starts a server that reads whole requests and leaves everything else to `answer`, down to the
 * bytes on the socket.
 *
 * @param answer gets the client's socket, and the one below TLS
 * @param https key and certificate, to speak TLS
 * @param isClosed whether to close a connection in its TLS handshake
 */
export async function startRawService(
	answer: (request: RawRequest, socket: Socket, wire: Socket) => void,
	https?: SecureContextOptions,
	isClosed: () => boolean = () => false,
): Promise<RawService> {
	const requests: RawRequest[] = [];
	const sockets = new Set<Socket>();
	const secureContext = https && createSecureContext(https);
	const server = createServer((wire) => {
		if (isClosed()) {
			wire.once('data', () => wire.end()).on('error', () => undefined);
			return;
		}
		const socket = secureContext ? new TLSSocket(wire, { isServer: true, secureContext }) : wire;
		let received = '';
		sockets.add(wire);
		wire.on('close', () => sockets.delete(wire));
		// Clients disconnect in the middle of an answer, which some tests are about
		for (const each of [wire, socket]) each.on('error', () => undefined);
		socket.on('data', (chunk: Buffer) => {
			received += chunk.toString('latin1');
			for (;;) {
				const length = lengthOf(received);
				if (length === undefined || received.length < length) return;
				const text = received.slice(0, length);
				received = received.slice(length);
				const request = { at: Date.now(), text, path: text.split(' ')[1] ?? '' };
				requests.push(request);
				answer(request, socket, wire);
			}
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		port,
		baseUrl: `${https ? 'https://localhost' : 'http://127.0.0.1'}:${String(port)}/api/v1`,
		requests,
		close: async () => {
			const closed = new Promise((resolve) => server.close(resolve));
			for (const socket of sockets) socket.destroy();
			await closed;
		},
	};
}

/** Length of the first request in a text; undefined while its headers are incomplete. */
function lengthOf(text: string): number | undefined {
	const end = text.indexOf('\r\n\r\n');
	if (end === -1) return undefined;
	const body = /^content-length: *(\d+)/im.exec(text.slice(0, end))?.[1] ?? '0';
	return end + 4 + Number(body);
}

/** The bytes of an answer. */
export function http(status: number, headers: Record<string, string>, body = ''): string {
	const lines = Object.entries({ 'Content-Length': String(Buffer.byteLength(body)), ...headers });
	return `HTTP/1.1 ${String(status)} Status\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}
