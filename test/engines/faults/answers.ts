/** Answers that are none, whatever their status says. */
import type { Socket } from 'node:net';

import { answerLast, type RawRequest, type RawService } from '../../support/rawService';
import { type Fault, ONCE, AGAIN, fateOnly } from './fault';

const UNREADABLE = 'The answer is cut off or cannot be read';

/** @param elsewhere where they lead to: another server, which must not see anything */
export const redirects = (elsewhere: () => RawService): Fault[] =>
	[301, 302, 307, 308].map((status) => ({
		name: `redirect ${String(status)}`,
		row: 'The service has moved (301, 302, 307, 308)',
		does: (request: RawRequest, socket: Socket) => {
			const location = `http://127.0.0.1:${String(elsewhere().port)}/new${request.path}`;
			answerLast(socket, status, { Location: location });
		},
		...ONCE,
		says: () => [
			`Set Base URL in the credential to http://127.0.0.1:${String(elsewhere().port)}/new/api/v1`,
			`(${String(status)})`,
		],
	}));

export const answers: Fault[] = [
	{
		name: 'a web page in place of data',
		row: 'A web page comes back in place of data',
		does: { html: true },
		...ONCE,
		fateUnknown: true,
		says: () => ['web page', 'Base URL in the credential'],
	},
	{
		name: 'JSON that breaks off',
		row: UNREADABLE,
		does: { body: '{"data": {"id": 1, "ur' },
		...AGAIN,
		says: fateOnly,
	},
	{
		name: 'JSON that the connection breaks off',
		row: UNREADABLE,
		does: (_, socket) => {
			const headers = { 'Content-Type': 'application/json', 'Content-Length': '500' };
			answerLast(socket, 200, headers, '{"data": {"id": 1, "ur');
		},
		...AGAIN,
		says: fateOnly,
	},
	{
		name: 'something else than HTTP',
		row: UNREADABLE,
		does: (_, socket) => {
			socket.end('220 mail.example ESMTP\r\n');
		},
		...AGAIN,
		says: fateOnly,
	},
	{
		name: 'an empty answer',
		row: 'The answer is empty',
		does: { body: '', done: true },
		reads: { sent: 1 },
		fixedWrites: { sent: 1, succeeds: true },
		otherWrites: { sent: 1, succeeds: true },
	},
];
