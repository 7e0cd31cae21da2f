import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { remainingIn, windowsIn } from '../errors/rateLimit';
import { retryAfterOf } from '../errors/retryAfter';

/** What an answer says of a limit. */
export interface Statement {
	/** How many requests are left. */
	remaining?: number;
	/** When there will be more: milliseconds from now. */
	resetAfter?: number;
	/** Whether it may be none of the service, but of a host in front of it. */
	isLost?: boolean;
}

/**
 * What an answer says of a limit (the interface document, section 8, leaves limits open): how many
 * requests are left by `X-RateLimit-Remaining`, `RateLimit-Remaining` or the windows in `RateLimit`
 * (`"default";r=50;t=30`, or `limit=60, remaining=50, reset=30` in older drafts), the fewest of
 * them; and when there will be more, see {@link retryAfterOf}.
 *
 * @param now milliseconds since 1970
 */
export function statementOf(headers: IN8nHttpFullResponse['headers'], now: number): Statement {
	const counts = [
		remainingIn(headers['x-ratelimit-remaining']),
		remainingIn(headers['ratelimit-remaining']),
		...windowsIn(headers.ratelimit).map(({ remaining }) => remaining),
	].flatMap((count) => count ?? []);
	if (counts.length === 0) return {};
	return { remaining: Math.min(...counts), resetAfter: retryAfterOf(headers, now) };
}
