/** Services that fail, or something in front of them. */
import { answerLast } from '../../support/rawService';
import { BUSY, type Fault, json, ONCE, AGAIN, subjectOnly, wordsAndSubject } from './fault';

const FAILED = 'The service fails (500)';

export const failures: Fault[] = [
	{
		name: '500 in JSON',
		row: FAILED,
		does: json(500),
		...ONCE,
		fateUnknown: true,
		says: wordsAndSubject,
	},
	{
		name: '500 as a text',
		row: FAILED,
		does: (_, socket) => {
			answerLast(socket, 500, { 'Content-Type': 'text/plain' }, 'Fatal error');
		},
		...ONCE,
		fateUnknown: true,
		says: subjectOnly,
	},
	{
		name: '500 as a web page',
		row: FAILED,
		does: { status: 500, html: true },
		...ONCE,
		fateUnknown: true,
		says: subjectOnly,
	},
	{ name: '502', row: BUSY, does: json(502), ...AGAIN, says: wordsAndSubject },
	{
		name: '503 as a web page with Retry-After',
		row: BUSY,
		does: { status: 503, html: true, headers: { 'retry-after': '1' } },
		...AGAIN,
		says: subjectOnly,
		waits: 1000,
	},
	{
		name: '504',
		row: BUSY,
		does: { status: 504, html: true },
		...AGAIN,
		says: subjectOnly,
	},
	...[520, 521, 522, 523, 524].map((status) => ({
		name: `${String(status)} of a CDN`,
		row: BUSY,
		does: { status, html: true },
		...AGAIN,
		says: subjectOnly,
	})),
	{
		name: '304',
		does: (_, socket) => {
			answerLast(socket, 304, {});
		},
		...ONCE,
		fateUnknown: true,
		says: subjectOnly,
	},
	{
		name: 'a challenge of a CDN',
		row: 'A protection in front of the service asks for a browser',
		does: { status: 403, html: true, headers: { 'cf-mitigated': 'challenge' } },
		...ONCE,
		says: () => ['browser check'],
	},
];
