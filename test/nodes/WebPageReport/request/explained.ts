import type { IDataObject } from 'n8n-workflow';

import { explainAnswer } from '../../../../nodes/WebPageReport/request/explainAnswer';
import type { Failure } from '../../../../nodes/WebPageReport/request/failure';
import type { Secrets } from '../../../../nodes/WebPageReport/request/secrets';
import type { Sent } from '../../../../nodes/WebPageReport/request/sent';

/** A request with its path, as it was sent to a service. */
const sent = (method: Sent['method'], url: string, body?: IDataObject): Sent => ({
	method,
	url,
	body,
	address: `https://reports.example.com/api/v1${url}`,
});

export const get = sent('GET', '/reports/42');
export const list = sent('GET', '/reports');
export const listProjects = sent('GET', '/projects');
export const create = sent('POST', '/reports', { url: 'https://example.com' });
export const update = sent('PUT', '/reports/42', { privacy: 1 });
export const remove = sent('DELETE', '/reports/42');
export const removeProject = sent('DELETE', '/projects/a%20b.example');

export const NO_SECRETS: Secrets = { apiKey: '', password: '' };

export const CHECK_BASE_URL =
	'Check Base URL in the credential: it has to be the address of the API, usually ending in /api/v1.';
export const MAY_HAVE_HAPPENED =
	'It may have happened all the same: check with Get Many before you run this item again.';
export const TRY_LATER = 'Try again later. If it goes on, ask whoever runs the service.';
export const QUOTA = 'The service also answers like this when a quota is used up.';

export const html = '<!DOCTYPE html><html><body><h1>Sorry!</h1></body></html>';

export interface Answer {
	statusCode?: number;
	headers?: IDataObject;
	body?: unknown;
}

/** An error of the network, as Node.js makes them. */
export function networkError(code: string, more: object = {}): Error {
	return Object.assign(new Error(`it was ${code}`), { code, ...more });
}

export function answered(
	{ statusCode = 200, headers = {}, body = '' }: Answer,
	request: Sent,
	secrets = NO_SECRETS,
): Failure | undefined {
	return explainAnswer({ statusCode, headers, body: body as IDataObject }, request, secrets);
}

/** What is said of an answer that is known to be a failure. */
export function explained(answer: Answer, request = get, secrets = NO_SECRETS): Failure {
	const failure = answered(answer, request, secrets);
	if (!failure) throw new Error('There was no failure');
	return failure;
}
