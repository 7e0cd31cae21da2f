import type {
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { WebPageReportApi } from '../../../credentials/WebPageReportApi.credentials';
import { explainAnswer } from './explainAnswer';
import { explainError, explainRefusal } from './explainError';
import { secretsOf, withoutKey } from './secrets';

/** Whatever can send a request with the credential of the node: a run, or a searchable list. */
export type Caller = IExecuteSingleFunctions | ILoadOptionsFunctions;

const credential = new WebPageReportApi();

/**
 * Sends one request, once. Signs it here and leaves `httpRequestWithAuthentication` aside: that puts
 * every failure into an error of n8n's own, which in most versions of n8n from 1.101 on loses what
 * it was made from, and with it whether a write may have happened.
 *
 * @param request with a path of the interface document for an address (section 4)
 * @param signal ends the request early
 * @returns the body of a successful answer, parsed where it is JSON and `''` where it is empty; where it
 *   repeats the API key, without that
 * @throws {Failure} in all other cases
 */
export async function exchange(
	caller: Caller,
	request: IHttpRequestOptions,
	signal: AbortSignal | undefined,
): Promise<unknown> {
	const credentials = await caller.getCredentials('webPageReportApi').catch((error: unknown) => {
		throw explainRefusal(error);
	});
	const secrets = secretsOf(credentials, request);
	const signed = await credential.authenticate(credentials, request);
	let answer: IN8nHttpFullResponse;
	try {
		answer = (await caller.helpers.httpRequest({
			...signed,
			returnFullResponse: true,
			// Every answer is read here, so that the message can use the service's own words
			ignoreHttpStatusErrors: true,
			// A redirect would turn a POST into a GET and could carry the key to another host
			disableFollowRedirect: true,
			abortSignal: signal,
		})) as IN8nHttpFullResponse;
	} catch (error) {
		throw explainError(error, { ...request, address: signed.url }, secrets);
	}
	const failure = explainAnswer(answer, { ...request, address: signed.url }, secrets);
	if (failure) throw failure;
	return withoutKey(answer.body, secrets);
}
