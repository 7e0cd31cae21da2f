/** Answers that are none, whatever their status says. */
import type { SeenRequest } from '../../../sandbox/service/requests';
import { http } from '../../support/rawService';
import type { Service } from '../../support/service';
import { type Fault, ONCE, AGAIN, fateOnly } from './fault';

const UNREADABLE = 'The answer is cut off or cannot be read';

/** @param elsewhere where they lead to: another service, which must not see anything */
export const redirects = (elsewhere: () => Service): Fault[] =>
	[301, 302, 307, 308].map((status) => ({
		name: `redirect ${String(status)}`,
		row: 'The service has moved (301, 302, 307, 308)',
		does: ({ path }: SeenRequest) => ({
			status,
			headers: { location: `${elsewhere().baseUrl}${path}?page=2` },
			body: '',
		}),
		...ONCE,
		says: () => [`Set Base URL in the credential to ${elsewhere().baseUrl}`, `(${String(status)})`],
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
		does: {
			bytes: http(
				200,
				{ 'Content-Type': 'application/json', 'Content-Length': '500' },
				'{"data": {"id": 1, "ur',
			),
		},
		...AGAIN,
		says: fateOnly,
	},
	{
		name: 'something else than HTTP',
		row: UNREADABLE,
		does: { bytes: '220 mail.example ESMTP\r\n' },
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
