import type {
	ICredentialDataDecryptedObject,
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

/** Hears the head of an answer, whatever the answer is. */
export type Hear = (headers: IN8nHttpFullResponse['headers']) => void;

/** Sends one request about a target, once; the signal ends it early. */
export type Transmit = (
	target: Target,
	request: IHttpRequestOptions,
	signal: AbortSignal,
	hear: Hear,
) => Promise<unknown>;

const credential = new WebPageReportApi();

/** @throws {Failure} where n8n does not hand out the credential of the node */
export async function credentialsOf(caller: Caller): Promise<ICredentialDataDecryptedObject> {
	return await caller.getCredentials('webPageReportApi').catch((error: unknown) => {
		throw refusal(messageOf(error));
	});
}

/**
 * How requests are sent. They are signed here, and `httpRequestWithAuthentication` is
 * left aside: that puts every failure into an error of n8n's own, which in most versions of n8n from
 * 1.101 on loses what it was made from, and with it whether a write may have happened.
 *
 * @param otherwise what a failure counts as an answer for, and which; it throws all others
 * @returns sends a request with a path of the interface document for an address (section 4), and gives
 *   the body of a successful answer, parsed where it is JSON and `''` where it is empty; where it
 *   repeats the API key, without that. Throws a {Failure} in all other cases.
 */
export function transmitterFor(
	{ helpers }: Caller,
	credentials: ICredentialDataDecryptedObject,
	otherwise?: (failure: unknown) => unknown,
): Transmit {
	return async (target, request, signal, hear) => {
		const signed = await credential.authenticate(credentials, request);
		const transmit = async () =>
			(await helpers.httpRequest({
				...signed,
				returnFullResponse: true,
				// Every answer is read here, so that the message can use the service's own words
				ignoreHttpStatusErrors: true,
				// A redirect would turn a POST into a GET and could carry the key to another host
				disableFollowRedirect: true,
				abortSignal: signal,
			})) as IN8nHttpFullResponse;
		return await bodyOf(transmit, target, request.url, signed, hear).catch(otherwise);
	};
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
	hear: Hear,
): Promise<unknown> {
	const { url: address, proxy } = signed;
	const secrets = secretsOf(signed);
	const sent = { target, path, address, proxy, secrets };
	const answer = await transmit().catch((error: unknown) => {
		throw networkError(error, sent);
	});
	hear(answer.headers);
	const failure = responseError(answer, sent);
	if (failure) throw failure;
	return withoutKey(answer.body, secrets);
}
