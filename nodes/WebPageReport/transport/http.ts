import type {
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { type Account, accountOf } from '../../../credentials/WebPageReportApi.credentials';
import { answerFailure, type SentRequest } from '../errors/answerFailure';
import { type Failure, tooLate } from '../errors/failure';
import { networkFailure, notSentByN8n } from '../errors/networkFailure';
import { asFailure, messageOf } from '../errors/thrown';
import { contentOf } from '../response/content';
import { redirectOf } from '../response/redirect';
import type { Answer } from '../response/verdict';
import type { Target } from '../shared/target';
import { isObject, toText } from '../shared/value';
import { retryAfterOf } from './limitHeaders';
import { inTime } from './time';

/** n8n's time limit if Timeout is not set, in ms. */
const TIMEOUT = 300_000;

/** How far our time limit exceeds n8n's, in ms. If the caller's deadline is before n8n's limit, ours ends first. */
const GRACE = 5_000;

/** What became of a request: a success unless there is a failure. */
export interface Outcome {
	/** When it was sent: milliseconds since 1970. */
	sentAt: number;
	/** The response, if there was one. */
	answer?: Answer;
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
	const { url, body } = request;
	const password = isObject(body) ? toText(body.password) : '';
	const sent: SentRequest = { target, baseUrl, apiKey, password, hasWorked };
	// A timer of Node.js that is longer than 2^31 ms ends at once
	const wanted = Number(request.timeout);
	const timeout = wanted > 0 ? Math.min(wanted, 2_000_000_000) : TIMEOUT;
	const sentAt = Date.now();
	const left = deadline - sentAt;
	const late = () => tooLate(target, left < timeout + GRACE ? 'time' : undefined);
	const timed = { ...request, timeout: Math.min(timeout, Math.max(1, left) + GRACE) };
	try {
		const response = await inTime(Math.min(timeout + GRACE, left), late, async () =>
			sendRequest(timed).catch((error: unknown) => {
				throw networkFailure(error, sent);
			}),
		);
		const answer = answerOf(response, baseUrl, url);
		const { status, headers } = answer;
		return { sentAt, answer, failure: answerFailure(answer, sent, retryAfterOf(status, headers)) };
	} catch (error) {
		return { sentAt, failure: asFailure(error, target) };
	}
}

function answerOf(response: IN8nHttpFullResponse, baseUrl: string, path: string): Answer {
	const { statusCode: status, headers, body } = response;
	const location = status >= 300 && status < 400 ? toText(headers.location) : '';
	return {
		status,
		headers,
		content: contentOf(body),
		redirect: redirectOf(location, baseUrl, path),
	};
}
