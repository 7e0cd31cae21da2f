import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Account } from '../../../credentials/WebPageReportApi.credentials';
import { Failure } from '../errors/failure';
import type { Target } from '../shared/target';
import { duration } from '../shared/value';
import { type Ask, http } from '../transport/http';
import { Limiter } from '../transport/limiter';
import { send } from '../transport/send';

/** Grace after our deadline before n8n aborts the request, in ms. */
const AFTERWARDS = 5_000;

/**
 * Reads for a person who waits in the editor. Retries like a run, but bypasses the shared queue.
 *
 * @returns the body of the answer
 * @throws {Failure} the last one, or with this advice that no answer came in time
 */
export async function readInTime(
	ask: Ask,
	account: Account,
	target: Target,
	request: IHttpRequestOptions,
	{ milliseconds, advice }: { milliseconds: number; advice: string },
): Promise<unknown> {
	const deadline = Date.now() + milliseconds;
	const title = `The service did not answer within ${duration(milliseconds)}`;
	const limit = { deadline, late: () => new Failure(title, advice) };
	const sent = { ...request, timeout: milliseconds + AFTERWARDS };
	const caller = { queue: {}, signal: new AbortController().signal, deadline };
	const { body, failure } = await send(new Limiter(1), caller, target, async () =>
		http(ask, account, target, sent, limit),
	);
	if (failure) throw failure;
	return body;
}
