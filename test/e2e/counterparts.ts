/** Fakes of third-party services for examples and agents; n8n's nodes for them cannot tell. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

import { selfSigned } from '../support/certificate';

/** A request as it arrived. */
export interface Received<Body> {
	/** E.g. `POST /api/chat.postMessage`. */
	call: string;
	authorization?: string;
	body: Body;
}

/** The answer, as JSON; with status 200 by default. */
interface Answer {
	status?: number;
	body?: object;
}

/** Records the JSON or form it receives, and answers as instructed. */
export class Counterpart<Body = undefined> {
	/** Every request so far. */
	readonly requests: Array<Received<Body>> = [];

	constructor(private readonly answer: (request: Received<Body>) => Answer) {}

	readonly listener: RequestListener = (request, response) => {
		void text(request).then((sent) => {
			const { method = '', url = '', headers } = request;
			const { authorization } = headers;
			const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
			const read = isForm
				? (form: string) => Object.fromEntries(new URLSearchParams(form))
				: JSON.parse;
			const body = (sent === '' ? undefined : read(sent)) as Body;
			const received = { call: `${method} ${url}`, authorization, body };
			this.requests.push(received);
			const { status = 200, body: answer = {} } = this.answer(received);
			response.writeHead(status, { 'Content-Type': 'application/json' });
			response.end(JSON.stringify(answer));
		});
	};
}

/** Makes a server listen on loopback. Returns its port. */
async function listen(server: Server): Promise<number> {
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	return (server.address() as AddressInfo).port;
}

/**
 * Starts the only internet that an n8n can reach: a proxy on loopback to nothing but these hosts,
 * over HTTPS.
 *
 * @returns the server, and environment variables for n8n that make any other host unreachable
 */
export async function startInternet(hosts: Record<string, RequestListener>) {
	const certificate = await selfSigned(...Object.keys(hosts));
	const behind = createSecureServer(certificate, (request, response) => {
		hosts[request.headers.host ?? '']?.(request, response);
	});
	const server = createServer();
	server.on('connect', ({ url = '' }, socket) => {
		if (!Object.keys(hosts).some((host) => url === `${host}:443`)) {
			socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
			return;
		}
		socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
		behind.emit('connection', socket);
	});
	const trusted = join(await mkdtemp(join(tmpdir(), 'internet-')), 'certificate.pem');
	await writeFile(trusted, certificate.cert);
	const settings = {
		HTTPS_PROXY: `http://127.0.0.1:${String(await listen(server))}`,
		NO_PROXY: '127.0.0.1,localhost',
		NODE_EXTRA_CA_CERTS: trusted,
	};
	return { server, settings };
}

/** A mail server, and n8n's SMTP credential for it. */
export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/**
 * Starts a mail server on loopback that requires a login, and lists the mails: recipients, subject and text, each on a
 * line of its own.
 */
export async function startMailServer(isDown: () => boolean) {
	const mails: string[] = [];
	const [user, password] = ['mailer', 'password-of-the-mailer'];
	const { server } = new SMTPServer({
		disabledCommands: ['STARTTLS'],
		onAuth: (auth, _, done) => {
			if (auth.username === user && auth.password === password) done(null, { user });
			else done(new Error('Wrong user or password'));
		},
		onMailFrom: (_, __, done) => {
			done(isDown() ? new Error('Busy') : null);
		},
		onData: (stream, { envelope }, done) => {
			simpleParser(stream).then(({ subject, text }) => {
				const recipients = envelope.rcptTo.map(({ address }) => address);
				mails.push([...recipients, subject, text?.trim()].join('\n'));
				done();
			}, done);
		},
	});
	const port = await listen(server);
	const credential = { host: '127.0.0.1', port, user, password, secure: false };
	return { server, credential, mails };
}

/** A tool call of the model, with its arguments. */
export interface ToolCall {
	name: string;
	arguments: object;
}

/** A request to the model. */
interface ChatRequest {
	messages: Array<{ role: string; content: string }>;
	tools?: Array<{
		function: {
			name: string;
			description: string;
			parameters: { properties: Record<string, object> };
		};
	}>;
}

/** A language model that follows a script, and n8n's OpenAI credential for it. */
export type ScriptedModel = Awaited<ReturnType<typeof startScriptedModel>>;

/** Starts a model on loopback with OpenAI's Chat Completions API. */
export async function startScriptedModel() {
	/** Turn by turn: a final text, or tool calls. Can be extended at any time. */
	const script: Array<string | ToolCall[]> = [];
	const model: Counterpart<ChatRequest> = new Counterpart(() => {
		const turn = script.shift();
		// Not a 5xx, which OpenAI clients retry
		if (turn === undefined) return { status: 400, body: { error: { message: 'No more words.' } } };
		const id = `turn-${String(model.requests.length)}`;
		const [message, finish_reason] =
			typeof turn === 'string'
				? [{ content: turn }, 'stop']
				: [{ content: null, tool_calls: turn.map(toToolCall(id)) }, 'tool_calls'];
		return {
			body: {
				id,
				object: 'chat.completion',
				created: 0,
				model: 'scripted',
				choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }],
				usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
			},
		};
	});
	const server = createServer(model.listener);
	const url = `http://127.0.0.1:${String(await listen(server))}/v1`;
	const credential = { apiKey: 'key-of-the-model', url };
	return { server, credential, script, requests: model.requests };
}

function toToolCall(turn: string) {
	return ({ name, arguments: values }: ToolCall, index: number) => ({
		id: `${turn}-${String(index)}`,
		type: 'function',
		function: { name, arguments: JSON.stringify(values) },
	});
}
