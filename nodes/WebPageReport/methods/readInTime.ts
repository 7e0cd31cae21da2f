import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Account } from '../../../credentials/WebPageReportApi.credentials';
import { Failure } from '../errors/failure';
import { type Content, contentOf } from '../response/content';
import type { Target } from '../shared/target';
import { duration } from '../shared/value';
import { outcomeOf, type SendRequest } from '../transport/http';
import { Limiter } from '../transport/limiter';
import { send } from '../transport/send';
import { Throttle } from '../transport/throttle';

/**
 * Reads for a user who is waiting in the editor. Retries like a run, but bypasses the shared queue.
 *
 * @returns what the response holds
 * @throws {Failure} the last one, or one with this advice if time ran out
 */
export async function readInTime(
	sendRequest: SendRequest,
	account: Account,
	target: Target,
	request: IHttpRequestOptions,
	{ milliseconds, advice }: { milliseconds: number; advice: string },
): Promise<Content> {
	const deadline = Date.now() + milliseconds;
	const caller = { group: {}, signal: new AbortController().signal, deadline };
	const { answer, failure } = await send(new Limiter(new Throttle(1)), caller, target, async () =>
		outcomeOf(sendRequest, account, target, request, deadline),
	);
	if (failure?.details.endedBy === 'time') {
		const title = `The service did not answer within ${duration(milliseconds)}`;
		throw new Failure(title, advice, { fate: 'not sent', endedBy: 'time' });
	}
	if (failure) throw failure;
	return answer?.content ?? contentOf('');
}
