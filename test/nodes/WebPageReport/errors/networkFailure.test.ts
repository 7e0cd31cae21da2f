import { asFailure } from '../../../../nodes/WebPageReport/errors/thrown';
import { tooLate, callerTooLate } from '../../../../nodes/WebPageReport/errors/ended';
import { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import {
	networkFailure,
	notSentByN8n,
} from '../../../../nodes/WebPageReport/errors/networkFailure';
import { bugs } from '../../../../package.json';
import { systemError } from '../../../support/failures';
import { OPERATIONS } from '../../../support/operations';
import { NEVER_AGAIN, sent } from './explained';

const { create, get, remove } = OPERATIONS;

const said = (error: unknown, ...[operation, more]: Partial<Parameters<typeof sent>>) =>
	networkFailure(error, sent(operation ?? get, more));

const LOST = 'The connection was lost before the service responded';

const REPORT_IT = `Please report this message at ${bugs.url} and include the node's version.`;

it('hides secrets in the text of an error', () => {
	const secrets = { apiKey: 's3cret', password: 'hunter22' };
	const shown = (words: string) => said(new Error(words), get, secrets).message;
	expect(shown('no s3cret')).toBe(`${LOST}: no ***`);
	expect(shown('no hunter22')).toBe(LOST);
	expect(shown('Domain not allowed: s3cret')).toBe(
		'n8n did not send the request: Domain not allowed: ***',
	);
});

it('a request that n8n ends with its workflow says nothing about the service', () => {
	expect(said(systemError('ERR_CANCELED')).details.endedBy).toBe('user');
});

it("reports its own timeout in the same words as n8n's", () => {
	for (const operation of [get, create]) {
		const failure = said(systemError('ETIMEDOUT'), operation);
		const { message, advice, details } = failure;
		expect(tooLate(operation.target)).toMatchObject({ message, advice, details });
	}
	const { advice, details } = callerTooLate(create.target);
	expect([advice, details.endedBy]).toEqual([
		`${create.mayHaveWritten} As a tool, this node has to answer within 45 seconds.`,
		'time',
	]);
});

it.each([
	[said(new Error('x'.repeat(80))), 'n8n'],
	[notSentByN8n('x'.repeat(80)), 'n8n'],
	[asFailure(new Error('x'.repeat(80)), get.target), 'The error'],
])('attributes words that do not fit the title to their source: %p', (failure, who) => {
	expect(failure.advice).toContain(`${who} says: "xxx`);
});

describe('the code of an error', () => {
	const cause = systemError('ECONNREFUSED', {}, 'connect');

	it.each([
		['on its cause', new Error('outer', { cause })],
		['further below', new Error('outer', { cause: new Error('inner', { cause }) })],
		['before that of its cause', Object.assign(cause, { cause: systemError('EPIPE') })],
		[
			'as n8n names it',
			systemError('EPIPE', { httpCode: 'ECONNREFUSED', messages: ['connect x'] }),
		],
		[
			'for several failed connection attempts',
			Object.assign(new Error(''), { code: 'ECONNREFUSED', errors: [cause, cause] }),
		],
		['on its cause if its own is empty', systemError('', { cause })],
	])('is found %s', (_, error) => {
		const { message, details } = said(error);
		expect([message, details.code]).toEqual(['The service refused the connection', 'ECONNREFUSED']);
	});

	it.each<[unknown, string]>([
		[new Error('outer', { cause: 'a text' }), ': outer'],
		[new Error('outer', { cause: null }), ': outer'],
		[new Error(''), ''],
		[systemError('odd'), ''],
		['a text', ': a text'],
		[undefined, ': undefined'],
	])('is not found in %p', (error, words) => {
		const { message, details } = said(error);
		expect([message, details.code]).toEqual([`${LOST}${words}`, undefined]);
	});

	it("is that of a certificate problem if n8n's error in a credential test says so", () => {
		class NodeSslError extends Error {}
		const { message } = said(new NodeSslError('SSL Issue'));
		expect(message).toBe("The service's certificate could not be verified");
	});
});

it.each([
	['https://reports.example.com/api/v1', 'reports.example.com:443'],
	['http://reports.example.com/api/v1', 'reports.example.com:80'],
	['https://reports.example.com:8443/api/v1', 'reports.example.com:8443'],
	['http://[::1]:8080', '[::1]:8080'],
])(
	'names the host and port of %s as %s, and those of the proxy if there is one',
	(baseUrl, host) => {
		const proxy = { host: 'proxy.example', port: 3128 };
		for (const error of ['ECONNREFUSED', 'ENOTFOUND'].map((code) =>
			systemError(code, {}, 'connect'),
		)) {
			const { advice } = said(error, get, { baseUrl });
			expect(advice).toContain(` (${host})`);
			expect(said(error, get, { baseUrl, proxy }).advice).toBe(
				`${advice} Also check Proxy (proxy.example:3128) under Request Options in the node's Settings.`,
			);
		}
	},
);

it.each([
	['connect ECONNREFUSED 10.0.0.5:3128', ' n8n tried to connect to 10.0.0.5:3128, its proxy:'],
	['connect ETIMEDOUT 10.0.0.5:3128', ' n8n tried to connect to 10.0.0.5:3128, its proxy:'],
	['getaddrinfo ENOTFOUND proxy.local', ' n8n tried to connect to proxy.local, its proxy:'],
	['connect ECONNREFUSED 10.0.0.5:443', ''],
	['connect ECONNREFUSED ::1:443', ''],
	['getaddrinfo ENOTFOUND reports.example.com', ''],
	['getaddrinfo EAI_AGAIN reports.example.com', ''],
])('names the proxy of n8n if it was connected to: %s', (text, sentence) => {
	const [, code = ''] = text.split(' ');
	const { advice } = said(Object.assign(new Error(text), { code }));
	if (sentence === '') expect(advice).not.toContain('proxy');
	else expect(advice).toContain(sentence);
});

describe('a request that n8n blocks', () => {
	it.each([
		said(new Error('Domain not allowed: a.example'), create),
		notSentByN8n('Domain not allowed: <b>a.example</b>'),
	])('is not sent if its domain is not allowed: %p', (failure) => {
		expect(failure).toMatchObject({
			message: 'n8n did not send the request: Domain not allowed: a.example',
			advice: `Check Allowed HTTP Request Domains and every expression in the credential.`,
			details: NEVER_AGAIN,
		});
		expect([failure.details.fate, failure.details.code]).toEqual(['not sent', undefined]);
	});

	it('is not sent if its address is private; the message names the host without the port', () => {
		const error = new Error('The request was blocked because it resolves to a private address');
		const failure = said(error, create);
		expect(failure).toMatchObject({
			message: 'n8n does not allow requests to this address',
			advice:
				'Nothing was sent. Ask whoever runs n8n to add reports.example.com to N8N_SSRF_ALLOWED_HOSTNAMES or N8N_SSRF_ALLOWED_IP_RANGES.',
			details: NEVER_AGAIN,
		});
		expect(failure.details.fate).toBe('not sent');
	});

	it('is not inferred from a message that only resembles that of n8n: the request may have been sent', () => {
		expect(said(new Error('Is the Domain not allowed?'), create)).toMatchObject({
			message: `${LOST}: Is the Domain not allowed?`,
			advice: create.mayHaveWritten,
			details: { fate: 'unknown' },
		});
	});
});

describe('an error of this node itself', () => {
	it.each([
		[get.target, REPORT_IT, 'unknown'],
		[create.target, `${create.mayHaveWritten} ${REPORT_IT}`, 'unknown'],
		[remove.target, `${remove.mayHaveWritten} ${REPORT_IT}`, 'unknown'],
		[undefined, `Nothing was sent. ${REPORT_IT}`, 'not sent'],
	])('on %j says so, and is not repeated', (target, advice, fate) => {
		const message = 'This node failed: x is not a function';
		for (const thrown of [new TypeError('x is not a function'), 'x is not a function']) {
			const failure = asFailure(thrown, target);
			expect(failure).toMatchObject({ message, advice, details: NEVER_AGAIN });
			expect(failure.details.fate).toBe(fate);
		}
	});

	it('is never a Failure, which already says what to do', () => {
		const failure = new Failure('Known', 'Do this.');
		expect(asFailure(failure, remove.target)).toBe(failure);
	});
});
