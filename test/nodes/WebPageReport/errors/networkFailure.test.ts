import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import {
	asFailure,
	networkFailure,
	notSentByN8n,
	tooLate,
} from '../../../../nodes/WebPageReport/errors/networkFailure';
import { bugs } from '../../../../package.json';
import {
	type Asked,
	create,
	get,
	MAY_HAVE_HAPPENED,
	NO_SECRETS,
	remove,
	systemError,
} from './explained';
import { expectMessages, situations } from './situations';

const said = (error: unknown, request = get, secrets = NO_SECRETS) =>
	networkFailure(error, { ...request, secrets });

const LOST = 'The connection was lost before the service answered';

const REPORT_IT = `Please report this message at ${bugs.url}`;

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
			expect(said(systemError(code)).code).toBe(code);
		}
		for (const error of [new Error('socket hang up'), systemError('odd'), new Error('')]) {
			expect(said(error).code).toBeUndefined();
		}
	});

	it('is shown without secrets', () => {
		const secrets = { apiKey: 's3cret', password: 'hunter22' };
		expect(said(new Error('no s3cret'), get, secrets).message).toBe(`${LOST}: no ***`);
		expect(said(new Error('no hunter22'), get, secrets).message).toBe(LOST);
		expect(said(new Error('Domain not allowed: s3cret'), get, secrets).message).toBe(
			'n8n did not send the request: Domain not allowed: ***',
		);
	});
});

it('what this node itself has waited for in vain is said like that of n8n', () => {
	for (const { target } of [get, create]) {
		const own = tooLate(target);
		const {
			message: title,
			advice,
			fate,
			isPassing,
			code,
		} = said(systemError('ETIMEDOUT'), {
			...get,
			target,
		});
		expect(own).toMatchObject({ message: title, advice, fate, isPassing, code });
	}
});

it('what is waited for no longer is said with what can be done about that', () => {
	const { advice, code } = tooLate(create.target, { more: 'Be patient.', code: 'LATE' });
	expect([advice, code]).toEqual([`${MAY_HAVE_HAPPENED.create} Be patient.`, 'LATE']);
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
		[
			'as n8n names it',
			Object.assign(new Error('outer'), { httpCode: 'ECONNREFUSED', code: 'EPIPE' }),
		],
		['on the error, as a text that is not empty', systemError('', { cause })],
	])('is found %s', (_, error) => {
		const { message: title, code } = said(error);
		expect(title).toMatch(REFUSED);
		expect(code).toBe('ECONNREFUSED');
	});

	it.each(['a text', {}, null, undefined])('is not found in a cause without one: %j', (cause) => {
		expect(said(new Error('outer', { cause })).message).toBe(`${LOST}: outer`);
	});

	it.each([
		['a text', 'a text'],
		[undefined, 'undefined'],
	])('is missed in what is no error: %j', (thrown, words) => {
		expect(said(thrown).message).toBe(`${LOST}: ${words}`);
	});
});

describe('host and port', () => {
	it.each([
		['https://reports.example.com/api/v1', 'reports.example.com:443'],
		['http://reports.example.com/api/v1', 'reports.example.com:80'],
		['https://reports.example.com:8443/api/v1', 'reports.example.com:8443'],
		['http://localhost:5678', 'localhost:5678'],
		['http://[::1]:8080', '[::1]:8080'],
	])('of %s are named as %s', (baseUrl, host) => {
		for (const code of ['ECONNREFUSED', 'ENOTFOUND']) {
			expect(said(systemError(code), { ...get, baseUrl }).advice).toContain(
				` (${host}), and that `,
			);
		}
	});

	const viaProxy: Asked = { ...get, proxy: { host: 'proxy.example', port: 3128 } };

	it.each(['ECONNREFUSED', 'ENOTFOUND'])('of a proxy are named beside it, after %s', (code) => {
		const { advice } = said(systemError(code), viaProxy);
		expect(advice).toContain('(reports.example.com:443)');
		expect(advice).toBe(
			`${said(systemError(code)).advice} Also check Proxy (proxy.example:3128) under Request Options in the node's Settings.`,
		);
	});
});

describe('what n8n does not let out', () => {
	it('is a refusal where the domain is not allowed', () => {
		for (const failure of [
			said(new Error('Domain not allowed: a.example'), create),
			notSentByN8n('Domain not allowed: a.example'),
		]) {
			expect(failure.message).toBe('n8n did not send the request: Domain not allowed: a.example');
			expect(failure.advice).toBe(
				'Correct the expression, or Allowed HTTP Request Domains in the credential.',
			);
			expect([failure.fate, failure.isPassing, failure.code]).toEqual([
				'not sent',
				false,
				undefined,
			]);
		}
	});

	it('is in the credential itself where that is tested', () => {
		expect(notSentByN8n('No.', { isTest: true }).advice).toBe(
			'Correct the expression, or Allowed HTTP Request Domains.',
		);
	});

	it('is shown as one line without markup', () => {
		expect(notSentByN8n('<b>No</b>\nway').message).toBe('n8n did not send the request: No way');
	});

	it('can be an address of a private network, which is named without its port', () => {
		const error = new Error('The request was blocked because it resolves to a private address');
		const { message: title, advice, fate, isPassing } = said(error, create);
		expect([title, fate, isPassing]).toEqual([
			'n8n does not allow requests to this address',
			'not sent',
			false,
		]);
		expect(advice).toBe(
			'Nothing was sent. Ask who runs n8n to add reports.example.com to N8N_SSRF_ALLOWED_HOSTNAMES or N8N_SSRF_ALLOWED_IP_RANGES.',
		);
	});

	it('is none where it says something else: the request may have left', () => {
		const { message: title, advice, fate } = said(new Error('Is the Domain not allowed?'), create);
		expect([title, advice, fate]).toEqual([
			`${LOST}: Is the Domain not allowed?`.slice(0, 80),
			MAY_HAVE_HAPPENED.create,
			'unknown',
		]);
	});
});

it('the error that n8n makes of a certificate where a credential is tested is one of a certificate', () => {
	class NodeSslError extends Error {}
	const error = Object.assign(new NodeSslError('SSL Issue'), { level: 'error' });
	expect(said(error).message).toBe("The service's certificate could not be verified");
});

describe('an error of this node itself', () => {
	it.each([
		[get, REPORT_IT],
		[create, `${MAY_HAVE_HAPPENED.create} ${REPORT_IT}`],
		[remove, `${MAY_HAVE_HAPPENED.remove} ${REPORT_IT}`],
	])('on %j says so, is of unknown fate and not repeated', ({ target }, advice) => {
		const failure = asFailure(new TypeError('x is not a function'), target);
		expect(failure.message).toBe('This node failed: x is not a function');
		expect(failure.advice).toBe(advice);
		expect([failure.fate, failure.isPassing]).toEqual(['unknown', false]);
	});

	it('says that nothing was sent, where it happens before that', () => {
		const { advice, fate } = asFailure(new TypeError('x is not a function'), undefined);
		expect([advice, fate]).toEqual([`Nothing was sent. ${REPORT_IT}`, 'not sent']);
	});

	it('can be anything that was thrown', () => {
		expect(asFailure(7, get.target).message).toBe('This node failed: 7');
	});

	it('is not what says what to do already', () => {
		const failure = new Failure('Known', 'Do this.');
		expect(asFailure(failure, remove.target)).toBe(failure);
	});
});
