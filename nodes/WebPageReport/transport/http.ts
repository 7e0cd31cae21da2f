import type {
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { type Account, accountOf } from '../../../credentials/WebPageReportApi.credentials';
import { answerFailure } from '../errors/answerFailure';
import { messageOf, networkFailure, notSentByN8n, type Sent } from '../errors/networkFailure';
import type { Target } from '../shared/target';
import { isObject, toText } from '../shared/value';
import { type Hear, retryAfterOf } from './limitHeaders';

/** Whatever can send a request with the credential of the node: a run, or a searchable list. */
export type Caller = IExecuteSingleFunctions | ILoadOptionsFunctions;

/** @throws {Failure} where n8n does not hand out the credential of the node, or it cannot be used */
export async function accountFor(caller: Caller): Promise<Account> {
	const credentials = await caller.getCredentials('webPageReportApi').catch((error: unknown) => {
		throw notSentByN8n(messageOf(error));
	});
	return accountOf(credentials);
}

/**
 * Sends one request once, signed by n8n with the credential of the node.
 *
 * @param request with a path of the interface document for an address (section 4)
 * @returns the body of the answer, parsed where it is JSON and `''` where it is empty
 * @throws {Failure} where there is no answer, or none of a success
 */
export async function http(
	caller: Caller,
	account: Account,
	target: Target,
	request: IHttpRequestOptions,
	hear: Hear,
): Promise<unknown> {
	const answer = caller.helpers.httpRequestWithAuthentication.call(caller, 'webPageReportApi', {
		...request,
		returnFullResponse: true,
		// Every answer is read here, so that the message can use the service's own words
		ignoreHttpStatusErrors: true,
		// A redirect would turn a POST into a GET and could carry the key to another host
		disableFollowRedirect: true,
	}) as Promise<IN8nHttpFullResponse>;
	return await bodyOf(answer, account, target, request, hear);
}

/** The body of an answer, see {@link http}. */
export async function bodyOf(
	answering: Promise<IN8nHttpFullResponse>,
	{ baseUrl, apiKey }: Account,
	target: Target,
	{ url, body, proxy }: IHttpRequestOptions,
	hear: Hear,
): Promise<unknown> {
	const password = isObject(body) ? toText(body.password) : '';
	const sent: Sent = { target, baseUrl, proxy, secrets: { apiKey, password } };
	const answer = await answering.catch((error: unknown) => {
		throw networkFailure(error, sent);
	});
	hear(answer.headers);
	const failure = answerFailure(answer, sent, url, retryAfterOf(answer.headers));
	if (failure) throw failure;
	return answer.body;
}
