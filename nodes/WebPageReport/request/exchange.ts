import type {
	IAllExecuteFunctions,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { explainAnswer, explainError } from './explain';
import type { Failure } from './failure';
import { secretsOf } from './secrets';

/** Whatever can send a request with the credential of the node: a run, or a searchable list. */
export type Caller = IExecuteSingleFunctions | ILoadOptionsFunctions;

/** The body of a successful answer, parsed where it is JSON and `''` where it is empty; or a failure. */
export interface Outcome {
	body?: unknown;
	failure?: Failure;
}

/** Sends one request, once. */
export async function exchange(caller: Caller, request: IHttpRequestOptions): Promise<Outcome> {
	try {
		const answer = (await caller.helpers.httpRequestWithAuthentication.call(
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
		const { statusCode, body } = answer;
		const secrets = statusCode >= 200 && statusCode < 300 ? [] : await secretsOf(caller, request);
		return { body, failure: explainAnswer(answer, request, secrets) };
	} catch (error) {
		// Where the credential is missing, so is the key that could show
		const secrets = await secretsOf(caller, request).catch(() => []);
		return { failure: explainError(error, request, secrets) };
	}
}
