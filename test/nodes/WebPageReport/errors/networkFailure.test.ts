import {
	NodeOperationError,
	OperationalError,
	UnexpectedError,
	UserError,
	type INode,
} from 'n8n-workflow';

import {
	networkError,
	STOPPED,
	stopped,
	tooLate,
} from '../../../../nodes/WebPageReport/errors/networkError';
import { ownError } from '../../../../nodes/WebPageReport/errors/ownError';
import type { Sent } from '../../../../nodes/WebPageReport/errors/sent';
import { create, get, MAY_HAVE_HAPPENED, NO_SECRETS, systemError } from './explained';
import { expectMessages, situations } from './situations';

const said = (error: unknown, request = get, secrets = NO_SECRETS) =>
	networkError(error, { ...request, secrets });

const LOST = 'The connection was lost before the service answered';

const node: INode = {
	id: '1',
	name: 'Web Page Report',
	type: 'webPageReport',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const ofN8n = [
	new UserError('No way'),
	new OperationalError('No way'),
	new UnexpectedError('No way'),
	new NodeOperationError(node, 'No way'),
];

describe('what is said of an error', () => {
	it.each(situations.filter(({ error }) => error))('$when', (situation) => {
		expectMessages(situation);
	});

	it('hands on its code for workflows that handle errors, where there is one', () => {
		for (const code of [
			'ECONNREFUSED',
			'EAI_AGAIN',
			'ETIMEDOUT',
			'ECONNABORTED',
			'ECONNRESET',
			'EPROTO',
			'CERT',
			'ERR_CANCELED',
		]) {
			expect(said(systemError(code)).details.code).toBe(code);
		}
		for (const error of [new Error('socket hang up'), new UserError('no'), new Error('')]) {
			expect(said(error).details.code).toBeUndefined();
		}
	});

	it('is shown without secrets', () => {
		const secrets = { apiKey: 's3cret', password: 'hunter22' };
		expect(said(new Error('no s3cret'), get, secrets).title).toBe(`${LOST}: no ***`);
		expect(said(new Error('no hunter22'), get, secrets).title).toBe(LOST);
		expect(said(new UserError('no s3cret'), get, secrets).title).toBe(
			'n8n did not send the request: no ***',
		);
	});
});

it('what this node itself has waited for in vain, or has ended, is said like that of n8n', () => {
	for (const { target } of [get, create]) {
		const of = (code: string) => said(systemError(code), { ...get, target });
		for (const [own, others] of [
			[tooLate(target), of('ETIMEDOUT')],
			[stopped(target), of(STOPPED)],
		] as const) {
			const { title, advice, details } = others;
			expect([own.title, own.advice, own.details]).toEqual([title, advice, details]);
		}
	}
});

describe('the code of an error', () => {
	const cause = systemError('ECONNREFUSED');
	const REFUSED = /^The service refused the connection/;

	it.each([
		['on the error itself', cause],
		['on its cause', new Error('outer', { cause })],
		['further below', new Error('outer', { cause: new Error('inner', { cause }) })],
		[
			'on the error, before that of its cause',
			systemError('ECONNREFUSED', { cause: systemError('EPIPE') }),
		],
		['on the cause of an error of n8n', Object.assign(new UserError('outer'), { cause })],
		['on the error, as a text that is not empty', systemError('', { cause })],
	])('is found %s', (_, error) => {
		const { title, details } = said(error);
		expect(title).toMatch(REFUSED);
		expect(details.code).toBe('ECONNREFUSED');
	});

	it('is looked for in every error once', () => {
		const error = new Error('ring');
		error.cause = new Error('around', { cause: error });
		expect(said(error).title).toBe(`${LOST}: around`);
	});

	it.each(['a text', { code: 'ECONNREFUSED' }, null, undefined])(
		'is not looked for in a cause that is no error: %j',
		(other) => {
			expect(said(new Error('outer', { cause: other })).title).toBe(`${LOST}: outer`);
		},
	);

	it.each([
		['a text', 'a text'],
		[undefined, 'undefined'],
	])('is missed in what is no error: %j', (thrown, words) => {
		expect(said(thrown).title).toBe(`${LOST}: ${words}`);
	});
});

describe('an error after the connection was there', () => {
	it.each(['ECONNREFUSED', 'EHOSTUNREACH', 'ETIMEDOUT', 'ECONNRESET', 'EPROTO'])(
		'leaves it open whether a write has happened, with %s as with any',
		(code) => {
			const error = systemError(code, { syscall: 'read' });
			for (const read of [error, new Error('outer', { cause: error })]) {
				const { title, advice, details } = said(read, create);
				expect(title).toBe(LOST);
				expect(advice).toBe(MAY_HAVE_HAPPENED.create);
				expect(details).toEqual({ retry: { of: 'reads' }, mayHaveHappened: true, code });
			}
		},
	);

	it.each([
		['ECONNREFUSED', 'connect'],
		['EHOSTUNREACH', 'connect'],
		['ENOTFOUND', 'getaddrinfo'],
		['ETIMEDOUT', 'connect'],
		// So Node.js calls what it sends to agree on a secure connection
		['EPROTO', 'write'],
		['ECONNREFUSED', undefined],
	])('is another one than %s on %j', (code, syscall) => {
		expect(said(systemError(code, { syscall }), create).advice).toMatch(/^Nothing was sent\./);
	});
});

it('no connection in time, at any address of the host, says that nothing was sent', () => {
	const each = systemError('ETIMEDOUT', { syscall: 'connect' });
	const all = Object.assign(new AggregateError([each, each]), { code: 'ETIMEDOUT' });
	for (const error of [each, all, new Error('outer', { cause: all })]) {
		const { title, advice, details } = said(error, create);
		expect(title).toBe('The service could not be reached');
		expect(advice).toBe(
			'Nothing was sent. Check the host and port in Base URL (reports.example.com:443), and that no firewall is in the way.',
		);
		expect(details).toEqual({ code: 'ETIMEDOUT' });
	}
});

describe('host and port', () => {
	it.each([
		['https://reports.example.com/api/v1/reports', 'reports.example.com:443'],
		['http://reports.example.com/api/v1/reports', 'reports.example.com:80'],
		['https://reports.example.com:8443/api/v1/reports', 'reports.example.com:8443'],
		['http://localhost:5678/reports', 'localhost:5678'],
		['http://[::1]:8080/reports', '[::1]:8080'],
	])('of %s are named as %s', (address, host) => {
		for (const code of ['ECONNREFUSED', 'ENOTFOUND']) {
			expect(said(systemError(code), { ...get, address }).advice).toContain(
				` (${host}), and that `,
			);
		}
	});

	const viaProxy: Sent = { ...get, proxy: { protocol: 'http', host: 'proxy.example', port: 3128 } };

	it.each(['ECONNREFUSED', 'ENOTFOUND'])('of a proxy are named beside it, after %s', (code) => {
		const { advice } = said(systemError(code), viaProxy);
		expect(advice).toContain('(reports.example.com:443)');
		expect(advice).toBe(
			`${said(systemError(code)).advice} Also check Proxy (proxy.example:3128) under Request Options in the node's Settings.`,
		);
	});
});

describe("one of n8n's own errors", () => {
	it.each(ofN8n)('is a refusal: $name', (error) => {
		const title = 'n8n did not send the request: No way';
		for (const failure of [said(error, create), ownError(error, create.target)]) {
			expect(failure.title).toBe(title);
			expect(failure.advice).toBe(
				'Correct the expression, or Allowed HTTP Request Domains in the credential.',
			);
			expect(failure.details).toEqual({});
		}
	});

	it('is a refusal around another error without a code too, in the words of that', () => {
		const error = Object.assign(new UserError('outer'), { cause: new Error('inner') });
		expect(said(error).title).toBe('n8n did not send the request: inner');
	});

	it('is none where the network has a code for it', () => {
		const error = Object.assign(new UserError('outer'), { cause: systemError('EPIPE') });
		const { title, details } = said(error);
		expect([title, details.code]).toEqual([LOST, 'EPIPE']);
	});
});

it('the error that n8n makes of a certificate where a credential is tested is one of a certificate', () => {
	class NodeSslError extends Error {}
	const error = Object.assign(new NodeSslError('SSL Issue'), { level: 'error' });
	expect(said(error).title).toBe("The service's certificate could not be verified");
});
