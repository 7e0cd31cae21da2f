import { answerFailure, type SentRequest } from '../../nodes/WebPageReport/errors/answerFailure';
import type { Failure } from '../../nodes/WebPageReport/errors/failure';
import { networkFailure } from '../../nodes/WebPageReport/errors/networkFailure';
import type { Secrets } from '../../nodes/WebPageReport/errors/secrets';
import { contentOf } from '../../nodes/WebPageReport/response/content';
import { redirectOf } from '../../nodes/WebPageReport/response/redirect';
import { retryAfterOf } from '../../nodes/WebPageReport/transport/limitHeaders';
import type { Row } from './failures';
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

/** The failure for a row of the table of failures, without an engine; undefined if the operation counts as done. */
export function explain(
	{ answer, error }: Pick<Row, 'answer' | 'error'>,
	operation: Operation,
	more: Partial<SentRequest> = {},
): Failure | undefined {
	const request = sent(operation, more);
	if (!answer) return networkFailure(error, request);
	const { status = 200, headers = {}, body } = answer(operation.path);
	const redirect = redirectOf(headers.location ?? '', request.baseUrl, operation.path);
	return answerFailure(
		{ status, headers, content: contentOf(body), redirect },
		request,
		retryAfterOf(status, headers),
	);
}
