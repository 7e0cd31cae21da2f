/**
 * The table of failures: the cause, the outcome and the message. `messages.test.ts` tries each row on
 * the functions that write messages. `engines/failures.test.ts` tries the first row of each line in
 * docs/reliability.md in n8n's engines, with every operation, and compares what it saw to that page.
 * A new status is a new row.
 */
import { type IDataObject, type INodeParameters, UserError } from 'n8n-workflow';

import type { Condition } from '../../sandbox/service/conditions';
import type { Operation } from './operations';
import { http } from './rawService';

/** Part of a message. It can depend on the operation, and on the host and port of the service. */
type Text = string | ((operation: Operation, host: string) => string);

export interface Answer {
	status?: number;
	headers?: IDataObject;
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
	name: string;
	/** Its line in docs/reliability.md. Rows without one are only tested without an engine. */
	line?: string;
	/** What the service answers to a request for a path. */
	answer?: (path: string) => Answer;
	/** The error that the network gives instead. */
	error?: unknown;
	/** How an engine test causes it, if not with the answer. */
	trouble?: () => Trouble;
	/** The request's fate. Together with `isTransient`, it determines the number of attempts. */
	fate: 'not sent' | 'refused' | 'rate-limited' | 'unknown';
	isTransient?: boolean | ((operation: Operation) => boolean);
	/** Whether the answer is a 2xx that says neither yes nor no. */
	isUnclear?: boolean;
	/** The pause that the service asks for, in milliseconds. */
	after?: number;
	/** Whether an operation counts as done. */
	isDone?: (operation: Operation) => boolean;
	title: Text;
	/** The service's own words, after the title if there is room. */
	words?: string;
	advice: Text;
}

/** The service's words in most rows. */
const WORDS = 'Words of the service.';

export const WEB_PAGE = '<!DOCTYPE html><html><body><h1>Sorry!</h1></body></html>';

export const CHECK_BASE_URL =
	'Check Base URL in the credential. It must be the address of the API, usually ending in /api/v1.';
export const TRY_LATER = 'Try again later. If it keeps failing, contact your report service.';
export const QUOTA = 'This can also mean that your quota is used up.';
const ALLOW =
	'Ask your report service to allow POST, PUT and DELETE. If Get Many fails as well, check Base URL in the credential.';
const NO_CERTIFICATE =
	'Ask your report service to let n8n use the API without one: this node cannot send any.';
const RAISE_TIMEOUT =
	"If the service needs longer, raise Timeout under Request Options in the node's Settings.";

/** An answer with a status, in the service's words or without any. */
const status = (
	code: number,
	body: unknown = { message: WORDS, status: code },
	headers: IDataObject = {},
) => ({
	name: String(code),
	answer: (): Answer => ({ status: code, headers, body }),
	...(typeof body === 'object' && { words: WORDS }),
});

/** A network error as Node.js throws it. `call` is the system call; it tells whether the request was sent. */
export function systemError(code: string, more: object = {}, call = 'read'): Error {
	return Object.assign(new Error(`${call} ${code}`), { code, ...more });
}

const code = (name: string, did?: string) => ({ name, error: systemError(name, {}, did) });

const refused = (title: Text, advice: Text) => ({ fate: 'refused' as const, title, advice });

/** It is unknown whether a write happened. */
const unknown = (
	title: Text,
	{
		forReads = TRY_LATER,
		more = '',
	}: { forReads?: string; more?: string | ((operation: Operation) => string) } = {},
) => ({
	fate: 'unknown' as const,
	title,
	advice: (operation: Operation) =>
		`${operation.mayHaveWritten ?? forReads} ${typeof more === 'string' ? more : more(operation).trim()}`.trim(),
});

/** The same for a 2xx that is no plain answer: a read is repeated, a write is settled by reading. */
const unclear = (title: Text) => ({
	...unknown(title),
	isTransient: ({ kind }: Operation) => kind === 'read',
	isUnclear: true,
});

/** The same, but transient. */
const transient = (title: Text, more?: Parameters<typeof unknown>[1]) => ({
	...unknown(title, more),
	isTransient: true,
});

const notSent = (title: string, advice: Text) => ({
	fate: 'not sent' as const,
	title,
	advice: (operation: Operation, host: string) =>
		`Nothing was sent. ${typeof advice === 'string' ? advice : advice(operation, host)}`,
});

const LINES = {
	invalid: 'Invalid input, or quota used up (400, 409, 413, 422)',
	forbidden: 'Not allowed, or not in your plan (402, 403)',
	missing:
		'Unknown report or project, wrong address, or a method that is not allowed (404, 405, 410, 501)',
	busy: 'The service or its host is overloaded or in maintenance (502, 503, 504, 508, 509, 520 to 527, 529, 530), or gives up (408)',
	notYet: 'The server has not processed the request (421, 425)',
	limited: 'Too many requests (429)',
	failed: 'The service fails (500)',
	firewall: 'A firewall responds instead of the service, with 200 or almost any other status',
	no: 'The service reports a failure, with status 200',
	unreadable: 'The response is truncated, or text instead of data',
	lost: 'The connection breaks before the response is complete',
	unreachable: 'Nothing answers at the address, or the proxy refuses',
};

const isList = ({ target }: Operation) => target.operation === 'getAll';
const isUpdate = ({ target }: Operation) => target.operation === 'update';

/** Whether a request names the record that it is about. */
const isOfRecord = (operation: Operation) => !isList(operation) && operation.kind !== 'create';

const quota = (operation: Operation) =>
	operation.kind === 'create' || operation.kind === 'analysis' ? ` ${QUOTA}` : '';

const rejected = (number: number) =>
	refused(
		`The service rejected the input (${String(number)})`,
		(operation) => `Check the parameters for ${operation.about}.${quota(operation)}`,
	);

/** The rejected fields that are parameters of the operation, by their display names. */
const rejectedFields = (operation: Operation) => {
	if (operation.kind === 'create') return 'Privacy and URL';
	return isUpdate(operation) ? 'Privacy' : '';
};

const forbidden = (number: number) =>
	refused(
		({ action }) => `The service does not allow you to ${action} (${String(number)})`,
		(operation) => {
			const { about } = operation;
			if (isList(operation)) return 'Check that your plan includes the API.';
			if (!isOfRecord(operation)) {
				return `Check that your plan includes the API.${quota(operation)} Page: ${about}.`;
			}
			return `Check that your plan includes the API, and that ${about} belongs to your account.${quota(operation)}`;
		},
	);

const firewallAdvice = ({ target, path }: Operation) => {
	const method = { update: 'PUT', delete: 'DELETE', create: '', get: '', getAll: '' };
	const allow = `, and to allow ${method[target.operation]} requests to ${path}`;
	return `Ask your report service to let n8n use the API without a browser check${method[target.operation] && allow}.`;
};

const firewall = (number: number) =>
	refused(`A firewall blocked n8n (${String(number)})`, firewallAdvice);

/** A delete does not ask for JSON, so many services answer with a page instead of the reason. */
const reason = ({ target }: Operation) =>
	target.operation === 'delete'
		? ` This can also mean that API Key is wrong, or that you may not delete it: ${target.resource === 'report' ? 'Get' : 'Get Many'} shows the reason.`
		: '';

const CHECK_PROXY =
	"Check Proxy under Request Options in the node's Settings, or the proxy settings of n8n.";

/** A missing record. For a list or a create, a 404 means a wrong address. */
const missing = (number: number, words = WORDS, isText = words === '') =>
	refused(
		(operation) => {
			const { about, action } = operation;
			if (isOfRecord(operation)) {
				return `${about.charAt(0).toUpperCase()}${about.slice(1)} was not found (${String(number)})`;
			}
			return words === ''
				? `No report service was found at this address (${String(number)})`
				: `The service could not ${action} (${String(number)})`;
		},
		(operation) => {
			if (!isOfRecord(operation)) return CHECK_BASE_URL;
			const orNot = isText ? ` If Get Many fails as well, check Base URL in the credential.` : '';
			return `It does not exist, or it belongs to another account. Use Get Many to see which ${operation.target.resource}s exist.${orNot}`;
		},
	);

const couldNot =
	(number: number) =>
	({ action }: Operation) =>
		`The service could not ${action} (${String(number)})`;

const NO_DATA = 'The service returned a web page instead of data';

const tooMany = {
	fate: 'rate-limited' as const,
	title: 'Too many requests (429)',
	advice: ({ kind, target }: Operation) =>
		kind === 'read' ? 'Try again later.' : `Nothing was ${target.operation}d. Try again later.`,
};

/** An answer that calls itself a success. */
const success = (name: string, body: unknown, more: Answer = {}) => ({
	name,
	answer: (): Answer => ({ ...more, body }),
});

/** A firewall in place of the service. */
const blocked = (name: string, number: number, body: unknown, headers: IDataObject = {}) => ({
	...success(name, body, { status: number, headers }),
	line: LINES.firewall,
	...firewall(number),
});

const IMUNIFY =
	'Access denied by Imunify360 bot-protection. IPs used for automation should be whitelisted';

/** The service refuses, with status 200. */
const denied = (name: string, body: unknown, words = WORDS): Row => ({
	...success(name, body),
	line: LINES.no,
	words,
	...refused(
		({ action, kind }) => `The service ${kind === 'read' ? 'could' : 'did'} not ${action}`,
		({ kind, target }) =>
			kind === 'read'
				? TRY_LATER
				: `Nothing was ${target.operation}d. Do what the service asks for, if it said anything; otherwise, contact your report service.`,
	),
});

/** Headers that ask for a wait of this many seconds. */
const retryAfter = (seconds: number) => ({ 'retry-after': String(seconds) });

const LOST = 'The connection was lost before the service responded';

export const failures: Row[] = [
	{
		...status(400, { message: `<b class="x">${WORDS}</b><script src="x">` }),
		name: '400 whose words contain markup',
		line: LINES.invalid,
		...rejected(400),
	},
	{
		...status(401),
		line: 'Wrong API key (401)',
		...refused(
			'The service rejected the API key (401)',
			'Check API Key in the credential: copy it again from your report service.',
		),
	},
	...[402, 403].map((number) => ({
		...status(number),
		line: LINES.forbidden,
		...forbidden(number),
	})),
	{ ...status(402, WEB_PAGE), name: '402 as a web page', ...forbidden(402) },
	{
		...status(403, { message: '<br>' }),
		name: '403 with markup only',
		...forbidden(403),
		words: '',
	},
	...[404, 410].map((number) => ({ ...status(number), line: LINES.missing, ...missing(number) })),
	{ ...status(404, ''), name: '404 without words', ...missing(404, '') },
	{ ...status(404, WEB_PAGE), name: '404 as a web page', ...missing(404, '') },
	...[405, 501].flatMap((number) => [
		{
			...status(number),
			line: LINES.missing,
			...refused(couldNot(number), ({ kind }) => (kind === 'read' ? CHECK_BASE_URL : ALLOW)),
		},
		{
			...status(number, ''),
			name: `${String(number)} without words`,
			...refused(
				(operation) =>
					operation.kind === 'read'
						? `No report service was found at this address (${String(number)})`
						: couldNot(number)(operation),
				({ kind }) => (kind === 'read' ? CHECK_BASE_URL : ALLOW),
			),
		},
	]),
	{
		...status(400, '<h1>400</h1> The plain HTTP request was sent to HTTPS port'),
		name: '400 to http:// on a port for https://',
		...refused('The service expects https:// (400)', 'Change http:// to https:// in Base URL.'),
	},
	{
		...status(404, '404 page not found'),
		name: '404 from a proxy without a route',
		...missing(404, '404 page not found', true),
		words: '404 page not found',
	},
	...[409, 413].map((number) => ({ ...status(number), line: LINES.invalid, ...rejected(number) })),
	...['message', 'errors'].map((field) => ({
		...status(422, {
			message: 'Invalid.',
			[field]: { privacy: [WORDS, 'More words.'], url: ['Last words.'] },
		}),
		name: `422 with fields under ${field}`,
		line: LINES.invalid,
		words: `${WORDS} More words. Last words.`,
		...refused(
			(operation) => `The service rejected ${rejectedFields(operation) || 'the input'} (422)`,
			(operation) => {
				const fields = rejectedFields(operation);
				const todo = fields === '' ? 'Check the parameters' : `Correct ${fields}`;
				return `${todo} for ${operation.about}.${quota(operation)}`;
			},
		),
	})),
	{
		...status(422, { message: { url: [WORDS] } }),
		name: '422 with the address as the only field',
		...refused(
			({ kind }) => `The service rejected ${kind === 'create' ? 'URL' : 'the input'} (422)`,
			(operation) =>
				operation.kind === 'create'
					? `Correct URL (${operation.about}). ${QUOTA}`
					: `Check the parameters for ${operation.about}.${quota(operation)}`,
		),
	},
	{
		...status(422, { message: 'The given data was invalid. Please have a look at your fields' }),
		name: '422 with words too long for the title',
		...rejected(422),
		words: 'The given data was invalid. Please have a look at your fields',
	},
	{ ...status(418, ''), ...rejected(418) },
	...[421, 425].map((number) => ({
		...status(number, WEB_PAGE),
		line: LINES.notYet,
		...refused(couldNot(number), TRY_LATER),
		isTransient: true,
	})),
	...[400, 413, 419].map((number) => ({
		...status(number, WEB_PAGE),
		name: `${String(number)} as a web page`,
		...refused(`${NO_DATA} (${String(number)})`, (operation) => CHECK_BASE_URL + reason(operation)),
	})),
	{
		...status(419),
		...refused(couldNot(419), (operation) => CHECK_BASE_URL + reason(operation)),
	},
	{
		...status(401, WEB_PAGE, { 'www-authenticate': 'Basic realm="Staging"' }),
		name: '401 of a web server with a password of its own',
		...refused(
			'The web server in front of the service requires a login (401)',
			'Ask your report service to let n8n use the API without it: n8n can only send the API key.',
		),
	},
	{
		...status(400, '<center>No required SSL certificate was sent</center>'),
		name: '400 without a client certificate',
		...refused('The service requires a client certificate (400)', NO_CERTIFICATE),
	},
	{
		...status(503, WEB_PAGE, { 'x-squid-error': 'ERR_CONNECT_FAIL 111' }),
		name: '503 of a proxy',
		...transient(couldNot(503), {
			more: `A proxy answered instead of the service. ${CHECK_PROXY}`,
		}),
	},
	{
		...status(407, ''),
		...refused('The proxy requires a login (407)', CHECK_PROXY),
	},
	{
		...status(408),
		line: LINES.busy,
		...transient(({ action }) => `The service took too long to ${action} (408)`),
	},
	{
		...status(408, undefined, retryAfter(3)),
		name: '408 with Retry-After',
		line: LINES.busy,
		...transient(({ action }) => `The service took too long to ${action} (408)`),
		after: 3_000,
	},
	{
		...status(429, undefined, retryAfter(1)),
		name: '429 with Retry-After in seconds',
		line: LINES.limited,
		...tooMany,
		after: 1_000,
	},
	{
		...status(429, undefined, retryAfter(3600)),
		name: '429 with Retry-After of an hour',
		line: 'Too many requests, with a longer pause than the node waits (10 minutes, or 65 if nobody is waiting)',
		...tooMany,
		after: 3_600_000,
	},
	{ ...status(500), line: LINES.failed, ...unknown(couldNot(500), { more: reason }) },
	{
		...status(500, 'Fatal error'),
		name: '500 as a text',
		line: LINES.failed,
		...unknown(couldNot(500), { more: reason }),
		words: 'Fatal error',
	},
	{
		...status(500, WEB_PAGE),
		name: '500 as a web page',
		line: LINES.failed,
		...unknown(couldNot(500), { more: reason }),
	},
	{
		...status(500, { error: 'connect ECONNREFUSED' }),
		name: '500 with words that would make n8n replace the title',
		...unknown(couldNot(500)),
		words: '',
		advice: (operation) =>
			`The service says: "connect ECONNREFUSED". ${operation.mayHaveWritten ?? TRY_LATER}${reason(operation)}`,
	},
	...[505, 507, 519, 528, 599].map((number) => ({
		...status(number),
		...unknown(couldNot(number), { more: reason }),
	})),
	...[502, 504, 508, 509, 520, 521, 522, 523, 524, 525, 526, 527, 529, 530].map((number) => ({
		...status(number, number === 502 ? undefined : WEB_PAGE),
		line: LINES.busy,
		...transient(couldNot(number)),
	})),
	...[1016, 1033].map((error) => ({
		...status(530, `error code: ${String(error)}`),
		name: `530 from Cloudflare: error ${String(error)}`,
		...transient(couldNot(530)),
		words: `error code: ${String(error)}`,
	})),
	{
		...status(500, 'error code: 1101'),
		name: '500 from Cloudflare: error 1101, after the work was done',
		...unknown(couldNot(500), { more: reason }),
		words: 'error code: 1101',
	},
	{
		...status(503, WEB_PAGE, retryAfter(1)),
		name: '503 with Retry-After',
		line: LINES.busy,
		...transient(couldNot(503)),
		after: 1_000,
	},
	{
		...status(503, WEB_PAGE, retryAfter(3600)),
		name: '503 with Retry-After of an hour',
		line: 'Overloaded or in maintenance, with a longer pause than the node waits',
		...transient(couldNot(503)),
		after: 3_600_000,
	},
	...[403, 503].map((number) => ({
		...status(number, WEB_PAGE, { 'cf-mitigated': 'challenge' }),
		name: `${String(number)} as the challenge of a CDN`,
		line: LINES.firewall,
		...firewall(number),
	})),
	{
		...status(403, WEB_PAGE),
		name: '403 as a web page',
		line: LINES.firewall,
		...refused(
			({ target, action }) =>
				target.operation === 'delete'
					? `The service does not allow you to ${action} (403)`
					: 'A firewall blocked n8n (403)',
			(operation) => {
				const { target, path } = operation;
				if (isUpdate(operation)) return `Ask your report service to allow PUT requests to ${path}.`;
				return target.operation === 'delete'
					? `Ask your report service to allow DELETE requests to ${path}.${reason(operation)}`
					: firewallAdvice(operation);
			},
		),
	},
	...[200, 403, 415].map((number) => ({
		...blocked(`${String(number)} from Imunify360`, number, { message: IMUNIFY }),
		words: IMUNIFY,
	})),
	blocked('200 from Imunify360 as a web page', 200, `<html><title>Imunify360</title></html>`),
	blocked(
		'200 from Imunify360, as a waiting page',
		200,
		'<script>var u="/?wsidchk=1"</script>One moment',
	),
	blocked('429 from Vercel', 429, WEB_PAGE, { 'x-vercel-mitigated': 'challenge' }),
	blocked('200 from Anubis', 200, '<link href="/.within.website/x/xess/xess.min.css">'),
	{
		...blocked('403 from Cloudflare as JSON', 403, { title: WORDS, cloudflare_error: true }),
		words: WORDS,
	},
	blocked('202 from AWS WAF', 202, '', { 'x-amzn-waf-action': 'challenge' }),
	blocked('405 from AWS WAF', 405, WEB_PAGE, { 'x-amzn-waf-action': 'captcha' }),
	blocked('202 from SiteGround', 202, WEB_PAGE, { 'sg-captcha': 'challenge' }),
	{
		...blocked('403 from Cloudflare as a text', 403, 'error code: 1020'),
		words: 'error code: 1020',
	},
	blocked('406 from ModSecurity', 406, `<p>This error was generated by Mod_Security.</p>`),
	blocked('503 from Wordfence', 503, `<p>Generated by Wordfence at Mon, 2 Nov 2026.</p>`),
	blocked('200 from Imperva', 200, `<iframe>Incapsula incident ID: 12-34</iframe>`),
	blocked('200 from F5', 200, '<html>Request Rejected<br>Your support ID is: 42<br></html>'),
	blocked('200 from InfinityFree', 200, '<html><script src="/aes.js" ></script></html>'),
	blocked(
		'409 with a cookie script',
		409,
		'<script>document.cookie="humans_21909=1"; document.location.reload(true)</script>',
	),
	blocked(
		'200 with a cookie script',
		200,
		'<script>setTimeout(() => location.reload(), 9); document.cookie = "t=1"</script>',
	),
	...[301, 302, 307, 308].map((number) => ({
		name: String(number),
		answer: (path: string) => ({
			status: number,
			headers: { location: `https://new.example/api/v1${path}?page=2` },
		}),
		line: 'The service has moved, and says where (301, 302, 307, 308)',
		...refused(
			`The service has moved (${String(number)})`,
			'Enter https://new.example/api/v1 as Base URL in the credential.',
		),
	})),
	{
		name: '301 to nowhere',
		answer: () => ({ status: 301 }),
		...unknown('The service redirected the request (301)', {
			forReads: '',
			more: (operation) => CHECK_BASE_URL + reason(operation),
		}),
	},
	...[
		...['/login', '/wp-login.php', '/oauth2/start', '/.auth/login/aad', '/sso/start'],
		...['https://auth.example'],
		...['https://team.cloudflareaccess.com/cdn-cgi/access/login/reports.example.com'],
		'https://login.microsoftonline.com/42/oauth2/v2.0/authorize',
		'https://keycloak.example/realms/x/protocol/openid-connect/auth',
	].map((address) => ({
		name: `302 to ${address}`,
		answer: () => ({ status: 302, headers: { location: `${address}?next=/reports` } }),
		line: 'Requests are redirected to a login page',
		...refused(
			'The service requires a login (302)',
			(operation) =>
				`${CHECK_BASE_URL} The service redirects to ${address} instead of answering.${reason(operation)}`,
		),
	})),
	{
		name: '302 to a page that is handed the address',
		answer: (path: string) => ({
			status: 302,
			headers: {
				location: `https://portal.example/?rd=${encodeURIComponent(`https://reports.example.com/api/v1${path}`)}`,
			},
		}),
		...refused(
			'The service requires a login (302)',
			(operation) =>
				`${CHECK_BASE_URL} The service redirects to https://portal.example instead of answering.${reason(operation)}`,
		),
	},
	{
		name: '302 to another host',
		answer: () => ({ status: 302, headers: { location: 'https://portal.example/?ref=x' } }),
		line: 'Requests are redirected to any other address',
		...unknown('The service redirected the request (302)', {
			forReads: '',
			more: (operation) =>
				`${CHECK_BASE_URL} The service redirects to https://portal.example instead of answering.${reason(operation)}`,
		}),
	},
	...['maintenance', 'suspended'].map((state) => ({
		name: `302 to a page that says ${state}`,
		answer: () => ({ status: 302, headers: { location: `/${state}.html` } }),
		...unknown(`The service redirects to a page that says "${state}" (302)`, {
			forReads: '',
			more: (operation) =>
				`${CHECK_BASE_URL} The service redirects to /${state}.html instead of answering.${reason(operation)}`,
		}),
	})),
	...[199, 300, 304, 399].map((number) => ({
		...status(number, ''),
		...unknown(`The service returned an unexpected status (${String(number)})`),
	})),
	{
		name: '200 with a web page',
		answer: () => ({ body: `\n ${WEB_PAGE}` }),
		line: 'A web page instead of data',
		...unknown(NO_DATA, { forReads: '', more: CHECK_BASE_URL }),
		isUnclear: true,
	},
	...[
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
	].map((body) => denied(`200 with ${JSON.stringify(body)}`, body)),
	...[false, { data: false }].map((body) => denied(`200 with ${JSON.stringify(body)}`, body, '')),
	{
		name: '200 with truncated JSON',
		answer: () => ({ body: '{"data":{"id":1,"html":"<p' }),
		line: LINES.unreadable,
		...unclear("The service's response could not be read"),
	},
	...[
		['as text', ''],
		['as HTML', '<br />\n<b>'],
	].map(([how = '', before = '']) => ({
		...success(`200 with a PHP error ${how}`, `${before}Fatal error: ${WORDS}`),
		line: LINES.unreadable,
		...unclear('The service returned text instead of data'),
		words: `Fatal error: ${WORDS}`,
	})),
	{
		name: 'a connection lost in the middle of JSON',
		line: LINES.lost,
		trouble: () => ({
			bytes: http(200, { 'Content-Type': 'application/json', 'Content-Length': '500' }, '{"da'),
		}),
		...transient(LOST),
	},
	{
		...code('HPE_INVALID_CONSTANT'),
		name: 'something other than HTTP',
		line: LINES.lost,
		trouble: () => ({ bytes: '220 mail.example ESMTP\r\n' }),
		...transient(LOST),
	},
	{
		name: 'an empty answer',
		line: 'An empty response (200)',
		trouble: () => ({ status: 200, body: '' }),
		isDone: ({ kind }) => kind === 'analysis' || kind === 'idempotent write',
		...unknown(({ target, about }) =>
			target.operation === 'get'
				? `The service returned nothing for ${about}`
				: 'The service returned an empty response',
		),
		advice: ({ target, mayHaveWritten = TRY_LATER }) =>
			target.operation === 'get'
				? `Use Get Many to see which reports exist. ${CHECK_BASE_URL}`
				: mayHaveWritten,
	},
	...(['drop', 'reset'] as const).map((how) => ({
		name: `a connection that is ${how === 'drop' ? 'closed' : 'reset'}`,
		line: LINES.lost,
		error: systemError('ECONNRESET'),
		trouble: () => ({ drop: how === 'drop' || how }),
		...transient(LOST),
	})),
	...['EPIPE', 'ERR_SSL_WRONG_VERSION_NUMBER', 'MY_EPROTO'].map((name) => ({
		...code(name),
		...transient(LOST),
	})),
	...['EHOSTUNREACH', 'ENETUNREACH', 'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EPROTO'].map(
		(name) => ({
			...code(name),
			name: `read ${name}, after the request was sent`,
			...transient(LOST),
		}),
	),
	{
		name: 'an error without a code',
		error: new Error('socket hang up'),
		...transient(`${LOST}: socket hang up`),
	},
	...[undefined, 'http://127.0.0.1:1'].map((proxy) => ({
		...code('ECONNREFUSED', 'connect'),
		name: `a refused connection${proxy ? ' to a proxy' : ''}`,
		line: LINES.unreachable,
		trouble: () =>
			proxy ? { requestOptions: { proxy } } : { baseUrl: 'http://127.0.0.1:1/api/v1' },
		...(proxy && { error: undefined }),
		...notSent(
			'The service refused the connection',
			(_, host) =>
				`Check the host and port in Base URL (${host}), and that the service is running. Inside Docker, localhost is the container itself.${proxy ? " Also check Proxy (127.0.0.1:1) under Request Options in the node's Settings." : ''}`,
		),
		isTransient: true,
	})),
	...(
		[
			['ENOTFOUND', 'getaddrinfo'],
			['EAI_AGAIN', 'getaddrinfo'],
			...['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EADDRNOTAVAIL', 'EACCES'].map(
				(name) => [name, 'connect'] as const,
			),
		] as const
	).map(([name, did]) => ({
		...code(name, did),
		...(name === 'ENOTFOUND' && {
			line: 'The host does not exist',
			// The empty label fails without a DNS query: in fast time, a slow resolver would outlast n8n's timeout
			trouble: () => ({ baseUrl: 'http://no-such-host..invalid/api/v1' }),
		}),
		...notSent(
			`The service's host ${name === 'ENOTFOUND' ? 'is unknown' : 'could not be reached'}`,
			(_, host) => `Check Base URL (${host}) for typos, and that n8n can reach the network.`,
		),
		isTransient: name !== 'ENOTFOUND',
	})),
	...[
		['DEPTH_ZERO_SELF_SIGNED_CERT', 'could not be verified'],
		['SELF_SIGNED', 'could not be verified'],
		['CERT_HAS_EXPIRED', 'has expired'],
		['CERT_NOT_YET_VALID', 'is not valid yet'],
		['ERR_TLS_CERT_ALTNAME_INVALID', 'is for a different host name'],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'chain is incomplete'],
		['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'chain is incomplete'],
	].map(([name = '', problem = ''], index) => ({
		...code(name),
		...(index === 0 && {
			line: 'The certificate cannot be verified',
			trouble: () => ({ https: true }),
		}),
		...notSent(
			`The service's certificate ${problem}`,
			'Ask your report service to renew or correct it. Only if you trust the service anyway, turn on Ignore SSL Issues (Insecure) in the credential.',
		),
	})),
	...['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'].map((name) => ({
		...code(name),
		...notSent('The service requires a client certificate', NO_CERTIFICATE),
	})),
	...[
		'Client network socket disconnected before secure TLS connection was established',
		'Proxy connection ended before receiving CONNECT response',
	].map((text) => ({
		name: text,
		error: Object.assign(new Error(text), { code: 'ECONNRESET' }),
		...notSent('The connection was closed before the request was sent', TRY_LATER),
		isTransient: true,
	})),
	...[
		[
			'wrong version number',
			'Check the port in Base URL, and whether it should start with http:// instead of https://.',
		],
		[
			'unsupported protocol',
			'OpenSSL says: "unsupported protocol". Ask your report service to check its TLS settings.',
		],
	].map(([reason = '', advice = '']) => ({
		name: `EPROTO: ${reason}`,
		error: Object.assign(
			new Error(`write EPROTO 80:error:0A00010B:SSL routines:ssl3_get_record:${reason}:x.c:3:`),
			{ code: 'EPROTO' },
		),
		...notSent('A secure connection could not be established', advice),
	})),
	{
		name: 'a refusal by n8n itself',
		error: new UserError('Domain not allowed'),
		fate: 'not sent',
		title: 'n8n did not send the request: Domain not allowed',
		advice: 'Check Allowed HTTP Request Domains and every expression in the credential.',
	},
	{
		...code('ERR_CANCELED'),
		name: 'the end of the workflow',
		...unknown('The workflow was stopped', { forReads: 'Nothing was changed.' }),
	},
	...['ECONNABORTED', 'ETIMEDOUT'].map((name) => ({
		...code(name),
		...(name === 'ECONNABORTED' && {
			line: 'No response in time',
			trouble: () => ({ delay: 3_600_000, requestOptions: { timeout: 2000 } }),
		}),
		...transient('The service did not answer in time', { more: RAISE_TIMEOUT }),
	})),
];

/** The message if reads show that a write was not done. */
export const undone: Pick<Row, 'title' | 'advice'> = {
	title: ({ action }) => `The service did not ${action}`,
	advice: ({ target }) =>
		`n8n checked afterwards: ${target.operation === 'delete' ? 'it is still there' : 'its Privacy has not changed'}. Do what the service asks for, if it said anything; otherwise, try again later.`,
};

/** Whether the request may succeed a moment later. */
export const isTransientFor = ({ isTransient = false }: Row, operation: Operation): boolean =>
	typeof isTransient === 'boolean' ? isTransient : isTransient(operation);

/** The title and the advice of a row for an operation: everything the user sees. */
export function messageOf(
	{ title, words = '', advice }: Row,
	operation: Operation,
	host = 'reports.example.com:443',
): [title: string, advice: string] {
	const [what, todo] = [title, advice].map((text) =>
		typeof text === 'string' ? text : text(operation, host),
	) as [string, string];
	if (words === '') return [what, todo];
	const whole = `${what}: ${words}`;
	if (whole.length <= 80) return [whole, todo];
	return [what, `The service says: "${words}"${words.endsWith('.') ? '' : '.'} ${todo}`];
}
