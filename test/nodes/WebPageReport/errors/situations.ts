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
const LOST = 'The connection was lost before the service answered';

/** What a person reads: what happened, and what to do. */
type Message = readonly [title: string, advice: string];

/** What is said of a read of report 42, and of a create. */
interface Said {
	read: Message;
	write: Message;
	fate: Fate;
	/** Whether the same request may succeed a little later. */
	isPassing?: boolean;
	/** The pause that the service asks for, in milliseconds. */
	after?: number;
}

/** Something that goes wrong. */
export interface Situation extends Said {
	when: string;
	answer?: Answer;
	error?: unknown;
	/** What of it messages.md shows. */
	readme?: Array<'read' | 'write'>;
}

const status = (statusCode: number, more: Answer = {}) => ({
	when: `status ${String(statusCode)}`,
	answer: { statusCode, ...more },
});

const code = (name: string) => ({ when: name, error: systemError(name) });

/** The same for a read and a write. */
const both = (title: string, advice: string, fate: Fate = 'refused'): Said => ({
	fate,
	read: [title, advice],
	write: [title, advice],
});

/** A failure after which nobody knows whether a write has happened. */
const open = (title: (deed: string) => string, isPassing = false): Said => ({
	fate: 'unknown',
	isPassing,
	read: [title('get report 42'), TRY_LATER],
	write: [title('create the report'), MAY_HAVE_HAPPENED.create],
});

/** The same where what has answered is not the service, or not there. */
const elsewhere = (title: string): Said => ({
	fate: 'unknown',
	read: [title, CHECK_BASE_URL],
	write: [title, `${MAY_HAVE_HAPPENED.create} ${CHECK_BASE_URL}`],
});

const rejected = (statusCode: number, words = ''): Said => {
	const title = `The service rejected the input (${String(statusCode)})${words}`;
	return {
		fate: 'refused',
		read: [title, 'Check the parameters for report 42.'],
		write: [title, `Check the parameters for https://example.com. ${QUOTA}`],
	};
};

const forbidden = (statusCode: number): Said => {
	const title = (deed: string) =>
		`The service does not allow you to ${deed} (${String(statusCode)})`;
	const advice = 'Check that your plan includes the API';
	return {
		fate: 'refused',
		read: [title('get report 42'), `${advice}, and that report 42 belongs to your account.`],
		write: [title('create the report'), `${advice}. The page was https://example.com.`],
	};
};

const missing = (statusCode: number): Said => ({
	fate: 'refused',
	read: [
		`Report 42 was not found (${String(statusCode)})`,
		`It may have been deleted, or belong to another account. Find it with Get Many. If that fails too: ${CHECK_BASE_URL}`,
	],
	write: [`No report service was found at this address (${String(statusCode)})`, CHECK_BASE_URL],
});

const failed = (statusCode: number, isPassing = false): Said =>
	open((deed) => `The service could not ${deed} (${String(statusCode)})`, isPassing);

const TOOK_TOO_LONG = open((deed) => `The service took too long to ${deed} (408)`, true);

const TOO_MANY: Said = {
	fate: 'not taken',
	isPassing: true,
	read: ['Too many requests (429)', 'Try again later.'],
	write: ['Too many requests (429)', 'Nothing was created. Try again later.'],
};

/** A message without room for the words of the service in its title. */
const quoting = (words: string, said: Said): Said => ({
	...said,
	read: [said.read[0], `The service says: ${words} ${said.read[1]}`],
	write: [said.write[0], `The service says: ${words} ${said.write[1]}`],
});

const LONG_WORDS = 'The given data was invalid. Please have a look at all of your fields.';

export const situations: Situation[] = [
	{
		...status(401),
		...both(
			'The service rejected the API key (401)',
			'Check API Key in the credential: copy it again from your report service.',
		),
		readme: ['read'],
	},
	{ ...status(402), ...forbidden(402) },
	{ ...status(403), ...forbidden(403), readme: ['write'] },
	{ ...status(404), ...missing(404), readme: ['read', 'write'] },
	{ ...status(410), ...missing(410) },
	{
		...status(405),
		...both('No report service was found at this address (405)', CHECK_BASE_URL),
	},
	{
		...status(405, { body: { message: 'Not now.' } }),
		fate: 'refused' as const,
		when: 'status 405 in the words of the service',
		read: ['The service could not get report 42 (405): Not now.', CHECK_BASE_URL],
		write: ['The service could not create the report (405): Not now.', CHECK_BASE_URL],
	},
	...[400, 419].map((number) => ({
		...status(number, { body: html }),
		...both(`The service returned a web page instead of data (${String(number)})`, CHECK_BASE_URL),
		when: `status ${String(number)} with a web page`,
	})),
	{
		...status(422, { body: { message: { url: ['The url is invalid.'] }, status: 422 } }),
		...rejected(422, ': The url is invalid.'),
		when: 'words about a field',
		write: [
			'The service rejected URL (422): The url is invalid.',
			`Correct URL (https://example.com). ${QUOTA}`,
		],
		readme: ['write'],
	},
	{
		...status(422, { body: { message: LONG_WORDS } }),
		...quoting(`"${LONG_WORDS}"`, rejected(422)),
		when: 'words that a title has no room for',
	},
	{
		...status(500, { body: { error: 'connect ECONNREFUSED' } }),
		...quoting('"connect ECONNREFUSED".', failed(500)),
		when: 'words with the name of a system error, for which n8n would replace a title',
	},
	...[400, 409, 413, 418, 422].map((number) => ({ ...status(number), ...rejected(number) })),
	{
		...status(422, { body: { message: 'You have used up your reports.' } }),
		...rejected(422, ': You have used up your reports.'),
		when: 'words about a quota',
		readme: ['write'],
	},
	{ ...status(429), ...TOO_MANY, readme: ['write'] },
	{
		...status(429, { headers: { 'retry-after': '3' } }),
		...TOO_MANY,
		when: 'status 429 with a time',
		after: 3_000,
	},
	{ ...status(500), ...failed(500), readme: ['write'] },
	...[501, 505, 519, 525, 599].map((number) => ({ ...status(number), ...failed(number) })),
	{ ...status(503), ...failed(503, true), readme: ['read'] },
	...[502, 504, 520, 521, 522, 523, 524].map((number) => ({
		...status(number),
		...failed(number, true),
	})),
	{ ...status(408), ...TOOK_TOO_LONG },
	{
		...status(408, { headers: { 'retry-after': '4' } }),
		...TOOK_TOO_LONG,
		when: 'status 408 with a time',
		after: 4_000,
	},
	{ ...status(500, { body: html }), ...failed(500), when: 'status 500 with a web page' },
	{
		...status(407),
		...both(
			'The proxy requires a login (407)',
			"Check Proxy under Request Options in the node's Settings, or the proxy settings of n8n.",
		),
		readme: ['read'],
	},
	...[
		status(403, { body: html }),
		status(403, { headers: { 'cf-mitigated': 'challenge' }, body: html }),
		status(503, { headers: { 'cf-mitigated': 'challenge' } }),
	].map((answered): Situation => ({
		...answered,
		...both(
			`A firewall blocked n8n (${String(answered.answer.statusCode)})`,
			'Ask your report service to let n8n use the API without a browser check.',
		),
		when: `the challenge of a CDN: ${JSON.stringify(answered.answer)}`,
		readme: answered.answer.statusCode === 403 ? ['read'] : [],
	})),
	{ ...status(402, { body: html }), ...forbidden(402), when: 'status 402 with a web page' },
	{
		...status(403, { body: { message: '<br>' } }),
		...forbidden(403),
		when: 'status 403 with words that only have markup in them',
	},
	{ ...status(301), ...elsewhere('The service has moved (301)') },
	...[199, 300, 304, 399].map((number) => ({
		...status(number),
		...open(() => `The service gave no usable answer (${String(number)})`),
	})),
	{
		...status(302, { headers: { location: '/login' } }),
		...both(
			'The service asks for a login (302)',
			'Check Base URL in the credential. It must be the address of the API, usually ending in /api/v1. The service points to /login',
		),
		readme: ['read'],
	},
	{
		when: 'a web page',
		answer: { body: `\n ${html}` },
		...elsewhere('The service returned a web page instead of data'),
		readme: ['read'],
	},
	{
		when: 'JSON that broke off',
		answer: { body: '{"data":{"id":1,"html":"<p' },
		...open(() => "The service's answer could not be read", true),
		readme: ['write'],
	},
	{
		...code('ECONNREFUSED'),
		...both(
			'The service refused the connection',
			'Nothing was sent. Check the host and port in Base URL (reports.example.com:443), and that the service is running. Inside Docker, localhost is the container itself.',
			'not sent',
		),
		isPassing: true,
		readme: ['read'],
	},
	...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].map((name): Situation => ({
		...code(name),
		...both(
			"The service's host was not found",
			'Nothing was sent. Check Base URL for typing errors (reports.example.com:443), and that n8n can reach the network.',
			'not sent',
		),
		isPassing: name !== 'ENOTFOUND',
		readme: ['read'],
	})),
	...[
		'CERT_HAS_EXPIRED',
		'SELF_SIGNED',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		'ERR_TLS_CERT_ALTNAME_INVALID',
	].map((name): Situation => ({
		...code(name),
		...both(
			"The service's certificate could not be verified",
			'Nothing was sent. If you trust the service, switch on Ignore SSL Issues (Insecure) in the credential.',
			'not sent',
		),
		readme: ['read'],
	})),
	{
		...code('EPROTO'),
		...both(
			'No secure connection could be made',
			'Nothing was sent. Check the port in Base URL, and whether it should start with http:// instead of https://.',
			'not sent',
		),
		readme: ['read'],
	},
	...['ETIMEDOUT', 'ECONNABORTED'].map((name): Situation => ({
		...code(name),
		fate: 'unknown',
		read: ['The service did not answer in time', `${TRY_LATER} ${RAISE_TIMEOUT}`],
		write: ['The service did not answer in time', `${MAY_HAVE_HAPPENED.create} ${RAISE_TIMEOUT}`],
		isPassing: true,
		readme: ['write'],
	})),
	...['ECONNRESET', 'EPIPE', 'ERR_SSL_WRONG_VERSION_NUMBER', 'MY_EPROTO'].map(
		(name): Situation => ({ ...code(name), ...open(() => LOST, true), readme: ['write'] }),
	),
	{
		when: 'an error without a code',
		error: new Error('socket hang up'),
		...open(() => `${LOST}: socket hang up`, true),
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
	const { answer, error, read, write, fate, isPassing = false, after } = situation;
	const known = answer ? answer.statusCode?.toString() : (error as { code?: string }).code;
	for (const [request, message] of [
		[get, read],
		[create, write],
	] as const) {
		const failure = explain(situation, request);
		expect([failure.message, failure.advice]).toEqual(message);
		expect([failure.fate, failure.isPassing, failure.after]).toEqual([fate, isPassing, after]);
		// For workflows that handle errors
		expect(failure.code).toBe(known);
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
