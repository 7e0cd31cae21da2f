import fastify from 'fastify';

/** A tool that the model wants to have called, with arguments of its own. */
export interface ToolCall {
	name: string;
	arguments: object;
}

/** What the model is offered of a tool. */
export interface OfferedTool {
	name: string;
	description: string;
	parameters: { properties: Record<string, object>; required: string[] };
}

/** A request to the model, as it arrived. */
export interface ChatRequest {
	messages: Array<{ role: string; content: string }>;
	tools?: Array<{ function: OfferedTool }>;
}

/** A language model that says what a test tells it to. */
export interface ScriptedModel {
	/** What goes into Base URL of an OpenAI credential. */
	baseUrl: string;
	/** What it will say, turn by turn: a final text, or the tools to call. Add to it at any time. */
	script: Array<string | ToolCall[]>;
	/** Every request so far, in the order of arrival. */
	requests: ChatRequest[];
	close(): Promise<void>;
}

/** Starts a model on loopback that speaks the Chat Completions API of OpenAI. */
export async function startScriptedModel(): Promise<ScriptedModel> {
	const script: ScriptedModel['script'] = [];
	const requests: ChatRequest[] = [];
	const app = fastify({ forceCloseConnections: true });

	app.post<{ Body: ChatRequest }>('/v1/chat/completions', async ({ body }, reply) => {
		requests.push(body);
		const turn = script.shift();
		if (turn === undefined) {
			// Not a 5xx, which clients of OpenAI send again
			return await reply.code(400).send({ error: { message: 'The script is at its end.' } });
		}
		const id = `turn-${String(requests.length)}`;
		const message =
			typeof turn === 'string'
				? { role: 'assistant', content: turn }
				: { role: 'assistant', content: null, tool_calls: turn.map(toToolCall(id)) };
		const finish_reason = typeof turn === 'string' ? 'stop' : 'tool_calls';
		return {
			id,
			object: 'chat.completion',
			created: 0,
			model: 'scripted',
			choices: [{ index: 0, message, finish_reason }],
			usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
		};
	});

	const address = await app.listen({ host: '127.0.0.1', port: 0 });
	return {
		baseUrl: `${address}/v1`,
		script,
		requests,
		close: async () => {
			await app.close();
		},
	};
}

function toToolCall(turn: string) {
	return ({ name, arguments: values }: ToolCall, index: number) => ({
		id: `${turn}-${String(index)}`,
		type: 'function',
		function: { name, arguments: JSON.stringify(values) },
	});
}
