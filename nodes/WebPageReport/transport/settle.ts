import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { lookedFor } from '../errors/advice';
import type { Failure } from '../errors/failure';
import { readHeaders } from '../resources/shared';
import { rowsIn } from '../shared/record';
import { isObject, toText } from '../shared/value';
import { pageOf } from '../shared/webAddress';
import type { Creation, Finding, Reports } from './reports';
import { wait } from './wait';

/**
 * When a report is looked for whose creation got no answer, in milliseconds after that. Each in another
 * quarter of a second: so the whole seconds in the header `Date` tell the clock of the service to a
 * quarter, which is all that a run knows of it whose only create was lost.
 */
export const LOOKS = [2_250, 10_500, 29_750, 60_000];

/** How long a look may take, in milliseconds. */
const LOOK_TIMEOUT = 20_000;

/** What it takes to look for a report. */
interface Search {
	/** Sends a read once, when it is its turn. */
	send: (request: IHttpRequestOptions) => Promise<unknown>;
	/** Milliseconds since 1970 after which nobody waits for the report. */
	deadline?: number;
	/** Throws where nobody waits for it any more. */
	check: () => void;
}

/**
 * Looks for the report of a create whose answer was lost; the create itself is never sent again, as
 * that would make a second report.
 *
 * @param request that created it
 * @returns the report
 * @throws {Failure} what was lost, and what looking for it has shown
 */
export async function settle(
	reports: Reports,
	creation: Creation,
	lost: Failure,
	request: IHttpRequestOptions,
	{ send, check, deadline = Infinity }: Search,
): Promise<IDataObject> {
	const lostAt = Date.now();
	let shown: Exclude<Finding, { report: IDataObject }> | undefined;
	let looked = 0;
	for (const moment of LOOKS) {
		if (lostAt + moment > deadline) break;
		await wait(lostAt + moment - Date.now(), check).catch(() => {
			throw lost;
		});
		// A look that fails is repeated by the next one
		const rows = await send(lookAt(request)).then(rowsIn, () => undefined);
		if (!rows) continue;
		const found = rows.filter(isObject) as IDataObject[];
		const finding = reports.find(creation, found);
		if (typeof finding === 'object') {
			reports.end(creation, finding.report);
			return finding.report;
		}
		// Where nothing was searched for, it can stand on another page of the list
		if (finding === 'missing' && !found.every(({ url }) => isFor(creation, url))) continue;
		shown = finding;
		looked = moment;
	}
	throw lookedFor(lost, shown, looked);
}

/** Whether a report is one of those that were searched for: on that page, or on one below it. */
function isFor({ page }: Creation, url: unknown): boolean {
	return pageOf(toText(url)).includes(page);
}

/** The newest reports on a page (interface document, section 4.3), asked for in the way that the report was created. */
function lookAt(request: IHttpRequestOptions): IHttpRequestOptions {
	const { url: search } = request.body as IDataObject;
	const qs = { search, search_by: 'url', sort_by: 'id', sort: 'desc', per_page: 100 };
	return {
		...request,
		body: undefined,
		method: 'GET',
		url: '/reports',
		headers: readHeaders,
		qs,
		timeout: Math.min(request.timeout ?? LOOK_TIMEOUT, LOOK_TIMEOUT),
	};
}
