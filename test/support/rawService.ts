import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

import type { Condition } from '../../sandbox/service/conditions';

/** A request as it came over the wire. */
export interface RawRequest {
	/** When all of it was there, in milliseconds since 1970. */
	at: number;
	/** Request line, headers and body. */
	text: string;
	/** Path and query. */
	path: string;
}

/** A server on loopback that does with a request whatever a test wants. */
export interface RawService {
	port: number;
	/** What goes into Base URL of a credential. */
	baseUrl: string;
	/** Every request so far, in the order of arrival. */
	requests: RawRequest[];
	close(): Promise<void>;
}

/**
 * Starts a server that reads whole requests and leaves everything else to `answer`, down to the
 * bytes on the socket.
 *
 * @param https key and certificate, to speak TLS
 * @param onPort any free one where left out
 */
export async function startRawService(
	answer: (request: RawRequest, socket: Socket) => void,
	https?: TlsOptions,
	onPort = 0,
): Promise<RawService> {
	const requests: RawRequest[] = [];
	const sockets = new Set<Socket>();
	const listen = (socket: Socket) => {
		let received = '';
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket));
		// Clients go away in the middle of an answer: that is what is tested
		socket.on('error', () => undefined);
		socket.on('data', (chunk) => {
			received += chunk.toString('latin1');
			for (;;) {
				const length = lengthOf(received);
				if (length === undefined || received.length < length) return;
				const text = received.slice(0, length);
				received = received.slice(length);
				const request = { at: Date.now(), text, path: text.split(' ')[1] ?? '' };
				requests.push(request);
				answer(request, socket);
			}
		});
	};
	const server = https ? createTlsServer(https, listen) : createServer(listen);
	await new Promise<void>((resolve) => server.listen(onPort, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		port,
		baseUrl: `${https ? 'https' : 'http'}://127.0.0.1:${String(port)}/api/v1`,
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

/** Hands a request on to a sandbox, and its answer back; with something that is wrong for this request. */
export function forward(
	request: RawRequest,
	socket: Socket,
	port: number,
	condition?: Condition,
): void {
	const sandbox = handOn(request, port, condition);
	sandbox.on('close', () => socket.end());
	socket.on('close', () => sandbox.destroy());
	sandbox.pipe(socket);
}

/** Lets a sandbox do what a request asks for; its answer goes nowhere. */
export async function carryOut(request: RawRequest, port: number): Promise<void> {
	const sandbox = handOn(request, port).resume();
	await new Promise((resolve) => sandbox.on('close', resolve));
}

/** The answer of a sandbox as a whole: its head, its body; empty where the sandbox broke the connection. */
export async function answerOf(
	request: RawRequest,
	port: number,
	condition?: Condition,
): Promise<{ head: string; body: string }> {
	const sandbox = handOn(request, port, condition);
	const chunks: Buffer[] = [];
	sandbox.on('data', (chunk: Buffer) => chunks.push(chunk));
	await new Promise((resolve) => sandbox.on('close', resolve));
	const [head = '', ...body] = Buffer.concat(chunks).toString().split('\r\n\r\n');
	return { head, body: body.join('\r\n\r\n') };
}

/** Sends a request to a sandbox, which closes the connection after the answer. */
function handOn({ text }: RawRequest, port: number, condition?: Condition): Socket {
	const more = condition ? `X-Sandbox: ${JSON.stringify(condition)}\r\n` : '';
	const sandbox = connect(port, '127.0.0.1');
	sandbox.on('error', () => undefined);
	sandbox.write(
		text
			.replace(/^connection: .*\r\n/im, '')
			.replace('\r\n', () => `\r\nConnection: close\r\n${more}`),
		'latin1',
	);
	return sandbox;
}

/** The bytes of an answer. */
export function http(status: number, headers: Record<string, string>, body = ''): string {
	const lines = Object.entries({ 'Content-Length': String(Buffer.byteLength(body)), ...headers });
	return `HTTP/1.1 ${String(status)} Status\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}

/** Answers and closes the connection, and says so: a client would send its next request on it. */
export function answerLast(socket: Socket, ...answer: Parameters<typeof http>): void {
	const [status, headers, body] = answer;
	socket.end(http(status, { Connection: 'close', ...headers }, body));
}
