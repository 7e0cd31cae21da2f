import { answerFailure, type SentRequest } from '../../nodes/WebPageReport/errors/answerFailure';
import type { Failure } from '../../nodes/WebPageReport/errors/failure';
import { networkFailure } from '../../nodes/WebPageReport/errors/networkFailure';
import { contentOf } from '../../nodes/WebPageReport/response/content';
import { redirectOf } from '../../nodes/WebPageReport/response/redirect';
import { retryAfterOf } from '../../nodes/WebPageReport/transport/limitHeaders';
import type { Row } from './failures';
import type { Operation } from './operations';

/** The failure for a row of the table of failures, without an engine; undefined if the operation counts as done. */
export function explain(
	{ answer, error }: Pick<Row, 'answer' | 'error'>,
	{ target, path }: Operation,
	more: Partial<SentRequest> = {},
): Failure | undefined {
	const baseUrl = 'https://reports.example.com/api/v1';
	const request = { target, baseUrl, apiKey: '', ...more };
	if (!answer) return networkFailure(error, request);
	const { status = 200, headers = {}, body } = answer(path);
	const redirect = redirectOf(headers.location ?? '', request.baseUrl, path);
	return answerFailure(
		{ status, headers, content: contentOf(body), redirect },
		request,
		retryAfterOf(status, headers),
	);
}
