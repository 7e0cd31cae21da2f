import type { IDataObject } from 'n8n-workflow';

import { answerFailure } from '../../../../nodes/WebPageReport/errors/answerFailure';
import type { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import type { Sent } from '../../../../nodes/WebPageReport/errors/networkFailure';
import type { Secrets } from '../../../../nodes/WebPageReport/errors/secrets';
import type { Target } from '../../../../nodes/WebPageReport/shared/target';

/** A request as it was sent to a service, with its path of the interface document. */
export interface Asked extends Sent {
	path: string;
}

const sent = (path: string, target: Target): Asked => ({
	target,
	path,
	baseUrl: 'https://reports.example.com/api/v1',
	secrets: NO_SECRETS,
});

export const NO_SECRETS: Secrets = { apiKey: '', password: '' };

const report42 = { resource: 'report', identifier: '42' } as const;
const url = 'https://example.com';

export const get = sent('/reports/42', { ...report42, operation: 'get' });
export const list = sent('/reports', { resource: 'report', operation: 'getAll' });
export const listProjects = sent('/projects', { resource: 'project', operation: 'getAll' });
export const create = sent('/reports', { resource: 'report', operation: 'create', url });
export const update = sent('/reports/42', { ...report42, operation: 'update' });
export const analyse = sent('/reports/42', { ...update.target, isAnalysed: true });
export const remove = sent('/reports/42', { ...report42, operation: 'delete' });
export const removeProject = sent('/projects/a%20b.example', {
	resource: 'project',
	operation: 'delete',
	identifier: 'a b.example',
});

export const CHECK_BASE_URL =
	'Check Base URL in the credential. It must be the address of the API, usually ending in /api/v1.';
export const TRY_LATER = 'Try again later. If it keeps failing, contact your report service.';
export const QUOTA = 'It can also mean that your quota is used up.';

/** What is said of writes that may have happened. */
export const MAY_HAVE_HAPPENED = {
	create:
		'The report for https://example.com may have been created. Check with Get Many before you run this item again.',
	update: 'Report 42 may have been updated. Check with Get before you run this item again.',
	analyse:
		'Report 42 may have been analysed again. Check the date of its results with Get before you run this item again.',
	remove: 'Report 42 may have been deleted. Check with Get Many before you run this item again.',
	removeProject:
		'Project a b.example may have been deleted. Check with Get Many before you run this item again.',
};

export const html = '<!DOCTYPE html><html><body><h1>Sorry!</h1></body></html>';

export interface Answer {
	statusCode?: number;
	headers?: IDataObject;
	body?: unknown;
}

/** An error of the network, as Node.js makes them. */
export function systemError(code: string, more: object = {}): Error {
	return Object.assign(new Error(`it was ${code}`), { code, ...more });
}

export function answered(
	{ statusCode = 200, headers = {}, body = '' }: Answer,
	request: Asked,
	secrets = NO_SECRETS,
): Failure | undefined {
	const answer = { statusCode, headers, body: body as IDataObject };
	const seconds = headers['retry-after'];
	const after = seconds === undefined ? undefined : Number(seconds) * 1000;
	return answerFailure(answer, { ...request, secrets }, request.path, after);
}

/** What is said of an answer that is known to be a failure. */
export function explained(answer: Answer, request = get, secrets = NO_SECRETS): Failure {
	const failure = answered(answer, request, secrets);
	if (!failure) throw new Error('There was no failure');
	return failure;
}
