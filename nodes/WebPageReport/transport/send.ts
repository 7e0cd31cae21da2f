import type {
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { WebPageReportApi } from '../../../credentials/WebPageReportApi.credentials';
import { messageOf } from '../errors/cause';
import { networkError } from '../errors/networkError';
import { refusal } from '../errors/ownError';
import { responseError } from '../errors/responseError';
import { secretsOf, withoutKey } from '../errors/secrets';
import type { Target } from '../shared/target';

/** Whatever can send a request with the credential of the node: a run, or a searchable list. */
type Caller = IExecuteSingleFunctions | ILoadOptionsFunctions;

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
export async function send(
	caller: Caller,
	target: Target,
	request: IHttpRequestOptions,
	signal: AbortSignal | undefined,
): Promise<unknown> {
	const credentials = await caller.getCredentials('webPageReportApi').catch((error: unknown) => {
		throw refusal(messageOf(error));
	});
	const signed = await credential.authenticate(credentials, request);
	const transmit = async () =>
		(await caller.helpers.httpRequest({
			...signed,
			returnFullResponse: true,
			// Every answer is read here, so that the message can use the service's own words
			ignoreHttpStatusErrors: true,
			// A redirect would turn a POST into a GET and could carry the key to another host
			disableFollowRedirect: true,
			abortSignal: signal,
		})) as IN8nHttpFullResponse;
	return await bodyOf(transmit, target, request.url, signed);
}

/**
 * The body of the answer to a signed request.
 *
 * @param transmit sends it, and gives the answer whatever its status
 * @throws {Failure} where there is no answer, or none of a success
 */
export async function bodyOf(
	transmit: () => Promise<IN8nHttpFullResponse>,
	target: Target,
	path: string,
	signed: IHttpRequestOptions,
): Promise<unknown> {
	const { url: address, proxy } = signed;
	const secrets = secretsOf(signed);
	const sent = { target, path, address, proxy, secrets };
	const answer = await transmit().catch((error: unknown) => {
		throw networkError(error, sent);
	});
	const failure = responseError(answer, sent);
	if (failure) throw failure;
	return withoutKey(answer.body, secrets);
}
