import { UserError } from 'n8n-workflow';

import type { Failure, Fate } from '../../../../nodes/WebPageReport/errors/failure';
import { networkFailure } from '../../../../nodes/WebPageReport/errors/networkFailure';
import {
	analyse,
	type Answer,
	type Asked,
	CHECK_BASE_URL,
	create,
	explained,
	get,
	html,
	MAY_HAVE_HAPPENED,
	QUOTA,
	systemError,
	TRY_LATER,
} from './explained';

const RAISE_TIMEOUT =
	"If the service needs longer, raise Timeout under Request Options in the node's Settings.";
const REFUSED =
	'Nothing was sent. Check the host and port in Base URL (reports.example.com:443), and that the service is running. Inside Docker, localhost is the container itself.';
const NOT_FOUND =
	'Nothing was sent. Check Base URL for typing errors (reports.example.com:443), and that n8n can reach the network.';
const CERTIFICATE = [
	"The service's certificate could not be verified",
	'Nothing was sent. If you trust the service, switch on Ignore SSL Issues (Insecure) in the credential.',
] as const;
const NOT_SECURE = [
	'No secure connection could be made',
	'Nothing was sent. Check the port in Base URL, and whether it should start with http:// instead of https://.',
] as const;
const CHALLENGE = 'Ask your report service to let n8n use the API without a browser check.';
const LOST = 'The connection was lost before the service answered';

/** What a person reads: what happened, and what to do. */
type Message = readonly [title: string, advice: string];

/** Something that goes wrong, and what is said of it after a read of report 42 and after a create. */
export interface Situation {
	when: string;
	answer?: Answer;
	error?: unknown;
	read: Message;
	write: Message;
	fate: Fate;
	/** Whether the same request may succeed a little later. */
	isPassing?: boolean;
	/** The pause that the service asks for, in milliseconds. */
	after?: number;
	/** What of it messages.md shows. */
	readme?: Array<'read' | 'write'>;
}

/** The same for a read and a write. */
const both = (title: string, advice: string, fate: Fate = 'refused') => ({
	fate,
	read: [title, advice] as const,
	write: [title, advice] as const,
});

/** A failure after which nobody knows whether a write has happened. */
const open = (title: (deed: string) => string) => ({
	fate: 'unknown' as const,
	read: [title('get report 42'), TRY_LATER] as const,
	write: [title('create the report'), MAY_HAVE_HAPPENED.create] as const,
});

const rejected = (status: number, words = '') => ({
	when: `status ${String(status)}`,
	answer: { statusCode: status },
	fate: 'refused' as const,
	read: [
		`The service rejected the input (${String(status)})${words}`,
		'Check the parameters for report 42.',
	] as const,
	write: [
		`The service rejected the input (${String(status)})${words}`,
		`Check the parameters for https://example.com. ${QUOTA}`,
	] as const,
});

const forbidden = (status: number): Situation => ({
	when: `status ${String(status)}`,
	answer: { statusCode: status },
	fate: 'refused',
	read: [
		`The service does not allow you to get report 42 (${String(status)})`,
		'Check that your plan includes the API, and that report 42 belongs to your account.',
	],
	write: [
		`The service does not allow you to create the report (${String(status)})`,
		'Check that your plan includes the API. The page was https://example.com.',
	],
});

const missing = (status: number): Situation => ({
	when: `status ${String(status)}`,
	answer: { statusCode: status },
	fate: 'refused',
	read: [
		`Report 42 was not found (${String(status)})`,
		`It may have been deleted, or belong to another account. Find it with Get Many. If that fails too: ${CHECK_BASE_URL}`,
	],
	write: [`No report service was found at this address (${String(status)})`, CHECK_BASE_URL],
});

const failed = (status: number, isPassing = false, after?: number): Situation => ({
	when: `status ${String(status)}`,
	answer: { statusCode: status },
	...open((deed) => `The service could not ${deed} (${String(status)})`),
	isPassing,
	after,
});

/** A message without room for the words of the service in its title. */
const quoting = (words: string, [title, advice]: Message): Message => [
	title,
	`The service says: ${words} ${advice}`,
];

const LONG_WORDS = 'The given data was invalid. Please have a look at all of your fields.';
const QUOTED = `"${LONG_WORDS}"`;

const tooMany: Pick<Situation, 'fate' | 'isPassing' | 'read' | 'write'> = {
	fate: 'not taken',
	isPassing: true,
	read: ['Too many requests (429)', 'Try again later.'],
	write: ['Too many requests (429)', 'Nothing was created. Try again later.'],
};

export const situations: Situation[] = [
	{
		when: 'status 401',
		answer: { statusCode: 401 },
		...both(
			'The service rejected the API key (401)',
			'Check API Key in the credential: copy it again from your report service.',
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
		...both('No report service was found at this address (405)', CHECK_BASE_URL),
	},
	{
		when: 'words about fields, in message',
		answer: { statusCode: 422, body: { message: { url: ['The url is invalid.'] }, status: 422 } },
		fate: 'refused',
		read: [
			'The service rejected the input (422): The url is invalid.',
			'Check the parameters for report 42.',
		],
		write: [
			'The service rejected URL (422): The url is invalid.',
			`Correct URL (https://example.com). ${QUOTA}`,
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
		fate: 'refused',
		read: [
			'The service rejected the input (422): The url is invalid. Too long. No. ?',
			'Check the parameters for report 42.',
		],
		write: [
			'The service rejected URL and Privacy (422): The url is invalid. Too long. No. ?',
			`Correct URL and Privacy for https://example.com. ${QUOTA}`,
		],
	},
	{
		when: 'words that a title has no room for',
		answer: { statusCode: 422, body: { message: LONG_WORDS } },
		fate: 'refused',
		read: quoting(QUOTED, rejected(422).read),
		write: quoting(QUOTED, rejected(422).write),
	},
	{
		when: 'words that a title has no room for, before what may have happened',
		answer: { statusCode: 500, body: LONG_WORDS },
		fate: 'unknown',
		read: quoting(QUOTED, failed(500).read),
		write: quoting(QUOTED, failed(500).write),
	},
	{
		when: 'words with the name of a system error, for which n8n would replace a title',
		answer: { statusCode: 500, body: { error: 'connect ECONNREFUSED' } },
		fate: 'unknown',
		read: quoting('"connect ECONNREFUSED".', failed(500).read),
		write: quoting('"connect ECONNREFUSED".', failed(500).write),
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
		...tooMany,
		readme: ['write'],
	},
	{
		when: 'status 429 with a time',
		answer: { statusCode: 429, headers: { 'retry-after': '3' } },
		...tooMany,
		after: 3_000,
	},
	{
		when: 'status 408',
		answer: { statusCode: 408 },
		...open((deed) => `The service took too long to ${deed} (408)`),
		isPassing: true,
	},
	{ ...failed(500), readme: ['write'] },
	failed(501),
	failed(505),
	failed(599),
	failed(502, true),
	...[520, 521, 522, 523, 524].map((status) => failed(status, true)),
	...[519, 525].map((status) => failed(status)),
	{ ...failed(503, true), readme: ['read'] },
	failed(504, true),
	{
		...failed(503, true, 5_000),
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
			'The proxy requires a login (407)',
			"Check Proxy under Request Options in the node's Settings, or the proxy settings of n8n.",
		),
		readme: ['read'],
	},
	{
		when: 'the challenge of a CDN',
		answer: { statusCode: 403, headers: { 'cf-mitigated': 'challenge' }, body: html },
		...both('A firewall blocked n8n (403)', CHALLENGE),
		readme: ['read'],
	},
	{
		when: 'the challenge of a CDN with status 503',
		answer: { statusCode: 503, headers: { 'cf-mitigated': 'challenge' } },
		...both('A firewall blocked n8n (503)', CHALLENGE),
	},
	{
		when: 'status 403 with a web page',
		answer: { statusCode: 403, body: html },
		...both('A firewall blocked n8n (403)', CHALLENGE),
	},
	{
		...forbidden(402),
		when: 'status 402 with a web page',
		answer: { statusCode: 402, body: html },
	},
	{
		...forbidden(403),
		when: 'status 403 with words that only have markup in them',
		answer: { statusCode: 403, body: { message: '<br>' } },
	},
	{
		when: 'a redirect to nowhere',
		answer: { statusCode: 301 },
		fate: 'unknown',
		read: ['The service has moved (301)', CHECK_BASE_URL],
		write: ['The service has moved (301)', `${MAY_HAVE_HAPPENED.create} ${CHECK_BASE_URL}`],
	},
	...[199, 300, 304, 399].map((status): Situation => ({
		when: `status ${String(status)}`,
		answer: { statusCode: status },
		...open(() => `The service gave no usable answer (${String(status)})`),
	})),
	{
		when: 'a redirect to a login page on the same host',
		answer: { statusCode: 302, headers: { location: '/login' } },
		...both(
			'The service asks for a login (302)',
			'Check API Key and Base URL in the credential. Base URL must be the address of the API, usually ending in /api/v1. The service points to /login',
		),
		readme: ['read'],
	},
	{
		when: 'a web page',
		answer: { body: `\n ${html}` },
		fate: 'unknown',
		read: ['The service returned a web page instead of data', CHECK_BASE_URL],
		write: [
			'The service returned a web page instead of data',
			`${MAY_HAVE_HAPPENED.create} ${CHECK_BASE_URL}`,
		],
		readme: ['read'],
	},
	{
		when: 'JSON that broke off',
		answer: { body: '{"data":{"id":1,"html":"<p' },
		...open(() => "The service's answer could not be read"),
		isPassing: true,
		readme: ['write'],
	},
	{
		when: 'status 408 with a time',
		answer: { statusCode: 408, headers: { 'retry-after': '4' } },
		...open((deed) => `The service took too long to ${deed} (408)`),
		isPassing: true,
		after: 4_000,
	},
	{
		when: 'ECONNREFUSED',
		error: systemError('ECONNREFUSED'),
		...both('The service refused the connection', REFUSED, 'not sent'),
		isPassing: true,
		readme: ['read'],
	},
	...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].map((code): Situation => ({
		when: code,
		error: systemError(code),
		...both("The service's host was not found", NOT_FOUND, 'not sent'),
		isPassing: code !== 'ENOTFOUND',
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
		...both(...CERTIFICATE, 'not sent'),
		readme: ['read'],
	})),
	...['EPROTO'].map((code): Situation => ({
		when: code,
		error: systemError(code),
		...both(...NOT_SECURE, 'not sent'),
		readme: ['read'],
	})),
	...['ETIMEDOUT', 'ECONNABORTED'].map((code): Situation => ({
		when: code,
		error: systemError(code),
		fate: 'unknown',
		read: ['The service did not answer in time', `${TRY_LATER} ${RAISE_TIMEOUT}`],
		write: ['The service did not answer in time', `${MAY_HAVE_HAPPENED.create} ${RAISE_TIMEOUT}`],
		isPassing: true,
		readme: ['write'],
	})),
	...['ECONNRESET', 'EPIPE', 'ERR_SSL_WRONG_VERSION_NUMBER', 'MY_EPROTO'].map(
		(code): Situation => ({
			when: code,
			error: systemError(code),
			...open(() => LOST),
			isPassing: true,
			readme: code === 'ECONNRESET' ? ['write'] : [],
		}),
	),
	{
		when: 'an error without a code',
		error: new Error('socket hang up'),
		...open(() => `${LOST}: socket hang up`),
		isPassing: true,
	},
	{
		when: 'a refusal of n8n itself',
		error: new UserError('Domain not allowed'),
		...both(
			'n8n did not send the request: Domain not allowed',
			'Correct the expression, or Allowed HTTP Request Domains in the credential.',
			'not sent',
		),
		readme: ['write'],
	},
	{
		when: 'an error of the network that n8n has made its own',
		error: Object.assign(new UserError('reset'), { code: 'EPIPE' }),
		...open(() => LOST),
		isPassing: true,
	},
	{
		when: 'the end of the workflow',
		error: systemError('ERR_CANCELED'),
		fate: 'unknown',
		read: ['The workflow was stopped', 'Nothing was changed.'],
		write: ['The workflow was stopped', MAY_HAVE_HAPPENED.create],
		readme: ['write'],
	},
];

/** What is said of a situation. */
export function explain({ answer, error }: Situation, request: Asked): Failure {
	return answer ? explained(answer, request) : networkFailure(error, request);
}

/** Asserts that a situation is explained as it should be, after a read and after writes. */
export function expectMessages(situation: Situation): void {
	const { read, write, fate, isPassing = false, after } = situation;
	for (const [request, message] of [
		[get, read],
		[create, write],
	] as const) {
		const failure = explain(situation, request);
		expect([failure.message, failure.advice]).toEqual(message);
		expect([failure.fate, failure.isPassing, failure.after]).toEqual([fate, isPassing, after]);
	}
	expect(write[1].includes(MAY_HAVE_HAPPENED.create)).toBe(fate === 'unknown');
	if (fate !== 'unknown') return;
	// Of an update with new results, there is nothing to see in a list
	const { message: title, advice } = explain(situation, analyse);
	expect([title, advice]).toEqual([
		read[0].replace('get report 42', 'update report 42'),
		write[1].replace(MAY_HAVE_HAPPENED.create, MAY_HAVE_HAPPENED.analyse),
	]);
}
