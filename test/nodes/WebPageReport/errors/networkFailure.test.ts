import type { SentRequest } from '../../../../nodes/WebPageReport/errors/answerFailure';
import { asFailure } from '../../../../nodes/WebPageReport/errors/thrown';
import { bugs } from '../../../../package.json';
import { explain } from '../../../support/explained';
import { systemError } from '../../../support/failures';
import { OPERATIONS } from '../../../support/operations';

const { create, get } = OPERATIONS;

/** What a create says about an error. */
const said = (error: unknown, more: Partial<SentRequest>) =>
	explain({ error }, create, more)?.toSentences() ?? '';

it('hides secrets in the text of an error', () => {
	const secrets = { apiKey: 's3cret', password: 'hunter22' };
	for (const words of ['no hunter22', 'Domain not allowed: s3cret']) {
		const text = said(new Error(words), secrets);
		expect(text).toContain('message hidden');
		expect(text).not.toContain(words);
	}
});

it.each([
	['https://reports.example.com/api/v1', 'reports.example.com:443'],
	['http://reports.example.com/api/v1', 'reports.example.com:80'],
	['https://reports.example.com:8443/api/v1', 'reports.example.com:8443'],
	['http://[::1]:8080', '[::1]:8080'],
])('names the host and port of %s as %s', (baseUrl, host) => {
	const errors = [
		...['ECONNREFUSED', 'EHOSTUNREACH'].map((code) => systemError(code, {}, 'connect')),
		systemError('ENOTFOUND', {}, 'getaddrinfo'),
		systemError('CERT_HAS_EXPIRED', {}, 'verify'),
		Object.assign(new Error('write EPROTO 1:SSL routines:x'), { code: 'EPROTO' }),
	];
	for (const error of errors) expect(said(error, { baseUrl })).toContain(host);
});

it('an error of this node itself says so, and is not repeated', () => {
	for (const target of [get.target, create.target, undefined]) {
		const { message, advice, details } = asFailure(new TypeError('x is not a function'), target);
		expect(message).toBe('This node failed: x is not a function');
		expect(advice).toContain(`Please report this message at ${bugs.url} `);
		expect(advice.startsWith('Nothing was sent. ')).toBe(target === undefined);
		expect(details).toMatchObject({ fate: target ? 'unknown' : 'not sent' });
		expect(details.isTransient).toBeUndefined();
	}
});
