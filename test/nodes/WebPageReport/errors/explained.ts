import type { IDataObject } from 'n8n-workflow';

import { answerFailure } from '../../../../nodes/WebPageReport/errors/answerFailure';
import type { Failure } from '../../../../nodes/WebPageReport/errors/failure';
import { networkFailure } from '../../../../nodes/WebPageReport/errors/networkFailure';
import type { Secrets, SentRequest } from '../../../../nodes/WebPageReport/errors/secrets';
import type { Answer, Row } from '../../../support/failures';
import type { Operation } from '../../../support/operations';

/** Expects details of a failure that is final. */
export const NEVER_AGAIN = expect.not.objectContaining({ isTransient: true }) as object;

export const NO_SECRETS: Secrets = { apiKey: '', password: '' };

/** A request for the bad record of an operation, as it was sent. */
export const sent = (
	{ target }: Pick<Operation, 'target'>,
	more: Partial<SentRequest> = {},
): SentRequest => ({
	target,
	baseUrl: 'https://reports.example.com/api/v1',
	...NO_SECRETS,
	...more,
});

/** The failure for an answer; undefined if it is a success. */
export function answered(
	{ status: statusCode = 200, headers = {}, body = '' }: Answer,
	operation: Operation,
	more: Partial<SentRequest> = {},
): Failure | undefined {
	const answer = { statusCode, headers, body: body as IDataObject };
	const seconds = headers['retry-after'];
	const after = seconds === undefined ? undefined : Number(seconds) * 1000;
	return answerFailure(answer, sent(operation, more), operation.path, after);
}

/** The failure for an answer that must be one. */
export function explained(
	answer: Answer,
	operation: Operation,
	more: Partial<SentRequest> = {},
): Failure {
	const failure = answered(answer, operation, more);
	if (!failure) throw new Error('There was no failure');
	return failure;
}

/** The failure for a row of the table of failures, without an engine; undefined if the operation counts as done. */
export function explain(
	{ answer, error }: Row,
	operation: Operation,
	more: Partial<SentRequest> = {},
): Failure | undefined {
	return answer
		? answered(answer(operation.path), operation, more)
		: networkFailure(error, sent(operation, more));
}
