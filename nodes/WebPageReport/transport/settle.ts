import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { lookedFor } from '../errors/advice';
import type { Failure } from '../errors/failure';
import { readHeaders } from '../resources/shared';
import { isMoreAfter } from '../shared/figures';
import { rowsIn } from '../shared/record';
import { isObject, toText } from '../shared/value';
import { pageOf } from '../shared/webAddress';
import type { Creation, Finding, Reports } from './reports';
import { wait } from './wait';

/** When a report is looked for whose creation got no answer, in milliseconds after that. */
export const LOOKS = [2_000, 10_000, 30_000, 60_000];

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
	const { url } = request.body as IDataObject;
	// As it was sent, and as a service may keep it
	const spellings = [toText(url), creation.page];
	let shown: Exclude<Finding, { report: IDataObject }> | undefined;
	let looked = 0;
	for (const [index, moment] of LOOKS.entries()) {
		if (lostAt + moment > deadline) break;
		await wait(lostAt + moment - Date.now(), check).catch(() => {
			throw lost;
		});
		// A look that fails is repeated by the next one
		const body = await send(lookAt(request, spellings[index % 2])).catch(() => undefined);
		const rows = rowsIn(body)?.filter(isObject) as IDataObject[] | undefined;
		if (!rows) continue;
		const finding = reports.find(creation, rows);
		if (typeof finding === 'object') {
			reports.end(creation, finding.report);
			return finding.report;
		}
		if (finding === 'missing' && !isWhole(body, rows, creation, reports)) continue;
		shown = finding;
		looked = moment;
	}
	throw lookedFor(lost, shown, looked, looked >= Math.max(...LOOKS.slice(0, -1)));
}

/**
 * Whether what is not among these rows is not there: they are what was searched for, and all of it, or the
 * newest.
 */
function isWhole(
	body: unknown,
	rows: IDataObject[],
	creation: Creation,
	reports: Reports,
): boolean {
	if (!rows.every(({ url }) => pageOf(toText(url)).includes(creation.page))) return false;
	if (!isMoreAfter(body, 1, rows.length)) return true;
	const [first = {}, last = {}] = [rows[0], rows.at(-1)];
	return Number(first.id) > Number(last.id) && reports.isOlder(last, creation);
}

/** The newest reports on a page (interface document, section 4.3), asked for in the way that the report was created. */
function lookAt(request: IHttpRequestOptions, search: string | undefined): IHttpRequestOptions {
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
