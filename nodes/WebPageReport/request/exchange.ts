import type {
	IAllExecuteFunctions,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { explainAnswer, explainError } from './explain';

/** Whatever can send a request with the credential of the node: a run, or a searchable list. */
export type Caller = IExecuteSingleFunctions | ILoadOptionsFunctions;

/**
 * Sends one request and takes its answer.
 *
 * @returns the body of a successful answer: parsed JSON, or `''` where the service sent nothing
 * @throws {Failure} for every other answer, and where there was none
 */
export async function exchange(caller: Caller, request: IHttpRequestOptions): Promise<unknown> {
	const answer = await send(caller, request);
	const failure = explainAnswer(answer, request);
	if (failure) throw failure;
	return answer.body;
}

async function send(caller: Caller, request: IHttpRequestOptions): Promise<IN8nHttpFullResponse> {
	try {
		return (await caller.helpers.httpRequestWithAuthentication.call(
			caller as IAllExecuteFunctions,
			'webPageReportApi',
			{
				...request,
				returnFullResponse: true,
				// Every answer is read here, so that the message can use the service's own words
				ignoreHttpStatusErrors: true,
				// A redirect would turn a POST into a GET and could carry the key to another host
				disableFollowRedirect: true,
			},
		)) as IN8nHttpFullResponse;
	} catch (error) {
		throw explainError(error, request);
	}
}
