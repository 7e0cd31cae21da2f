/**
 * The table of failures: what the service answers, or what the network does. What comes of each row, for each operation,
 * stands in failures.txt, which `outcomes.ts` reads and writes. `messages.test.ts` tries every row on the functions that
 * write messages; `engines/failures.test.ts` tries the first row of each line of docs/reliability.md in n8n's engines.
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

export interface Row {
	/** What failures.txt calls it. */
	name: string;
	/** Its line in docs/reliability.md. Rows without one are only tested without an engine. */
	line?: string;
	/** What the service answers to a request for a path. */
	answer?: (path: string) => Answer;
	/** The error that the network gives instead. */
	error?: unknown;
	/** How an engine test causes the error. */
	trouble?: Trouble;
}

/** The service's words in most rows. */
export const WORDS = 'Words of the service.';

export const WEB_PAGE = '<!DOCTYPE html><html><body><h1>Sorry!</h1></body></html>';

export const CHECK_BASE_URL =
	'Check Base URL in the credential. It must be the address of the API, usually ending in /api/v1.';
export const TRY_LATER = 'Try again later. If it keeps failing, contact your report service.';
export const QUOTA = 'This can also mean that your quota is used up.';

/** An answer, by default with the service's words. Without a name, it is called after its status and body. */
function status(code: number, body?: unknown, headers = {}, name = ''): Row {
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

const redirect = (code: number, to: (path: string) => string): Row => ({
	name: `${String(code)} to ${to('…').replace('?next=/home', '')}`,
	answer: (path) => ({ status: code, headers: { location: to(path) } }),
});

/** Redirects whose query must not be shown. */
const away = (code: number, ...to: string[]) =>
	to.map((address) => redirect(code, () => `${address}?next=/home`));

/** Headers that ask for a wait of this many seconds. */
const retryAfter = (seconds: number) => ({ 'retry-after': String(seconds) });

/** A network error as Node.js throws it. `call` is the system call; it tells whether the request was sent. */
export function systemError(code: string, more: object = {}, call = 'read'): Error {
	return Object.assign(new Error(`${call} ${code}`), { code, ...more });
}

const failed = (call: string, codes: string[], trouble?: Trouble) =>
	codes.map((code): Row => ({
		name: `${call} ${code}`,
		error: systemError(code, {}, call),
		trouble,
	}));

const errors = (texts: string[], code?: string) =>
	texts.map((text): Row => ({ name: text, error: Object.assign(new Error(text), { code }) }));

const REFUSAL = systemError('ECONNREFUSED', {}, 'connect');

/** Under each line of docs/reliability.md, in its order. An engine test tries the first row of each. */
const LINES: Record<string, Row[]> = {
	'Invalid input, or quota used up (400, 409, 413, 422)': [
		status(400, { message: `<b class="x">${WORDS}</b><script src="x">` }),
		...statuses([409, 413]),
		...bodies(422, { message: { privacy: [WORDS, 'More words.'], url: ['Last words.'] } }),
		...['url', 'url privacy password results', 'per_page result sort_by search', '<b>'].map(
			(names) => {
				const errors = Object.fromEntries(names.split(' ').map((name) => [name, [WORDS]]));
				return status(422, { message: 'Never.', errors });
			},
		),
	],
	'Wrong API key (401)': [status(401)],
	'Not allowed, or not in your plan (402, 403)': statuses([402, 403]),
	'Unknown report or project, wrong address, or a method that is not allowed (404, 405, 410, 501)':
		statuses([404, 410, 405, 501]),
	'The server has not processed the request (421, 425)': statuses([421, 425], WEB_PAGE),
	'The service or its host is overloaded or in maintenance (502, 503, 504, 508, 509, 520 to 527, 529, 530), or gives up (408, 499)':
		[
			...statuses([408, 499, 502]),
			status(408, undefined, retryAfter(3), '408 with Retry-After'),
			...statuses([504, 508, 509, 520, 521, 522, 523, 524, 525, 526, 527, 529, 530], WEB_PAGE),
			status(503, WEB_PAGE, retryAfter(1), '503 with Retry-After'),
		],
	'Too many requests (429)': [status(429, undefined, retryAfter(1), '429 with Retry-After')],
	'Too many requests, with a longer pause than the node waits (10 minutes, or 65 if nobody is waiting)':
		[status(429, undefined, retryAfter(3600), '429 with Retry-After of an hour')],
	'The service fails (500)': [status(500), ...bodies(500, 'Fatal error', WEB_PAGE)],
	'Overloaded or in maintenance, with a longer pause than the node waits': [
		status(503, WEB_PAGE, retryAfter(3600), '503 with Retry-After of an hour'),
	],
	'A firewall responds instead of the service, with 200 or almost any other status': [
		status(403, WEB_PAGE, { 'cf-mitigated': 'challenge' }, '403 from Cloudflare'),
		status(503, WEB_PAGE, { 'cf-mitigated': 'challenge' }, '503 from Cloudflare'),
		status(403, { title: WORDS, cloudflare_error: true }),
		status(403, 'error code: 1020'),
		status(403, WEB_PAGE),
		...statuses([200, 403, 415], { message: 'Access denied by Imunify360 bot-protection' }),
		...bodies(200, '<html><title>Imunify360</title></html>'),
		...bodies(200, '<script>var u="/?wsidchk=1"</script>One moment'),
		status(429, WEB_PAGE, { 'x-vercel-mitigated': 'challenge' }, '429 from Vercel'),
		status(202, '', { 'x-amzn-waf-action': 'challenge' }, '202 from AWS WAF'),
		status(405, WEB_PAGE, { 'x-amzn-waf-action': 'captcha' }, '405 from AWS WAF'),
		status(202, WEB_PAGE, { 'sg-captcha': 'challenge' }, '202 from SiteGround'),
		...statuses([404, 406], '<p>This error was generated by Mod_Security.</p>'),
		status(503, '<p>Generated by Wordfence at Mon, 2 Nov 2026.</p>'),
		...bodies(
			200,
			'<link href="/.within.website/x/xess/xess.min.css">',
			'<iframe>Incapsula incident ID: 12-34</iframe>',
			'<html>Request Rejected<br>Your support ID is: 42<br></html>',
			'<html><script src="/aes.js" ></script></html>',
			'<script>setTimeout(() => location.reload(), 9); document.cookie = "t=1"</script>',
		),
		status(
			409,
			'<script>document.cookie="humans_21909=1"; document.location.reload(true)</script>',
		),
	],
	'The service has moved, and says where (301, 302, 307, 308)': [301, 302, 307, 308].map((code) =>
		redirect(code, (path) => `https://new.example/api/v1${path}?page=2`),
	),
	'Requests are redirected to a login page': [
		...away(302, '/login', '/wp-login.php', '/oauth2/start', '/.auth/login/aad', '/sso/start'),
		...away(302, 'https://auth.example', 'https://login.example', '//accounts.example/x'),
		...away(302, 'https://team.cloudflareaccess.com/cdn-cgi/access/login/reports.example.com'),
		...away(302, 'https://login.microsoftonline.com/42/oauth2/v2.0/authorize'),
		...away(302, 'https://keycloak.example/realms/x/protocol/openid-connect/auth'),
		...away(303, '/login', '/?next=%2Fapi%2Fv1%2Freports'),
		redirect(302, (path) => `https://gate.example?rd=https://a.b/api/v1${path}`),
	],
	'Requests are redirected to any other address': [
		...away(302, 'https://portal.example'),
		// What a service may say after it has done something
		...away(303, '/reports/thanks', 'https://REPORTS.example.com:8443/thanks', '//new.example'),
		...away(303, 'https://new.example/home'),
	],
	'A web page instead of data': bodies(200, `\n ${WEB_PAGE}`),
	'The service reports a failure, with status 200': [
		...bodies(
			200,
			{ status: false, message: WORDS },
			{ result: false, message: WORDS },
			{ statusCode: 422, message: WORDS },
			{ status: 'fail', data: { url: WORDS } },
			{ status: 'error', data: { id: [WORDS], project: WORDS }, message: WORDS },
			{ success: false, data: { id: 12, url: 'https://a.example' }, message: WORDS },
			{ isSuccess: false, Message: WORDS },
			{ errcode: 40001, errmsg: WORDS },
			{ status: 'KO', message: WORDS },
			{ meta: { code: 400 }, data: null, message: WORDS },
		),
		...bodies(200, false, { data: false }, { success: false }, { data: { success: false } }),
		...bodies(201, { error: { url: [WORDS] } }, { errors: { url: [WORDS] }, message: 'Never.' }),
		...bodies(200, { data: [], errors: [WORDS] }, { data: { status: 'error', message: WORDS } }),
		...bodies(200, { data: [], error: WORDS }, { message: WORDS, status: 404 }, { error: true }),
	],
	'The response is truncated, or text instead of data': [
		...bodies(200, '{"data":{"id":1,"html":"<p'),
		...bodies(200, `Fatal error: ${WORDS}`, `<br />\n<b>Fatal error: ${WORDS}`),
	],
	'The connection breaks before the response is complete': [
		{
			name: 'a connection lost in the middle of JSON',
			error: Object.assign(new Error('aborted'), { code: 'ECONNRESET' }),
			trouble: { bytes: 'HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{"da' },
		},
		...failed('read', ['HPE_INVALID_CONSTANT', 'ECONNRESET', 'EPIPE', 'EHOSTUNREACH']),
		...failed('read', ['ENETUNREACH', 'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EPROTO']),
		...failed('read', ['ERR_SSL_WRONG_VERSION_NUMBER', 'MY_EPROTO']),
	],
	'An empty response (200)': bodies(200, ''),
	'Nothing answers at the address, or the proxy refuses': [
		...failed('connect', ['ECONNREFUSED'], { baseUrl: 'http://127.0.0.1:1/api/v1' }),
		...Object.entries({
			'as a cause': new Error('outer', { cause: REFUSAL }),
			'further below': new Error('outer', { cause: new Error('inner', { cause: REFUSAL }) }),
			'below an empty code': systemError('', { cause: REFUSAL }),
			'before its cause': systemError('ECONNREFUSED', { cause: systemError('EPIPE') }, 'connect'),
			'as n8n names it': systemError('', { httpCode: 'ECONNREFUSED', messages: ['connect x'] }),
			'of all attempts': systemError('ECONNREFUSED', { message: '', errors: [REFUSAL] }),
		}).map(([where, error]) => ({ name: `a refusal ${where}`, error })),
	],
	// The empty label fails without a DNS query: in fast time, a slow resolver would outlast n8n's timeout
	'The host does not exist': failed('getaddrinfo', ['ENOTFOUND'], {
		baseUrl: 'http://no-such-host..invalid/api/v1',
	}),
	'The certificate cannot be verified': [
		...failed('verify', ['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED'], { https: true }),
		...failed('verify', ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'ERR_TLS_CERT_ALTNAME_INVALID']),
		...failed('verify', ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY']),
		{ name: 'a credential test', error: new (class NodeSslError extends Error {})('Not trusted') },
	],
	'No response in time': failed('read', ['ECONNABORTED', 'ETIMEDOUT'], {
		delay: 3_600_000,
		requestOptions: { timeout: 2000 },
	}),
};

/** Rows that no engine test tries. */
const others: Row[] = [
	...bodies(400, 'The plain HTTP request was sent to HTTPS port'),
	...bodies(400, 'You are speaking plain HTTP to an SSL-enabled server port.'),
	...bodies(400, 'Client sent an HTTP request to an HTTPS server.'),
	...bodies(400, '<center>No required SSL certificate was sent</center>'),
	status(401, WEB_PAGE, { 'www-authenticate': 'Basic realm="Staging"' }, '401 with a Basic login'),
	...statuses([400, 402, 404, 413, 419], WEB_PAGE),
	...bodies(403, { message: '<br>' }),
	...statuses([404, 405, 407, 418, 501, 199, 300, 301, 304, 399], ''),
	...bodies(404, '404 page not found'),
	...statuses([419, 505, 507, 519, 528, 599]),
	...bodies(422, { message: 'The given data was invalid. Please have a look at your fields' }),
	...bodies(422, 'Client sent an HTTP request to an HTTPS server.'),
	// n8n would replace a title with these words
	...bodies(500, { error: 'connect ECONNREFUSED' }),
	// From Cloudflare, after the work was done, and before
	...bodies(500, 'error code: 1101'),
	...bodies(530, 'error code: 1016', 'error code: 1033'),
	status(503, WEB_PAGE, { 'x-squid-error': 'ERR_CONNECT_FAIL 111' }, '503 of a proxy'),
	status(502, WEB_PAGE, { 'x-squid-error': 'ERR_ZERO_SIZE_OBJECT 0' }, '502 of a proxy'),
	status(501, WEB_PAGE, { 'x-squid-error': 'ERR_UNSUP_REQ 0' }, '501 of a proxy'),
	...[403, 404, 302].map((code) => {
		const headers = { 'x-squid-error': 'ERR_ACCESS_DENIED 0', location: 'http://portal.example' };
		return status(code, WEB_PAGE, headers, `${String(code)} of a proxy`);
	}),
	status(407, WEB_PAGE, { 'x-squid-error': 'ERR_CACHE_ACCESS_DENIED 0' }, '407 of a proxy'),
	...away(302, '/maintenance.html', '/suspended.html'),
	// To the same path, or to the same address: a 302 or a 303 may follow a write that was done
	...[301, 302, 303, 307].flatMap((code) => [
		redirect(code, (path) => `https://reports.example.com/api/v1${path}`),
		redirect(code, (path) => `/api/v1${path}/`),
		redirect(code, (path) => `https://new.example${path}`),
	]),
	redirect(303, (path) => `https://new.example/api/v1${path}?page=2`),
	...bodies(200, {}, { message: 'Queued.' }, { id: 7, url: 'https://example.com', privacy: 0 }),
	// Etherpad and others: null in place of rows, because the key is wrong, or because there are none
	...bodies(200, { code: 4, message: WORDS, data: null }, { code: 0, msg: 'ok', data: null }),
	...bodies(200, { success: true, message: WORDS, data: null }, { data: { 2: { id: 3 } } }),
	...errors(['socket hang up', 'Is the Domain not allowed?', 'Domain not allowed: a.example']),
	...errors(['The request was blocked because it resolves to a private address']),
	...[undefined, 'a text', new Error(''), systemError('odd')].map((error) => ({
		name: `the ${typeof error} "${String(error)}"`,
		error,
	})),
	// Of the service and of a proxy, by the address of the one that n8n connects to
	...errors(['connect ECONNREFUSED 10.0.0.5:443', 'connect ECONNREFUSED ::1:443'], 'ECONNREFUSED'),
	...errors(['connect ECONNREFUSED 10.0.0.5:3128'], 'ECONNREFUSED'),
	...errors(['getaddrinfo ENOTFOUND reports.example.com'], 'ENOTFOUND'),
	...errors(['getaddrinfo ENOTFOUND proxy.local'], 'ENOTFOUND'),
	...failed('getaddrinfo', ['EAI_AGAIN']),
	...failed('connect', ['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EADDRNOTAVAIL', 'EACCES']),
	...failed('read', ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'ERR_CANCELED']),
	...errors(
		['Client network socket disconnected before secure TLS connection was established'],
		'ECONNRESET',
	),
	...errors(['Proxy connection ended before receiving CONNECT response']),
	...['wrong version number', 'unsupported protocol'].flatMap((reason) =>
		errors([`write EPROTO 80:error:0A00010B:SSL routines:get_record:${reason}:x.c:3:`], 'EPROTO'),
	),
];

export const failures: Row[] = [
	...Object.entries(LINES).flatMap(([line, rows]) => rows.map((row) => ({ ...row, line }))),
	...others,
];
