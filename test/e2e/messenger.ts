import { setTimeout as pause } from 'node:timers/promises';

import fastify from 'fastify';

interface Message {
	text: string;
	reply_markup: { inline_keyboard: Array<Array<{ text: string; url: string }>> };
}

/** A messenger in the place of Telegram, and a person who reads it. */
export interface Messenger {
	/** What goes into Base URL of a Telegram credential. */
	baseUrl: string;
	/** Which button the person presses under every message. */
	button: 'Approve' | 'Decline';
	/** Every message so far. */
	messages: string[];
	close(): Promise<void>;
}

/** Starts a messenger on loopback that takes the messages with which n8n asks for a decision. */
export async function startMessenger(): Promise<Messenger> {
	const app = fastify({ forceCloseConnections: true });
	const messenger: Messenger = {
		baseUrl: '',
		button: 'Decline',
		messages: [],
		close: async () => {
			await app.close();
		},
	};
	app.post<{ Body: Message }>('/:bot/sendMessage', ({ body }) => {
		messenger.messages.push(body.text);
		const buttons = body.reply_markup.inline_keyboard.flat();
		void press(buttons.find(({ text }) => text.includes(messenger.button))?.url ?? '');
		return { ok: true, result: { message_id: messenger.messages.length } };
	});
	messenger.baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
	return messenger;
}

/** Opens the address behind a button, until the execution has come to rest and takes the answer. */
async function press(url: string): Promise<void> {
	// n8n takes no answer from what is not a browser, because messengers open addresses to show a preview
	const headers = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0' };
	while (!(await fetch(url, { headers })).ok) await pause(100);
}
