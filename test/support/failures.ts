/**
 * The table of failures: what the service answers, or what the network does. `messages.test.ts` tries every row on the
 * functions that write messages; `engines/failures.test.ts` tries the first row of each line of docs/reliability.md, and
 * all network trouble, in n8n's engines. What comes of them is in the snapshots of both.
 */
import type { INodeParameters } from 'n8n-workflow';

import type { Condition } from '../../sandbox/service/conditions';

export interface Answer {
	status?: number;
	headers?: Record<string, string>;
	/** Empty by default. */
	body?: unknown;
}

/** What goes wrong on the way, if not the answer. */
interface Trouble extends Condition {
	baseUrl?: string;
	https?: boolean;
	requestOptions?: INodeParameters;
}

interface Case {
	/** What the snapshots call it. */
	name: string;
	/** What the service answers to a request for a path. */
	answer?: (path: string) => Answer;
	/** The error that the network gives instead. */
	error?: unknown;
	/** How an engine test causes the error. */
	trouble?: Trouble;
}

export interface Row extends Case {
	/** Its line in docs/reliability.md. */
	line: string;
}

/** The service's words in most rows. */
export const WORDS = 'Words of the service.';

export const WEB_PAGE = '<!DOCTYPE html><html><body><h1>Sorry!</h1></body></html>';

/** An answer, by default with the service's words. Without a name, it is called after its status and body. */
function status(code: number, body?: unknown, headers = {}, name = ''): Case {
	const said = body === WEB_PAGE ? 'a web page' : JSON.stringify(body ?? '').replaceAll(WORDS, '…');
	return {
		name: name || (body === undefined ? String(code) : `${String(code)} with ${said}`),
		answer: () => ({ status: code, headers, body: body ?? { message: WORDS, status: code } }),
	};
}

/** The same answer with several statuses. */
const statuses = (codes: number[], body?: unknown) => codes.map((code) => status(code, body));

/** The same status with several bodies. */
const bodies = (code: number, ...all: unknown[]) => all.map((body) => status(code, body));

const redirect = (code: number, to: (path: string) => string): Case => ({
	name: `${String(code)} to ${to('…').replace('?next=/home', '')}`,
	answer: (path) => ({ status: code, headers: { location: to(path) } }),
});

/** A page of a firewall, with the header that only it sends. */
const from = (header: string, code: number): Case =>
	status(code, WEB_PAGE, { [header]: 'challenge' }, `${String(code)} with ${header}`);

/** Redirects whose query must not be shown. */
const away = (code: number, ...to: string[]) =>
	to.map((address) => redirect(code, () => `${address}?next=/home`));

/** A page of an application with a theme, a consent banner, a login link and the name of a product: it says nothing. */
export const THEMED =
	'<script>document.cookie="theme=dark";if(0)location.reload()</script><a href="/login">Log in</a> Imunify360';

/** Headers that ask for a wait of this many seconds. */
const retryAfter = (seconds: number) => ({ 'retry-after': String(seconds) });

/** A network error as Node.js throws it. `call` is the system call; it tells whether the request was sent. */
export function systemError(code: string, more: object = {}, call = 'read'): Error {
	return Object.assign(new Error(`${call} ${code}`), { code, ...more });
}

const failed = (call: string, codes: string[], trouble?: Trouble) =>
	codes.map((code): Case => ({
		name: `${call} ${code}`,
		error: systemError(code, {}, call),
		trouble,
	}));

const errors = (texts: string[], code?: string) =>
	texts.map((text): Case => ({ name: text, error: Object.assign(new Error(text), { code }) }));

const REFUSAL = systemError('ECONNREFUSED', {}, 'connect');

/**
 * Under each line of docs/reliability.md, in the order of the table of verdicts. An engine test tries the first row of
 * each, and every one with a `trouble`.
 */
const LINES: Record<string, Case[]> = {
	'Too many requests (429)': [
		{ ...status(429, undefined, retryAfter(1), '429 with Retry-After'), trouble: { times: 1 } },
	],
	'Too many requests, with a longer pause than the node waits (10 minutes, or 65 if nobody is waiting)':
		[status(429, undefined, retryAfter(3600), '429 with Retry-After of an hour')],
	'A firewall responds instead of the service, with a header of its own': [
		from('cf-mitigated', 403),
		from('x-amzn-waf-action', 202),
	],
	'The server has not processed the request (such as 421)': statuses([421, 425], WEB_PAGE),
	'The service or its host is overloaded or in maintenance (502, 503, 504, 508, 509, 520 to 527, 529, 530), or gives up (408, 499)':
		[
			...statuses([408, 499, 502]),
			...statuses([504, 508, 509, 520, 521, 522, 523, 524, 525, 526, 527, 529, 530], WEB_PAGE),
			status(503, WEB_PAGE, retryAfter(3600), '503 with Retry-After of an hour'),
			status(502, WEB_PAGE, { 'x-ratelimit-reset': '1800' }, '502 with X-RateLimit-Reset'),
		],
	'The service fails (500, or any other 5xx but 501)': [
		status(500),
		...bodies(500, 'Fatal error', WEB_PAGE, THEMED),
		...statuses([505, 507, 519, 528, 599]),
		// n8n would replace a title with these words
		...bodies(500, { error: 'connect ECONNREFUSED' }),
	],
	'Invalid input, or quota used up (400, 409, 413, 422, or any other 4xx)': [
		status(400, { message: `<b class="x">${WORDS}</b><script src="x">` }),
		...statuses([409, 413, 419]),
		...bodies(422, { message: { privacy: [WORDS, 'More words.'], url: ['Last words.'] } }),
		...['url', 'url privacy password results', 'per_page result sort_by search', '<b>'].map(
			(names) => {
				const errors = Object.fromEntries(names.split(' ').map((name) => [name, [WORDS]]));
				return status(422, { message: 'Never.', errors });
			},
		),
		...bodies(422, { message: 'The given data was invalid. Please have a look at your fields' }),
		...statuses([407, 418], ''),
		...statuses([400, 413, 419], WEB_PAGE),
	],
	'Wrong API key, or not allowed, or not in your plan (401, 402, 403)': [
		status(401),
		status(
			401,
			WEB_PAGE,
			{ 'www-authenticate': 'Basic realm="Staging"' },
			'401 with a Basic login',
		),
		...statuses([402, 403]),
		...statuses([402, 403], WEB_PAGE),
		...bodies(403, { message: '<br>' }, { title: WORDS, cloudflare_error: true }),
	],
	'Unknown report or project, wrong address, or a method that is not allowed (404, 405, 410, 501)':
		[
			...statuses([404, 410, 405, 501]),
			...statuses([404, 405, 501], ''),
			...bodies(404, WEB_PAGE, '404 page not found'),
		],
	'The service has moved, and says where (301, 307, 308)': [
		...[301, 307, 308].map((code) =>
			redirect(code, (path) => `https://user:word@new.example/api/v1${path}?page=2`),
		),
	],
	'Requests are redirected to any other address': [
		// A login page, and what a service may say after it has done something
		...away(302, '/login', 'https://portal.example'),
		...away(303, '/reports/thanks', '//new.example', 'https://REPORTS.example.com:8443/thanks'),
		...statuses([300, 301, 304, 399], ''),
		redirect(302, (path) => `https://new.example/api/v1${path}`),
		redirect(307, (path) => `http://new.example/api/v1${path}`),
		// Back to the same address, but for its scheme or a slash
		...[301, 303].flatMap((code) => [
			redirect(code, (path) => `http://reports.example.com/api/v1${path}`),
			redirect(code, (path) => `/api/v1${path}/`),
		]),
		redirect(308, (path) => `https://new.example${path}`),
	],
	'A web page instead of data, with status 200': bodies(200, `\n ${WEB_PAGE}`, THEMED),
	'The response is truncated, or text instead of data': [
		...bodies(200, '{"data":{"id":1,"html":"<p'),
		...bodies(200, `Fatal error: ${WORDS}`, 'OK'),
	],
	'The service reports a failure, or returns anything else, with status 200': [
		...bodies(
			200,
			{ status: false, message: WORDS },
			{ status: 'fail', data: { url: WORDS } },
			{ status: 'error', data: { id: [WORDS], project: WORDS }, message: WORDS },
			{ success: false, data: { id: 12, url: 'https://a.example' }, message: WORDS },
			{ isSuccess: false, Message: WORDS },
			{ success: true, errors: { mail: [WORDS] } },
			{ error: { code: 0, message: WORDS } },
		),
		...bodies(200, false, { data: false }, { success: false }, { data: { success: false } }),
		...bodies(201, { error: { url: [WORDS] } }, { errors: { url: [WORDS] }, message: 'Never.' }),
		...bodies(200, { data: [], errors: [WORDS] }, { data: [{ id: 7 }], error: WORDS }),
		...bodies(200, {}, { message: 'Queued.' }, { id: 7, url: 'https://example.com', privacy: 0 }),
		...bodies(202, { message: WORDS }),
		...bodies(200, { success: true, message: WORDS, data: null }, { data: { 2: { id: 3 } } }),
	],
	'An empty response (200)': bodies(200, ''),
	'The connection breaks, or no response comes in time': [
		{
			name: 'a connection lost in the middle of JSON',
			error: Object.assign(new Error('aborted'), { code: 'ECONNRESET' }),
			trouble: { bytes: 'HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{"da' },
		},
		...failed('read', ['ECONNABORTED'], { delay: 3_600_000, requestOptions: { timeout: 2000 } }),
		...failed('read', ['ETIMEDOUT', 'HPE_INVALID_CONSTANT', 'ECONNRESET', 'EPIPE', 'MY_EPROTO']),
		...failed('read', ['EHOSTUNREACH', 'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EPROTO']),
		...failed('read', ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'ERR_CANCELED']),
		...errors(['socket hang up', 'Is the Domain not allowed?']),
		...[undefined, 'a text', new Error(''), systemError('odd')].map((error) => ({
			name: `the ${typeof error} "${String(error)}"`,
			error,
		})),
	],
	'Nothing answers at the address, its host does not exist, or its certificate cannot be verified':
		[
			...failed('connect', ['ECONNREFUSED'], { baseUrl: 'http://127.0.0.1:1/api/v1' }),
			// The empty label fails without a DNS query: in fast time, a slow resolver would outlast n8n's timeout
			...failed('getaddrinfo', ['ENOTFOUND'], { baseUrl: 'http://no-such-host..invalid/api/v1' }),
			...failed('verify', ['DEPTH_ZERO_SELF_SIGNED_CERT'], { https: true }),
			...Object.entries({
				'as a cause': new Error('outer', { cause: REFUSAL }),
				'further below': new Error('outer', { cause: new Error('inner', { cause: REFUSAL }) }),
				'below an empty code': systemError('', { cause: REFUSAL }),
				'before its cause': systemError('ECONNREFUSED', { cause: systemError('EPIPE') }, 'connect'),
				'as n8n names it': systemError('', { httpCode: 'ECONNREFUSED', messages: ['connect x'] }),
				'of all attempts': systemError('ECONNREFUSED', { message: '', errors: [REFUSAL] }),
			}).map(([where, error]) => ({ name: `a refusal ${where}`, error })),
			// Of the service or of a proxy: nothing tells which
			...errors(['connect ECONNREFUSED 10.0.0.5:3128'], 'ECONNREFUSED'),
			...failed('getaddrinfo', ['EAI_AGAIN']),
			...failed('connect', ['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EADDRNOTAVAIL', 'EACCES']),
			...errors(
				['Client network socket disconnected before secure TLS connection was established'],
				'ECONNRESET',
			),
			...errors(['Proxy connection ended before receiving CONNECT response']),
			...errors(
				['write EPROTO 80:error:0A00010B:SSL routines:get_record:wrong version number'],
				'EPROTO',
			),
			...failed('verify', ['SELF_SIGNED', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID']),
			...failed('verify', ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY']),
			{
				name: 'a credential test',
				error: new (class NodeSslError extends Error {})('Not trusted'),
			},
			...errors(['Domain not allowed: a.example']),
			...errors(['The request was blocked because it resolves to a private address']),
		],
};

export const failures: Row[] = Object.entries(LINES).flatMap(([line, rows]) =>
	rows.map((row) => ({ ...row, line })),
);
