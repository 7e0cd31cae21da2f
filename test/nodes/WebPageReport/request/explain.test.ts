import fc from 'fast-check';
import { UserError, type IDataObject, type IHttpRequestOptions } from 'n8n-workflow';

import { explainAnswer, explainError } from '../../../../nodes/WebPageReport/request/explain';
import { type Again, Failure } from '../../../../nodes/WebPageReport/request/failure';
import { expectInReadme } from '../../../readme';

const get: IHttpRequestOptions = { method: 'GET', url: '/reports/42' };
const list: IHttpRequestOptions = { method: 'GET', url: '/reports' };
const listProjects: IHttpRequestOptions = { method: 'GET', url: '/projects' };
const create: IHttpRequestOptions = {
	method: 'POST',
	url: '/reports',
	body: { url: 'https://example.com' },
};
const update: IHttpRequestOptions = { method: 'PUT', url: '/reports/42', body: { privacy: 1 } };
const remove: IHttpRequestOptions = { method: 'DELETE', url: '/reports/42' };
const removeProject: IHttpRequestOptions = { method: 'DELETE', url: '/projects/a%20b.example' };

const CHECK_BASE_URL =
	'Check Base URL in the credential: it has to be the address of the API, usually ending in /api/v1.';
const MAY_HAVE_HAPPENED =
	'It may have happened all the same: check with Get Many before you run this item again.';
const TRY_LATER = 'Try again later. If it goes on, ask whoever runs the service.';
const QUOTA = 'The service also answers like this when a quota is used up.';
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

interface Answer {
	statusCode?: number;
	headers?: IDataObject;
	body?: unknown;
}

/** What a person reads: what happened, and what to do. */
type Message = readonly [title: string, advice: string];

/** Something that goes wrong, and what is said of it after a read of report 42 and after a create. */
interface Situation {
	when: string;
	answer?: Answer;
	error?: unknown;
	read: Message;
	write: Message;
	again?: Again;
	/** What of it the README shows. */
	readme?: Array<'read' | 'write'>;
}

const html = '<!DOCTYPE html><html><body><h1>Sorry!</h1></body></html>';
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

const failed = (status: number, again?: Again): Situation => ({
	when: `status ${String(status)}`,
	answer: { statusCode: status },
	...open((subject) => `The service failed on ${subject} (${String(status)})`),
	again,
});

const situations: Situation[] = [
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
		again: { safeFor: 'anything', after: undefined },
		readme: ['read'],
	},
	{
		when: 'status 429 with a time',
		answer: { statusCode: 429, headers: { 'retry-after': '3' } },
		...both(
			'The service takes no more requests for now (429)',
			'Nothing was done. Run it again later.',
		),
		again: { safeFor: 'anything', after: 3_000 },
	},
	{
		when: 'status 408',
		answer: { statusCode: 408 },
		...open((subject) => `The service gave up on ${subject} (408)`),
		again: { safeFor: 'reads' },
	},
	{ ...failed(500), readme: ['write'] },
	failed(501),
	failed(505),
	failed(599),
	failed(502, { safeFor: 'reads', after: undefined }),
	{ ...failed(503, { safeFor: 'reads', after: undefined }), readme: ['read'] },
	failed(504, { safeFor: 'reads', after: undefined }),
	{
		...failed(503, { safeFor: 'reads', after: 5_000 }),
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
	{
		when: 'the last of the redirects',
		answer: { statusCode: 399 },
		...both('The service has moved to another address (399)', CHECK_BASE_URL),
	},
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
		again: { safeFor: 'reads' },
		readme: ['write'],
	},
	...['ECONNREFUSED'].map((code): Situation => ({
		when: code,
		error: { code },
		...both('The service refused the connection', REFUSED),
		readme: ['read'],
	})),
	...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].map((code): Situation => ({
		when: code,
		error: { code },
		...both('The host of the service cannot be found', NOT_FOUND),
		again: code === 'EAI_AGAIN' ? { safeFor: 'reads' as const } : undefined,
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
		error: { code },
		...both(...CERTIFICATE),
		readme: ['read'],
	})),
	...['EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER'].map((code): Situation => ({
		when: code,
		error: { code },
		...both(...NOT_SECURE),
		readme: ['read'],
	})),
	...['ETIMEDOUT', 'ECONNABORTED'].map((code): Situation => ({
		when: code,
		error: { code },
		read: [`No answer came in time for ${report}`, `${TRY_LATER} ${RAISE_TIMEOUT}`],
		write: [`No answer came in time for ${page}`, `${MAY_HAVE_HAPPENED} ${RAISE_TIMEOUT}`],
		again: { safeFor: 'reads' },
		readme: ['write'],
	})),
	...['ECONNRESET', 'EPIPE', 'NOT_ERR_SSL', 'MY_EPROTO'].map((code): Situation => ({
		when: code,
		error: { code },
		...open((subject) => `The connection broke before an answer came for ${subject} (${code})`),
		again: { safeFor: 'reads' },
		readme: code === 'ECONNRESET' ? ['write'] : [],
	})),
	{
		when: 'an error without a code',
		error: new Error('socket hang up'),
		...open(
			(subject) => `The connection broke before an answer came for ${subject} (socket hang up)`,
		),
		again: { safeFor: 'reads' },
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
		again: { safeFor: 'reads' },
	},
	{
		when: 'the end of the workflow',
		error: { code: 'ERR_CANCELED' },
		read: ['The workflow was stopped', 'Nothing was changed.'],
		write: ['The workflow was stopped', MAY_HAVE_HAPPENED],
		readme: ['write'],
	},
];

function answered(
	{ statusCode = 200, headers = {}, body = '' }: Answer,
	request: IHttpRequestOptions,
	secrets: string[] = [],
): Failure | undefined {
	return explainAnswer({ statusCode, headers, body: body as IDataObject }, request, secrets);
}

/** What is said of an answer that is known to be a failure. */
function explained(answer: Answer, request = get, secrets: string[] = []): Failure {
	const failure = answered(answer, request, secrets);
	if (!failure) throw new Error('There was no failure');
	return failure;
}

const explain = ({ answer, error }: Situation, request: IHttpRequestOptions) =>
	answer ? explained(answer, request) : explainError(error, request);

describe('what is said of', () => {
	it.each(situations)('$when', (situation) => {
		for (const [request, message] of [
			[get, situation.read],
			[create, situation.write],
		] as const) {
			const { title, advice, again } = explain(situation, request);
			expect([title, advice]).toEqual(message);
			expect(again).toEqual(situation.again);
		}
	});

	it.each([
		[200, { data: [] }],
		[201, { data: {} }],
		[204, ''],
		[299, ' \n'],
		[200, []],
	])('a success (%d, %j) is nothing', (statusCode, body) => {
		expect(answered({ statusCode, body }, get)).toBeUndefined();
	});

	it.each([
		[get, false],
		[list, false],
		[create, true],
		[update, true],
		[remove, true],
	])('a service that fails on %j leaves it open whether it was done: %p', (request, isOpen) => {
		expect(explained({ statusCode: 500 }, request).isOpen).toBe(isOpen);
		expect(explained({ statusCode: 422 }, request).isOpen).toBe(false);
	});

	it('an answer that is neither success nor redirect names the status', () => {
		expect(explained({ statusCode: 199 }).title).toBe(
			'The service did not accept the input for report 42 (199)',
		);
	});
});

describe('what a request is about', () => {
	it.each([
		[get, 'report 42'],
		[update, 'report 42'],
		[remove, 'report 42'],
		[removeProject, 'project a b.example'],
		[create, 'the report for https://example.com'],
		[list, 'the list of reports'],
		[listProjects, 'the list of projects'],
	])('%j is %s', (request, subject) => {
		expect(explained({ statusCode: 500 }, request).title).toBe(
			`The service failed on ${subject} (500)`,
		);
	});

	it.each([update, remove, removeProject])('%j may have happened', (request) => {
		expect(explained({ statusCode: 500 }, request).advice).toBe(MAY_HAVE_HAPPENED);
	});

	it.each([list, listProjects, create])('%j that is not found has a wrong address', (request) => {
		expect(explained({ statusCode: 404 }, request).title).toBe(
			'There is no report service at this address (404)',
		);
	});
});

describe('the words of a service', () => {
	it.each([
		['a message', { message: 'No.' }, ': No.'],
		['an error', { error: 'No.' }, ': No.'],
		['a message before an error', { message: 'No.', error: 'Never.' }, ': No.'],
		['an error where the message is empty', { message: {}, error: 'Never.' }, ': Never.'],
		['errors before a message', { message: 'No.', errors: ['One.', 'Two.'] }, ': One. Two.'],
		['a message where errors are none', { message: 'No.', errors: {} }, ': No.'],
		['fields', { message: { a: ['One.', 'Two.'], b: 'Three.' } }, ': One. Two. Three.'],
		['fields in fields', { errors: { a: { b: [{ c: 'Deep.' }] } } }, ': Deep.'],
		['a plain text', 'Server Error', ': Server Error'],
		['a web page', html, ''],
		['a web page after a line', '\n <html>', ''],
		['markup', { message: '<b>No</b><br/>way.<!-- x -->' }, ': No way.'],
		['markup that broke off', { message: 'No. <a href="x' }, ': No.'],
		['a sign that is not markup', { message: 'a < b, 2 > 1' }, ': a < b, 2 > 1'],
		['white space', { message: ' No\n\t way ' }, ': No way'],
		['numbers', { message: 7 }, ''],
		['null', { message: null, errors: null }, ''],
		['a list', ['No.'], ''],
		['nothing', '', ''],
		['300 characters', { message: 'x'.repeat(300) }, `: ${'x'.repeat(300)}`],
		['301 characters', { message: 'x'.repeat(301) }, `: ${'x'.repeat(300)}…`],
	])('are shown from %s', (_, body, words) => {
		expect(explained({ statusCode: 401, body }).title).toBe(
			`The service did not accept the API key (401)${words}`,
		);
	});

	it('are shown without secrets, also where there was no answer', () => {
		const secrets = ['s3cret', 'pass'];
		const body = { message: 'Key s3cret with pass is unknown.' };
		expect(explained({ statusCode: 401, body }, get, secrets).title).toBe(
			'The service did not accept the API key (401): Key *** with *** is unknown.',
		);
		expect(explained({ statusCode: 500, body: 'no s3cret' }, get, secrets).title).toBe(
			'The service failed on report 42 (500): no ***',
		);
		const moved = { statusCode: 302, headers: { location: 'https://x.example/s3cret' } };
		expect(explained(moved, get, secrets).advice).toContain('points to https://x.example/***');
		expect(explainError(new Error('no s3cret'), get, secrets).title).toBe(
			'The connection broke before an answer came for report 42 (no ***)',
		);
	});

	it('never make the title endless, whatever they are', () => {
		fc.assert(
			fc.property(fc.integer({ min: 300, max: 599 }), fc.jsonValue(), (statusCode, body) => {
				expect(explained({ statusCode, body }).title.length).toBeLessThan(400);
			}),
		);
	});
});

describe('the parameters to correct', () => {
	it.each([
		[
			'create',
			create,
			{ url: ['?'], privacy: ['?'], password: ['?'] },
			'URL and Privacy and Password',
		],
		['update', update, { results: ['?'], url: ['?'] }, 'Results'],
		['get many', list, { per_page: ['?'], result: ['?'] }, 'Page Size and Result'],
		['get many projects', listProjects, { sort_by: ['?'], result: ['?'] }, 'Sort By'],
		['fields nobody knows', create, { '<b>': ['?'] }, 'the parameters of the node'],
		['no fields', create, {}, 'the parameters of the node'],
	])('are named as n8n shows them: %s', (_, request, fields, names) => {
		for (const body of [{ message: fields }, { message: 'No.', errors: fields }]) {
			expect(explained({ statusCode: 422, body }, request).advice).toBe(
				`Correct ${names}. ${QUOTA}`,
			);
		}
	});
});

describe('a redirect', () => {
	it.each([
		['https://new.example/api/v1/reports', 'https://new.example/api/v1'],
		['http://new.example/api/v1/reports', 'http://new.example/api/v1'],
		['HTTPS://new.example/api/v1/reports//', 'HTTPS://new.example/api/v1'],
		['https://new.example/api/v1/reports/?page=2', 'https://new.example/api/v1'],
		['https://new.example/api/v1/reports#top', 'https://new.example/api/v1'],
	])('to %s tells the Base URL to set', (location, baseUrl) => {
		const { title, advice } = explained({ statusCode: 301, headers: { location } }, list);
		expect(title).toBe('The service has moved to another address (301)');
		expect(advice).toBe(`Set Base URL in the credential to ${baseUrl}`);
	});

	it.each([300, 399])('has any status of that kind (%d)', (statusCode) => {
		expect(explained({ statusCode }).title).toBe(
			`The service has moved to another address (${String(statusCode)})`,
		);
	});

	it.each([
		['https://new.example/login?next=/reports', 'https://new.example/login'],
		['/api/v2/reports', '/api/v2/reports'],
		['//new.example/reports', '//new.example/reports'],
		['see https://new.example/reports', 'see https://new.example/reports'],
	])('to %s tells only where it leads', (location, shown) => {
		const { advice } = explained({ statusCode: 302, headers: { location } }, list);
		expect(advice).toBe(
			`Set Base URL in the credential to the address of the API, usually ending in /api/v1. The service points to ${shown}`,
		);
	});
});

describe('an error', () => {
	const viaProxy = {
		...get,
		proxy: 'http://proxy.example' as unknown as IHttpRequestOptions['proxy'],
	};

	it.each([
		['ECONNREFUSED', REFUSED],
		['ENOTFOUND', NOT_FOUND],
	])('of a connection through a proxy (%s) may be the fault of the proxy', (code, advice) => {
		expect(explainError({ code }, viaProxy).advice).toBe(
			`${advice} A proxy is set under Request Options in the Settings of the node: check it too.`,
		);
	});

	it('that says what to do already is not explained again', () => {
		const failure = new Failure('Known', 'Do this.');
		expect(explainError(failure, get)).toBe(failure);
		expect(explainError(new Error('outer', { cause: failure }), get)).toBe(failure);
	});

	it('is the one below all that n8n wraps around it', () => {
		const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
		const wrapped = new Error('outer', { cause: new Error('inner', { cause }) });
		expect(explainError(wrapped, get).title).toBe('The service refused the connection');
	});

	it('with a cause that is no error speaks for itself', () => {
		const error = new Error('outer', { cause: 'a text' });
		expect(explainError(error, get).title).toContain('(outer)');
	});
});

describe('the README', () => {
	it('shows what a person can meet, in the words of the node', () => {
		const moved = { statusCode: 301, headers: { location: 'https://new.example/api/v1/reports' } };
		const failures = [
			...situations.flatMap((situation) =>
				(situation.readme ?? []).map((kind) => explain(situation, kind === 'read' ? get : create)),
			),
			explained(moved, list),
		];
		const messages = new Map(failures.map(({ title, advice }) => [title, advice]));
		expectInReadme('messages', [['What you see', 'What to do'], ...messages]);
	});
});
