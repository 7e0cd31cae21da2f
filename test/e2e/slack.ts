import type { RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';

/** A request to Slack. */
export interface SlackRequest {
	/** E.g. `POST /api/chat.postMessage`. */
	call: string;
	authorization?: string;
	body: unknown;
}

/** A stand-in for Slack, of which the Slack node of n8n knows nothing. */
export interface Slack {
	/** What answers at `slack.com`. */
	host: RequestListener;
	/** Every request so far. */
	requests: SlackRequest[];
	/** Whether it refuses everything. */
	down: boolean;
	/** The texts of all messages so far. */
	texts(): string[];
}

export function createSlack(): Slack {
	const requests: SlackRequest[] = [];
	const slack: Slack = {
		host: (request, response) => {
			void json(request).then((body) => {
				const { method = '', url = '', headers } = request;
				requests.push({ call: `${method} ${url}`, authorization: headers.authorization, body });
				response.setHeader('Content-Type', 'application/json');
				const answer = slack.down
					? { ok: false, error: 'fatal_error' }
					: { ok: true, channel: 'C1', ts: '1.0', message: {} };
				response.end(JSON.stringify(answer));
			});
		},
		requests,
		down: false,
		texts: () => requests.map(({ body }) => (body as { text: string }).text),
	};
	return slack;
}
