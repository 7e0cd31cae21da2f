import { answerFailure, type SentRequest } from '../../nodes/WebPageReport/errors/answerFailure';
import type { Failure } from '../../nodes/WebPageReport/errors/failure';
import { networkFailure } from '../../nodes/WebPageReport/errors/networkFailure';
import type { Secrets } from '../../nodes/WebPageReport/errors/secrets';
import { contentOf } from '../../nodes/WebPageReport/response/content';
import { redirectOf } from '../../nodes/WebPageReport/response/redirect';
import { retryAfterOf } from '../../nodes/WebPageReport/transport/limitHeaders';
import type { Answer, Row } from './failures';
import type { Operation } from './operations';

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
	{ status = 200, headers = {}, body }: Answer,
	operation: Operation,
	more: Partial<SentRequest> = {},
): Failure | undefined {
	const request = sent(operation, more);
	const redirect = redirectOf(headers.location ?? '', request.baseUrl, operation.path);
	const answer = { status, headers, content: contentOf(body), redirect };
	return answerFailure(answer, request, retryAfterOf(status, headers));
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
