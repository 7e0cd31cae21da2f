import type {
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { type Account, accountOf } from '../../../credentials/WebPageReportApi.credentials';
import { answerFailure } from '../errors/answerFailure';
import { asFailure, messageOf } from '../errors/thrown';
import { callerTooLate, tooLate } from '../errors/ended';
import type { Failure } from '../errors/failure';
import { networkFailure, notSentByN8n } from '../errors/networkFailure';
import type { SentRequest } from '../errors/secrets';
import type { Target } from '../shared/target';
import { isObject, toText } from '../shared/value';
import { type Headers, retryAfterOf } from './limitHeaders';
import { withoutNoise } from './noise';
import { inTime } from './time';

/** n8n's time limit if Timeout is not set, in ms. */
const TIMEOUT = 300_000;

/** How far our time limit exceeds n8n's, in ms. If the caller's deadline is before n8n's limit, ours ends first. */
const GRACE = 5_000;

/** Longest timer of Node.js, in ms: a longer one ends at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** What became of a request: a body, or a failure. */
export interface Outcome {
	headers: Headers;
	/** Parsed if it is JSON, `''` if it is empty. */
	body?: unknown;
	failure?: Failure;
}

/** Sends a request and returns the whole response, whatever its status. */
export type SendRequest = (request: IHttpRequestOptions) => Promise<IN8nHttpFullResponse>;

/** n8n's context of an item or a searchable list. */
type Context = IExecuteSingleFunctions | ILoadOptionsFunctions;

/** The account of an item or a list: n8n resolves expressions for each. Throws a Failure if it is unusable. */
export async function readAccount(context: Context): Promise<Account> {
	const credentials = await context.getCredentials('webPageReportApi').catch((error: unknown) => {
		throw notSentByN8n(messageOf(error));
	});
	return accountOf(credentials);
}

/** Has n8n sign requests with an account's credential, which it would otherwise read from its database each time. */
export function signedBy(context: Context, { credentials }: Account): SendRequest {
	const type = 'webPageReportApi';
	return async (request) => {
		const sent = {
			...request,
			returnFullResponse: true,
			// Messages quote the body
			ignoreHttpStatusErrors: true,
			// A redirect would turn a POST into a GET and could carry the key to another host
			disableFollowRedirect: true,
		};
		const { helpers } = context;
		return (await helpers.httpRequestWithAuthentication.call(context, type, sent, {
			credentialsDecrypted: { id: '', name: '', type, data: credentials },
		})) as IN8nHttpFullResponse;
	};
}

/**
 * Sends a request once. Never throws.
 *
 * @param request its `url` is a path of docs/openapi.yaml
 * @param deadline when the caller gives up: milliseconds since 1970
 */
export async function outcomeOf(
	sendRequest: SendRequest,
	{ baseUrl, apiKey, hasWorked }: Account & { hasWorked?: boolean },
	target: Target,
	request: IHttpRequestOptions,
	deadline = Infinity,
): Promise<Outcome> {
	const { url, body, proxy } = request;
	const password = isObject(body) ? toText(body.password) : '';
	const sent: SentRequest = { target, baseUrl, proxy, apiKey, password, hasWorked };
	const timeout = Number(request.timeout) > 0 ? Number(request.timeout) : TIMEOUT;
	const left = deadline - Date.now();
	const late = () => (left < timeout + GRACE ? callerTooLate(target) : tooLate(target));
	const timed = {
		...request,
		timeout: Math.min(timeout, Math.max(1, left) + GRACE, LONGEST_TIMER),
	};
	try {
		const answer = await inTime(Math.min(timeout + GRACE, left), late, async () =>
			sendRequest(timed).catch((error: unknown) => {
				throw networkFailure(error, sent);
			}),
		);
		const { headers } = answer;
		const body: unknown = withoutNoise(answer.body);
		const failure = answerFailure(
			{ ...answer, body } as IN8nHttpFullResponse,
			sent,
			url,
			retryAfterOf(headers),
		);
		return failure ? { headers, failure } : { headers, body };
	} catch (error) {
		return { headers: {}, failure: asFailure(error, target) };
	}
}
