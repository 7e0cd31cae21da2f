/** Stand-ins for third-party services; n8n's nodes for them cannot tell. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import formbody from '@fastify/formbody';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';

import { selfSigned } from '../support/certificate';

/** A service that records the JSON or form it receives, and answers as instructed; with status 200 by default. */
export class Counterpart<Body = unknown> {
	/** Every request so far, such as `POST /api/chat.postMessage`. */
	readonly requests: Array<{ call: string; body: Body }> = [];

	constructor(
		private readonly answer: (call: string) => { status?: number; body?: object | string },
	) {}

	readonly handle = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
		const { method, url, body = {} } = request;
		const call = `${method} ${url}`;
		this.requests.push({ call, body: body as Body });
		const { status = 200, body: answer = {} } = this.answer(call);
		await reply.code(status).send(answer);
	};
}

/**
 * Starts the only internet that an n8n can reach: a proxy on loopback to nothing but these hosts, over HTTPS.
 *
 * @returns the server, and environment variables for n8n
 */
export async function startInternet(hosts: Record<string, Pick<Counterpart, 'handle'>>) {
	const behind = fastify({ https: await selfSigned() }).register(formbody);
	for (const [host, { handle }] of Object.entries(hosts))
		behind.all('*', { constraints: { host } }, handle);
	await behind.ready();
	const server = createServer();
	server.on('connect', (_, socket) => {
		socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
		behind.server.emit('connection', socket);
	});
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	const settings = {
		HTTPS_PROXY: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
		NO_PROXY: '127.0.0.1,localhost',
		NODE_TLS_REJECT_UNAUTHORIZED: '0',
	};
	return { server, settings };
}

/** A tool call of the model, with its arguments as JSON. */
export interface ToolCall {
	name: string;
	arguments: string;
}

/** A language model that follows a script, and n8n's OpenAI credential for it. */
export type ScriptedModel = Awaited<ReturnType<typeof startScriptedModel>>;

/** Starts a model on loopback with OpenAI's Chat Completions API. */
export async function startScriptedModel() {
	/** Turn by turn: a final text, or tool calls. Can be extended at any time. */
	const script: Array<string | ToolCall[]> = [];
	let turns = 0;
	const model = new Counterpart<{ messages: Array<{ role: string; content: string }> }>(() => {
		const turn = script.shift();
		// Not a 5xx, which OpenAI clients retry
		if (turn === undefined) return { status: 400, body: { error: { message: 'No more words.' } } };
		const id = `turn-${String(turns++)}`;
		const tool_calls = Array.isArray(turn)
			? turn.map((call, index) => ({
					id: `${id}-${String(index)}`,
					type: 'function',
					function: call,
				}))
			: undefined;
		const content = Array.isArray(turn) ? null : turn;
		const finish_reason = tool_calls ? 'tool_calls' : 'stop';
		const message = { role: 'assistant', content, tool_calls };
		return { body: { id, choices: [{ index: 0, message, finish_reason }] } };
	});
	const app = fastify();
	app.post('/v1/chat/completions', model.handle);
	const address = await app.listen({ host: '127.0.0.1', port: 0 });
	const credential = { apiKey: 'key-of-the-model', url: `${address}/v1` };
	return { server: app.server, credential, script, requests: model.requests };
}
