import type { IDataObject, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { Failure } from './failure';
import { isObject, toText } from './items';
import { routedFields } from './routedFields';

type Request = Pick<IHttpRequestOptions, 'method' | 'url' | 'body'>;

const CHECK_BASE_URL =
	'Check Base URL in the credential: it has to be the address of the API, usually ending in /api/v1.';

const MAY_HAVE_HAPPENED =
	'It may have happened all the same: check with Get Many before you run this item again.';

/**
 * Says what went wrong in an answer, or nothing where it is a success.
 *
 * Sections 4.8 and 7 of the interface document leave answers open, so this relies on no error
 * format: it repeats the service's own words where it finds some.
 */
export function explainAnswer(
	{ statusCode, headers, body }: IN8nHttpFullResponse,
	request: Request,
): Failure | undefined {
	const succeeded = statusCode >= 200 && statusCode < 300;
	if (succeeded) {
		return typeof body === 'string' && body.trim() !== '' ? explainText(body, request) : undefined;
	}
	const subject = subjectOf(request);
	const words = wordsOf(body);
	const title = (what: string) => `${what} (${String(statusCode)})${words && `: ${words}`}`;

	if (statusCode >= 300 && statusCode < 400) {
		return new Failure(
			title('The service has moved to another address'),
			typeof headers.location === 'string'
				? `Set Base URL in the credential to ${newBaseUrl(headers.location, request)}`
				: CHECK_BASE_URL,
		);
	}
	if (headers['cf-mitigated'] !== undefined) {
		return new Failure(
			title('A protection in front of the service blocked n8n'),
			'Ask whoever runs the service to let requests to the API pass without a browser check.',
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
				`Check that your plan includes the API, that API Key in the credential belongs to the right account, and that ${subject} belongs to it.`,
			);
		case 404:
		case 410:
			return isCollection(request)
				? new Failure(title('There is no report service at this address'), CHECK_BASE_URL)
				: new Failure(
						title(`The service does not know ${subject}`),
						'It may have been deleted, or it belongs to another account. List what there is with Get Many.',
					);
		case 405:
			return new Failure(title('There is no report service at this address'), CHECK_BASE_URL);
		case 408:
			return new Failure(title(`The service gave up waiting (${subject})`), mayHave(request));
		case 429:
			return new Failure(
				title('The service is limiting how many requests it takes'),
				'Nothing was done for this item. Run it again later, or for fewer items at once.',
			);
	}
	if (statusCode >= 500) {
		return new Failure(title(`The service failed on ${subject}`), mayHave(request));
	}
	return new Failure(
		title(`The service did not accept the input for ${subject}`),
		adviceForFields(body, request),
	);
}

/** Says what went wrong where there was no answer. */
export function explainError(error: unknown, request: Request): Failure {
	const cause = causeOf(error);
	if (cause instanceof Failure) return cause;
	const code = isObject(cause) && typeof cause.code === 'string' ? cause.code : '';

	if (code === 'ECONNREFUSED') {
		return new Failure(
			'The service refused the connection',
			'Nothing was sent. Check the host and the port in Base URL of the credential, and that the service is running. From inside Docker, localhost is the container itself.',
		);
	}
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
		return new Failure(
			'There is no host of this name',
			'Nothing was sent. Check the spelling of Base URL in the credential, and that n8n can reach the network.',
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
			'Nothing was sent. Check whether Base URL in the credential should start with http:// instead of https://, and its port.',
		);
	}
	return new Failure(
		`No answer came for ${subjectOf(request)}${code && ` (${code})`}`,
		mayHave(request),
	);
}

/** A success whose body is a text: a web page, or JSON that broke off. */
function explainText(text: string, request: Request): Failure {
	if (/^\s*</.test(text)) {
		return new Failure(
			'The address answered with a web page instead of data',
			`${CHECK_BASE_URL}${isRead(request) ? '' : ` ${MAY_HAVE_HAPPENED}`}`,
		);
	}
	return new Failure(
		`The answer of the service for ${subjectOf(request)} could not be read`,
		mayHave(request),
	);
}

/** A write that was not answered is never repeated: only a person can see whether it happened. */
function mayHave(request: Request): string {
	return isRead(request)
		? 'Try again later. If it goes on, ask whoever runs the service.'
		: MAY_HAVE_HAPPENED;
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
	if (method === 'POST') return `the report on ${toText((body as IDataObject).url)}`;
	return `the list of ${collection}`;
}

/**
 * The service's own words: `message` as a text or as an object of fields, else `error`; with what
 * `errors` says of each field. Never markup.
 */
function wordsOf(body: unknown): string {
	if (!isObject(body)) return '';
	const fields = fieldErrorsOf(body);
	const texts =
		Object.keys(fields).length > 0 ? Object.values(fields) : [body.message ?? body.error];
	const words = texts
		.filter((text): text is string => typeof text === 'string')
		.map((text) =>
			text
				.replace(/<[^>]*>/g, ' ')
				.replace(/\s+/g, ' ')
				.trim(),
		)
		.join(' ');
	return words.length > 300 ? `${words.slice(0, 300)}…` : words;
}

/** What an answer says of each field: `{ url: 'The url field is required.' }`. */
function fieldErrorsOf(body: unknown): Record<string, string> {
	const errors = isObject(body) ? [body.message, body.errors].find(isObject) : undefined;
	return Object.fromEntries(
		Object.entries(errors ?? {}).map(([field, texts]) => [field, [texts].flat().join(' ')]),
	);
}

function adviceForFields(body: unknown, request: Request): string {
	const [, collection = ''] = request.url.split('/');
	const { named } = routedFields(
		collection.replace(/s$/, ''),
		request.method === 'POST' ? 'create' : request.method === 'PUT' ? 'update' : 'getAll',
	);
	const names = Object.keys(fieldErrorsOf(body)).map((field) => named[field]?.displayName ?? field);
	return names.length > 0
		? `Correct ${names.join(' and ')}. The service also answers like this when a quota is used up.`
		: 'Correct the parameters of the node. The service also answers like this when a quota is used up.';
}

/** The Base URL that leads where a redirect points. */
function newBaseUrl(location: string, { url }: Request): string {
	const address = location.replace(/[?#].*$/, '').replace(/\/+$/, '');
	return address.endsWith(url) ? address.slice(0, -url.length) : address;
}

/** The error below the ones that n8n wraps around it. */
function causeOf(error: unknown): unknown {
	return error instanceof Error && error.cause instanceof Error ? causeOf(error.cause) : error;
}
