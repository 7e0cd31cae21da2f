/** Connections that break, or never come about. */
import { type Fault, AGAIN, fateOnly, UNREACHABLE } from './fault';

const BROKEN = {
	row: 'The connection breaks: the request is lost on its way',
	rowWhenDone: 'The connection breaks: the answer is lost after the work was done',
};

export const connections: Fault[] = [
	{
		name: 'a connection that is dropped',
		...BROKEN,
		does: { drop: true },
		...AGAIN,
		says: fateOnly,
	},
	{
		name: 'a connection that is reset',
		...BROKEN,
		does: { drop: 'reset' },
		...AGAIN,
		says: fateOnly,
	},
	{
		name: 'a refused connection',
		row: 'Nothing answers at the address, or the proxy refuses',
		baseUrl: 'http://127.0.0.1:1/api/v1',
		...UNREACHABLE,
		says: () => ['refused', 'in Base URL (127.0.0.1:1)'],
	},
	{
		name: 'a proxy that refuses',
		row: 'Nothing answers at the address, or the proxy refuses',
		requestOptions: { proxy: 'http://127.0.0.1:1' },
		...UNREACHABLE,
		says: () => ['refused', 'Proxy (127.0.0.1:1) under Request Options'],
	},
	{
		name: 'an unknown host',
		row: 'The host does not exist',
		baseUrl: 'http://no-such-host.invalid/api/v1',
		...UNREACHABLE,
		says: () => ['Base URL for typing errors (no-such-host.invalid:80)'],
	},
	{
		name: 'a certificate that nobody has signed',
		row: 'The certificate cannot be checked',
		https: true,
		...UNREACHABLE,
		says: () => ['certificate', 'Ignore SSL Issues (Insecure) in the credential'],
	},
];

/** Needs a machine that is not busy with other faults, lest the good item is late too. */
export const timeOut: Fault = {
	name: 'no answer in time',
	row: 'No answer comes in time',
	does: { delay: 3_600_000 },
	requestOptions: { timeout: 2000 },
	...AGAIN,
	says: (operation) => [...fateOnly(operation), 'Timeout under Request Options'],
};
