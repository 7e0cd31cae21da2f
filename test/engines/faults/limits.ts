/** Requests that the service does not take yet. */
import { http } from '../../support/rawService';
import { type Fault, ONCE, WAITS } from './fault';

const LIMITED = 'Too many requests (429)';

/** Too many requests, with these headers alone, which depend on the time. */
const limited = (headers: () => Record<string, string>) => () => ({
	bytes: http(429, { Connection: 'close', ...headers() }, '{"message":"Too Many Attempts."}'),
});

/** The Unix time in so many seconds. */
const unix = (seconds: number) => Math.ceil(Date.now() / 1000) + seconds;

export const limits: Fault[] = [
	{
		name: '429 with Retry-After in seconds',
		row: LIMITED,
		does: { status: 429 },
		...WAITS,
		waits: 1000,
	},
	{
		name: '429 with Retry-After as a date',
		row: LIMITED,
		does: limited(() => ({ 'Retry-After': new Date(Date.now() + 2000).toUTCString() })),
		...WAITS,
		waits: 1000,
	},
	{
		name: '429 with X-RateLimit-Reset alone',
		row: LIMITED,
		does: limited(() => ({ 'X-RateLimit-Reset': String(Math.ceil(Date.now() / 1000) + 1) })),
		...WAITS,
		waits: 1000,
	},
	...Object.entries<(seconds: number) => Record<string, string>>({
		'Retry-After as a Unix time': (seconds) => ({ 'Retry-After': String(unix(seconds)) }),
		'Retry-After as an ISO date': (seconds) => ({
			'Retry-After': new Date(unix(seconds) * 1000).toISOString(),
		}),
		'X-RateLimit-Reset in milliseconds': (seconds) => ({
			'X-RateLimit-Reset': String(unix(seconds) * 1000),
		}),
		'RateLimit-Reset': (seconds) => ({ 'RateLimit-Reset': String(seconds) }),
		'RateLimit as the IETF draft has it': (seconds) => ({
			RateLimit: `"default";r=0;t=${String(seconds)}`,
		}),
	}).map(([name, headers]): Fault => ({
		name: `429 with ${name}`,
		row: LIMITED,
		does: limited(() => headers(2)),
		...WAITS,
		waits: 1000,
	})),
	{
		name: '429 that says nothing',
		row: LIMITED,
		does: limited(() => ({})),
		...WAITS,
		waits: 250,
	},
	{
		name: '429 with Retry-After of an hour',
		row: 'Too many requests, to be sent again in more than 10 minutes',
		does: { status: 429, headers: { 'retry-after': '3600' } },
		...ONCE,
		says: () => [
			'Too many requests (429)',
			'Too Many Attempts.',
			'The service asks to wait 60 minutes.',
		],
	},
	{
		name: '503 with Retry-After of an hour',
		does: { status: 503, headers: { 'retry-after': '3600' } },
		...ONCE,
		fateUnknown: true,
		says: ({ kind }) => (kind === 'read' ? ['The service asks to wait 60 minutes.'] : []),
	},
];
