import { UserError } from 'n8n-workflow';

import { networkError } from '../../../../nodes/WebPageReport/errors/networkError';
import type { Failure, FailureDetails } from '../../../../nodes/WebPageReport/errors/failure';
import type { Sent } from '../../../../nodes/WebPageReport/errors/sent';
import {
	analyse,
	type Answer,
	CHECK_BASE_URL,
	create,
	explained,
	get,
	html,
	MAY_HAVE_BEEN_ANALYSED,
	MAY_HAVE_HAPPENED,
	QUOTA,
	systemError,
	TRY_LATER,
} from './explained';

const RAISE_TIMEOUT =
	'If the service needs longer, raise Timeout under Request Options in the Settings of the node.';
const REFUSED =
	'Nothing was sent. Check the host and the port in Base URL of the credential, and that the service is running. From inside Docker, localhost is the container itself.';
const NOT_FOUND =
	'Nothing was sent. Check the spelling of Base URL in the credential, and that n8n can reach the network.';
const CERTIFICATE = [
	'The certificate of the service cannot be checked',
	'Nothing was sent. If you trust the service, e.g. because it uses a self-signed certificate, switch on Ignore SSL Issues (Insecure) in the credential.',
] as const;
const NOT_SECURE = [
	'No secure connection to the service could be made',
	'Nothing was sent. Check the port in Base URL of the credential, and whether it has to start with http:// instead of https://.',
] as const;
const CHALLENGE =
	'Ask whoever runs the service to let n8n through to the API without a browser check.';

/** What a person reads: what happened, and what to do. */
type Message = readonly [title: string, advice: string];

/** Something that goes wrong, and what is said of it after a read of report 42 and after a create. */
export interface Situation {
	when: string;
	answer?: Answer;
	error?: unknown;
	read: Message;
	write: Message;
	/** When the same request may succeed. */
	retry?: FailureDetails['retry'];
	/** What of it the README shows. */
	readme?: Array<'read' | 'write'>;
}

const report = 'report 42';
const page = 'the report for https://example.com';

/** The same for a read and a write. */
const both = (title: string, advice: string) => ({
	read: [title, advice] as const,
	write: [title, advice] as const,
});

/** A failure after which nobody knows whether a write has happened. */
const open = (title: (subject: string) => string) => ({
	read: [title(report), TRY_LATER] as const,
	write: [title(page), MAY_HAVE_HAPPENED] as const,
});

const rejected = (status: number, words = '') => ({
	when: `status ${String(status)}`,
	answer: { statusCode: status },
	read: [
		`The service did not accept the input for ${report} (${String(status)})${words}`,
		`Correct the parameters of the node. ${QUOTA}`,
	] as const,
	write: [
		`The service did not accept the input for ${page} (${String(status)})${words}`,
		`Correct the parameters of the node. ${QUOTA}`,
	] as const,
});

const forbidden = (status: number): Situation => {
	const message = (subject: string) =>
		[
			`The service does not allow this for ${subject} (${String(status)})`,
			`Check that your plan includes the API, and that ${subject} belongs to the account of API Key in the credential.`,
		] as const;
	return {
		when: `status ${String(status)}`,
		answer: { statusCode: status },
		read: message(report),
		write: message(page),
	};
};

const missing = (status: number): Situation => ({
	when: `status ${String(status)}`,
	answer: { statusCode: status },
	read: [
		`The service does not know report 42 (${String(status)})`,
		'It may have been deleted, or belong to another account. Look with Get Many.',
	],
	write: [`There is no report service at this address (${String(status)})`, CHECK_BASE_URL],
});

const failed = (status: number, retry?: FailureDetails['retry']): Situation => ({
	when: `status ${String(status)}`,
	answer: { statusCode: status },
	...open((subject) => `The service failed on ${subject} (${String(status)})`),
	retry,
});

export const situations: Situation[] = [
	{
		when: 'status 401',
		answer: { statusCode: 401 },
		...both(
			'The service did not accept the API key (401)',
			'Check API Key in the credential: copy the key again from your report service.',
		),
		readme: ['read'],
	},
	forbidden(402),
	{ ...forbidden(403), readme: ['write'] },
	{ ...missing(404), readme: ['read', 'write'] },
	missing(410),
	{
		when: 'status 405',
		answer: { statusCode: 405 },
		...both('There is no report service at this address (405)', CHECK_BASE_URL),
	},
	{
		when: 'words about fields, in message',
		answer: { statusCode: 422, body: { message: { url: ['The url is invalid.'] }, status: 422 } },
		read: [
			'The service did not accept the input for report 42 (422): The url is invalid.',
			`Correct the parameters of the node. ${QUOTA}`,
		],
		write: [
			'The service did not accept the input for the report for https://example.com (422): The url is invalid.',
			`Correct URL. ${QUOTA}`,
		],
		readme: ['write'],
	},
	{
		when: 'words about fields, in errors',
		answer: {
			statusCode: 422,
			body: {
				message: 'The given data was invalid.',
				errors: { url: ['The url is invalid.', 'Too long.'], privacy: 'No.', unknown: ['?'] },
			},
		},
		read: [
			'The service did not accept the input for report 42 (422): The url is invalid. Too long. No. ?',
			`Correct the parameters of the node. ${QUOTA}`,
		],
		write: [
			'The service did not accept the input for the report for https://example.com (422): The url is invalid. Too long. No. ?',
			`Correct URL and Privacy. ${QUOTA}`,
		],
	},
	rejected(400),
	rejected(409),
	rejected(413),
	rejected(418),
	rejected(422),
	{
		...rejected(422, ': You have used up your reports.'),
		when: 'words about a quota',
		answer: { statusCode: 422, body: { message: 'You have used up your reports.' } },
		readme: ['write'],
	},
	{
		when: 'status 429',
		answer: { statusCode: 429 },
		...both(
			'The service takes no more requests for now (429)',
			'Nothing was done. Run it again later.',
		),
		retry: { of: 'any request', after: undefined },
		readme: ['read'],
	},
	{
		when: 'status 429 with a time',
		answer: { statusCode: 429, headers: { 'retry-after': '3' } },
		...both(
			'The service takes no more requests for now (429)',
			'Nothing was done. Run it again later.',
		),
		retry: { of: 'any request', after: 3_000 },
	},
	{
		when: 'status 408',
		answer: { statusCode: 408 },
		...open((subject) => `The service gave up on ${subject} (408)`),
		retry: { of: 'reads' },
	},
	{ ...failed(500), readme: ['write'] },
	failed(501),
	failed(505),
	failed(599),
	failed(502, { of: 'reads', after: undefined }),
	...[520, 521, 522, 523, 524].map((status) => failed(status, { of: 'reads' })),
	...[519, 525].map((status) => failed(status)),
	{ ...failed(503, { of: 'reads', after: undefined }), readme: ['read'] },
	failed(504, { of: 'reads', after: undefined }),
	{
		...failed(503, { of: 'reads', after: 5_000 }),
		when: 'status 503 with a time',
		answer: { statusCode: 503, headers: { 'retry-after': '5' } },
	},
	{
		...failed(500),
		when: 'status 500 with a web page',
		answer: { statusCode: 500, body: html },
	},
	{
		when: 'status 407',
		answer: { statusCode: 407 },
		...both(
			'The proxy asks for a login (407)',
			'Check Proxy under Request Options in the Settings of the node, or the proxy settings of n8n.',
		),
		readme: ['read'],
	},
	{
		when: 'the challenge of a CDN',
		answer: { statusCode: 403, headers: { 'cf-mitigated': 'challenge' }, body: html },
		...both('A protection in front of the service stopped n8n (403)', CHALLENGE),
		readme: ['read'],
	},
	{
		when: 'the challenge of a CDN with status 503',
		answer: { statusCode: 503, headers: { 'cf-mitigated': 'challenge' } },
		...both('A protection in front of the service stopped n8n (503)', CHALLENGE),
	},
	{
		when: 'a redirect to nowhere',
		answer: { statusCode: 301 },
		...both('The service has moved to another address (301)', CHECK_BASE_URL),
	},
	...[199, 300, 304, 399].map((status): Situation => ({
		when: `status ${String(status)}`,
		answer: { statusCode: status },
		...open((subject) => `The service gave no usable answer for ${subject} (${String(status)})`),
	})),
	{
		when: 'a redirect to a login page on the same host',
		answer: { statusCode: 302, headers: { location: '/login' } },
		...both(
			'The service has moved to another address (302)',
			'Set Base URL in the credential to the address of the API, usually ending in /api/v1. The service points to /login',
		),
		readme: ['read'],
	},
	{
		when: 'a web page',
		answer: { body: `\n ${html}` },
		read: ['The address answered with a web page instead of data', CHECK_BASE_URL],
		write: [
			'The address answered with a web page instead of data',
			`${MAY_HAVE_HAPPENED} ${CHECK_BASE_URL}`,
		],
		readme: ['read'],
	},
	{
		when: 'JSON that broke off',
		answer: { body: '{"data":{"id":1,"html":"<p' },
		...open((subject) => `The answer for ${subject} could not be read`),
		retry: { of: 'reads' },
		readme: ['write'],
	},
	{
		when: 'status 408 with a time',
		answer: { statusCode: 408, headers: { 'retry-after': '4' } },
		...open((subject) => `The service gave up on ${subject} (408)`),
		retry: { of: 'reads', after: 4_000 },
	},
	{
		when: 'ECONNREFUSED',
		error: systemError('ECONNREFUSED'),
		...both('The service refused the connection (reports.example.com:443)', REFUSED),
		readme: ['read'],
	},
	...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].map((code): Situation => ({
		when: code,
		error: systemError(code),
		...both('The host of the service cannot be found (reports.example.com:443)', NOT_FOUND),
		retry: code === 'EAI_AGAIN' ? { of: 'reads' as const } : undefined,
		readme: ['read'],
	})),
	...[
		'CERT_HAS_EXPIRED',
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'SELF_SIGNED',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
		'ERR_TLS_CERT_ALTNAME_INVALID',
		'ALTNAME',
	].map((code): Situation => ({
		when: code,
		error: systemError(code),
		...both(...CERTIFICATE),
		readme: ['read'],
	})),
	...['EPROTO'].map((code): Situation => ({
		when: code,
		error: systemError(code),
		...both(...NOT_SECURE),
		readme: ['read'],
	})),
	...['ETIMEDOUT', 'ECONNABORTED'].map((code): Situation => ({
		when: code,
		error: systemError(code),
		read: [`No answer came in time for ${report}`, `${TRY_LATER} ${RAISE_TIMEOUT}`],
		write: [`No answer came in time for ${page}`, `${MAY_HAVE_HAPPENED} ${RAISE_TIMEOUT}`],
		retry: { of: 'reads' },
		readme: ['write'],
	})),
	...['ECONNRESET', 'EPIPE', 'ERR_SSL_WRONG_VERSION_NUMBER', 'MY_EPROTO'].map(
		(code): Situation => ({
			when: code,
			error: systemError(code),
			...open((subject) => `The connection broke before an answer came for ${subject} (${code})`),
			retry: { of: 'reads' },
			readme: code === 'ECONNRESET' ? ['write'] : [],
		}),
	),
	{
		when: 'an error without a code',
		error: new Error('socket hang up'),
		...open(
			(subject) => `The connection broke before an answer came for ${subject} (socket hang up)`,
		),
		retry: { of: 'reads' },
	},
	{
		when: 'a refusal of n8n itself',
		error: new UserError('Domain not allowed'),
		...both(
			'n8n did not send the request: Domain not allowed',
			'Nothing was sent. Correct the expression, or Allowed HTTP Request Domains in the credential, whichever it is about; otherwise ask whoever runs n8n.',
		),
		readme: ['write'],
	},
	{
		when: 'an error of the network that n8n has made its own',
		error: Object.assign(new UserError('reset'), { code: 'EPIPE' }),
		...open((subject) => `The connection broke before an answer came for ${subject} (EPIPE)`),
		retry: { of: 'reads' },
	},
	{
		when: 'the end of the workflow',
		error: systemError('ERR_CANCELED'),
		read: ['The workflow was stopped', 'Nothing was changed.'],
		write: ['The workflow was stopped', MAY_HAVE_HAPPENED],
		readme: ['write'],
	},
];

/** What is said of a situation. */
export function explain({ answer, error }: Situation, request: Sent): Failure {
	return answer ? explained(answer, request) : networkError(error, request);
}

/** Asserts that a situation is explained as it should be, after a read and after writes. */
export function expectMessages({ read, write, retry, ...situation }: Situation): void {
	for (const [request, message] of [
		[get, read],
		[create, write],
	] as const) {
		const { title, advice, details } = explain(situation as Situation, request);
		expect([title, advice]).toEqual(message);
		expect(details.retry).toEqual(retry);
		expect(details.mayHaveHappened ?? false).toBe(message[1].startsWith(MAY_HAVE_HAPPENED));
	}
	if (!write[1].startsWith(MAY_HAVE_HAPPENED)) return;
	// Of an update with new results, there is nothing to see in a list
	const { title, advice } = explain(situation as Situation, analyse);
	const [expected] = read;
	expect([title, advice]).toEqual([
		expected,
		write[1].replace(MAY_HAVE_HAPPENED, MAY_HAVE_BEEN_ANALYSED),
	]);
}
