import type { IDataObject, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { type Again, Failure } from './failure';
import { isObject, toText } from './items';
import { retryAfterOf } from './retryAfter';
import { withoutSecrets } from './secrets';
import { routedFields } from './routedFields';

type Request = Pick<IHttpRequestOptions, 'method' | 'url' | 'body' | 'proxy'>;

const CHECK_BASE_URL =
	'Check Base URL in the credential: it has to be the address of the API, usually ending in /api/v1.';

const MAY_HAVE_HAPPENED =
	'It may have happened all the same: check with Get Many before you run this item again.';

/** How many characters of a service's own words are shown. */
const LONGEST_WORDS = 300;

/** What is said of a request that the service has not taken, because there were too many. */
export const NOT_TAKEN = new Failure(
	'The service takes no more requests for now',
	'Nothing was done. Run it again later.',
);

const TRY_LATER = 'Try again later. If it goes on, ask whoever runs the service.';

/**
 * Says what went wrong in an answer, or nothing where it is a success.
 *
 * Sections 4.8 and 7 of the interface document leave answers open, so this relies on no error
 * format: it repeats the service's own words where it finds some.
 */
export function explainAnswer(
	{ statusCode, headers, body }: IN8nHttpFullResponse,
	request: Request,
	secrets: string[],
): Failure | undefined {
	if (statusCode >= 200 && statusCode < 300) {
		return typeof body === 'string' && body.trim() !== '' ? explainText(body, request) : undefined;
	}
	const subject = subjectOf(request);
	const words = wordsOf(body, secrets);
	const title = (what: string) => `${what} (${String(statusCode)})${words && `: ${words}`}`;
	const after = retryAfterOf(headers, Date.now());

	if (statusCode >= 300 && statusCode < 400) {
		return new Failure(
			title('The service has moved to another address'),
			typeof headers.location === 'string'
				? adviceForRedirect(clean(headers.location.replace(/[?#].*$/, ''), secrets), request)
				: CHECK_BASE_URL,
		);
	}
	if (headers['cf-mitigated'] !== undefined) {
		return new Failure(
			title('A protection in front of the service stopped n8n'),
			'Ask whoever runs the service to let n8n through to the API without a browser check.',
		);
	}
	switch (statusCode) {
		case 401:
			return new Failure(
				title('The service did not accept the API key'),
				'Check API Key in the credential: copy the key again from your report service.',
			);
		case 402:
		case 403:
			return new Failure(
				title(`The service does not allow this for ${subject}`),
				`Check that your plan includes the API, and that ${subject} belongs to the account of API Key in the credential.`,
			);
		case 404:
		case 410:
			return isCollection(request)
				? new Failure(title('There is no report service at this address'), CHECK_BASE_URL)
				: new Failure(
						title(`The service does not know ${subject}`),
						'It may have been deleted, or belong to another account. Look with Get Many.',
					);
		case 405:
			return new Failure(title('There is no report service at this address'), CHECK_BASE_URL);
		case 407:
			return new Failure(
				title('The proxy asks for a login'),
				'Check Proxy under Request Options in the Settings of the node, or the proxy settings of n8n.',
			);
		case 408:
			return openFailure(title(`The service gave up on ${subject}`), request, {
				again: { safeFor: 'reads' },
			});
		case 429:
			return new Failure(title(NOT_TAKEN.title), NOT_TAKEN.advice, { safeFor: 'anything', after });
	}
	if (statusCode >= 500) {
		const passing = [502, 503, 504].includes(statusCode);
		return openFailure(title(`The service failed on ${subject}`), request, {
			again: passing ? { safeFor: 'reads', after } : undefined,
		});
	}
	return new Failure(
		title(`The service did not accept the input for ${subject}`),
		adviceForFields(body, request),
	);
}

/** Says what went wrong where there was no answer. */
export function explainError(error: unknown, request: Request, secrets: string[] = []): Failure {
	const cause = causeOf(error);
	if (cause instanceof Failure) return cause;
	const { code = '', message = cause } = (cause ?? {}) as { code?: string; message?: unknown };
	const proxy = request.proxy
		? ' A proxy is set under Request Options in the Settings of the node: check it too.'
		: '';

	if (code === 'ECONNREFUSED') {
		return new Failure(
			'The service refused the connection',
			`Nothing was sent. Check the host and the port in Base URL of the credential, and that the service is running. From inside Docker, localhost is the container itself.${proxy}`,
		);
	}
	if (['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].includes(code)) {
		return new Failure(
			'The host of the service cannot be found',
			`Nothing was sent. Check the spelling of Base URL in the credential, and that n8n can reach the network.${proxy}`,
			// The one that a name server gives when it is busy
			code === 'EAI_AGAIN' ? { safeFor: 'reads' } : undefined,
		);
	}
	if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/.test(code)) {
		return new Failure(
			'The certificate of the service cannot be checked',
			'Nothing was sent. If you trust the service, e.g. because it uses a self-signed certificate, switch on Ignore SSL Issues (Insecure) in the credential.',
		);
	}
	if (/^(EPROTO|ERR_SSL)/.test(code)) {
		return new Failure(
			'No secure connection to the service could be made',
			'Nothing was sent. Check the port in Base URL of the credential, and whether it has to start with http:// instead of https://.',
		);
	}
	if (['ECONNABORTED', 'ETIMEDOUT'].includes(code)) {
		return openFailure(`No answer came in time for ${subjectOf(request)}`, request, {
			again: { safeFor: 'reads' },
			more: 'If the service needs longer, raise Timeout under Request Options in the Settings of the node.',
		});
	}
	if (code === 'ERR_CANCELED') {
		return openFailure('The workflow was stopped', request, { forReads: 'Nothing was changed.' });
	}
	if (code === '' && isObject(cause) && 'level' in cause) {
		// One of n8n's own errors
		return new Failure(
			`n8n did not send the request: ${clean(toText(message), secrets)}`,
			'Nothing was sent. Correct the expression, or Allowed HTTP Request Domains in the credential, whichever it is about; otherwise ask whoever runs n8n.',
		);
	}
	return openFailure(
		`The connection broke before an answer came for ${subjectOf(request)} (${clean(code || toText(message), secrets)})`,
		request,
		{ again: { safeFor: 'reads' } },
	);
}

/** A success whose body is a text: a web page, or JSON that broke off. */
function explainText(text: string, request: Request): Failure {
	if (isMarkup(text)) {
		return openFailure('The address answered with a web page instead of data', request, {
			forReads: '',
			more: CHECK_BASE_URL,
		});
	}
	return openFailure(`The answer for ${subjectOf(request)} could not be read`, request, {
		again: { safeFor: 'reads' },
	});
}

/**
 * A failure that leaves it open whether a write has happened.
 *
 * @param forReads what to do where nothing was written
 * @param more what to do in any case
 */
function openFailure(
	title: string,
	request: Request,
	{ again, forReads = TRY_LATER, more = '' }: { again?: Again; forReads?: string; more?: string },
): Failure {
	const advice = [isRead(request) ? forReads : MAY_HAVE_HAPPENED, more].filter(Boolean).join(' ');
	return new Failure(title, advice, again, !isRead(request));
}

function isRead({ method }: Request): boolean {
	return method === 'GET';
}

/** Whether a request is to `/projects` or `/reports` itself. */
function isCollection({ url }: Request): boolean {
	return url.split('/').length === 2;
}

/** What a request is about, in words that fit into a sentence. */
function subjectOf({ method, url, body }: Request): string {
	const [, collection = '', identifier] = url.split('/');
	if (identifier !== undefined) {
		return `${collection === 'projects' ? 'project' : 'report'} ${decodeURIComponent(identifier)}`;
	}
	if (method === 'POST') return `the report for ${toText((body as IDataObject | undefined)?.url)}`;
	return `the list of ${collection}`;
}

/**
 * The service's own words: what `errors` says, else `message`, else `error`, each as a text, a list
 * or an object of fields; or a plain text.
 */
function wordsOf(body: unknown, secrets: string[]): string {
	if (typeof body === 'string') return isMarkup(body) ? '' : clean(body, secrets);
	if (!isObject(body)) return '';
	const sources = [body.errors, body.message, body.error].map(textsIn);
	return clean(sources.find((texts) => texts.length > 0)?.join(' ') ?? '', secrets);
}

/** Every text in a value, however deep. */
function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** A text of somebody else in a form that can be shown: without secrets and markup, and not too long. */
function clean(text: string, secrets: string[]): string {
	const shown = withoutSecrets(text, secrets)
		.replace(/<[/!a-z][^>]*>?/gi, ' ')
		.replace(/\s+/g, ' ')
		.trim();
	return shown.length > LONGEST_WORDS ? `${shown.slice(0, LONGEST_WORDS)}…` : shown;
}

function isMarkup(text: string): boolean {
	return /^\s*</.test(text);
}

/** Names the parameters that an answer complains of: `{ message: { url: […] } }` or under `errors`. */
function adviceForFields(body: unknown, { method, url }: Request): string {
	const [, collection = ''] = url.split('/');
	const operation = method === 'POST' ? 'create' : method === 'PUT' ? 'update' : 'getAll';
	const { named } = routedFields(collection.replace(/s$/, ''), operation);
	const errors = isObject(body) ? [body.message, body.errors].filter(isObject) : [];
	const names = errors.flatMap(Object.keys).flatMap((field) => named[field]?.displayName ?? []);
	const what = names.length > 0 ? names.join(' and ') : 'the parameters of the node';
	return `Correct ${what}. The service also answers like this when a quota is used up.`;
}

function adviceForRedirect(location: string, { url }: Request): string {
	const address = location.replace(/\/+$/, '');
	// Only what ends in the path that was asked for is surely the API
	return /^https?:\/\//i.test(address) && address.endsWith(url)
		? `Set Base URL in the credential to ${address.slice(0, -url.length)}`
		: `Set Base URL in the credential to the address of the API, usually ending in /api/v1. The service points to ${location}`;
}

/** The error below the ones that n8n wraps around it. */
function causeOf(error: unknown): unknown {
	return error instanceof Error && error.cause instanceof Error ? causeOf(error.cause) : error;
}
