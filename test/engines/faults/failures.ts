/** Services that fail, or something in front of them. */
import { AGAIN, BUSY, deedOnly, type Fault, fateOnly, json, ONCE, wordsAndDeed } from './fault';

const FAILED = 'The service fails (500)';

export const failures: Fault[] = [
	{
		name: '500 in JSON',
		row: FAILED,
		does: json(500),
		...ONCE,
		fateUnknown: true,
		says: wordsAndDeed,
	},
	{
		name: '500 as a text',
		row: FAILED,
		does: { status: 500, body: 'Fatal error', headers: { 'content-type': 'text/plain' } },
		...ONCE,
		fateUnknown: true,
		says: deedOnly,
	},
	{
		name: '500 as a web page',
		row: FAILED,
		does: { status: 500, html: true },
		...ONCE,
		fateUnknown: true,
		says: deedOnly,
	},
	{ name: '502', row: BUSY, does: json(502), ...AGAIN, says: wordsAndDeed },
	{
		name: '503 as a web page with Retry-After',
		row: BUSY,
		does: { status: 503, html: true, headers: { 'retry-after': '1' } },
		...AGAIN,
		says: deedOnly,
		waits: 1000,
	},
	{
		name: '504',
		row: BUSY,
		does: { status: 504, html: true },
		...AGAIN,
		says: deedOnly,
	},
	...[520, 521, 522, 523, 524].map((status) => ({
		name: `${String(status)} of a CDN`,
		row: BUSY,
		does: { status, html: true },
		...AGAIN,
		says: deedOnly,
	})),
	{
		name: '304',
		does: { status: 304, body: '' },
		...ONCE,
		fateUnknown: true,
		says: fateOnly,
	},
	{
		name: 'a challenge of a CDN',
		row: 'A firewall asks for a browser',
		does: { status: 403, html: true, headers: { 'cf-mitigated': 'challenge' } },
		...ONCE,
		says: () => ['A firewall blocked n8n (403)', 'browser check'],
	},
	{
		name: '403 as a web page',
		row: 'A firewall asks for a browser',
		does: { status: 403, html: true },
		...ONCE,
		says: () => ['A firewall blocked n8n (403)', 'browser check'],
	},
];
