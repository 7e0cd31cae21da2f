import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { lookedFor } from '../errors/advice';
import type { Failure } from '../errors/failure';
import { readHeaders } from '../resources/shared';
import { toText } from '../shared/value';
import { siteOf } from '../shared/webAddress';
import { type Creation, type Finding, idOf } from './creation';
import { look, type View } from './look';
import type { Reports } from './reports';
import { wait } from './wait';

/** When a report is looked for whose creation got no answer, in milliseconds after that. */
export const LOOKS = [2_000, 10_000, 30_000, 60_000];

/** How long an answer to a look may take, in milliseconds. */
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
 * that would make a second report. The first looks search for its address, as it was sent and as a
 * service may keep it; the later ones for its site too, however the service searches and keeps addresses.
 * Only the last one can show that it is not there.
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
	const isPast = (rows: IDataObject[]) => reports.arePast(creation, rows);
	const lookFor = async (search: string | undefined) =>
		await look(async (page) => await send(lookAt(request, search, page)), isPast);
	let shown: Exclude<Finding, { report: IDataObject }> | undefined;
	let looked = 0;
	for (const [index, moment] of LOOKS.entries()) {
		if (lostAt + moment > deadline) break;
		await wait(lostAt + moment - Date.now(), check).catch(() => {
			throw lost;
		});
		const page = [toText(url), creation.page][index];
		// A look that fails is repeated by the next one
		const view = await lookAround(
			lookFor,
			page ?? toText(url),
			page ?? siteOf(creation.page),
		).catch(() => undefined);
		if (!view) continue;
		const finding = reports.find(creation, view.rows);
		if (typeof finding === 'object') {
			reports.end(creation, finding.report);
			return finding.report;
		}
		const isLast = index === LOOKS.length - 1;
		if (finding === 'missing' && !(isLast && view.isWhole)) continue;
		shown = finding;
		looked = moment;
	}
	const target = { resource: 'report', operation: 'create', url: toText(url) } as const;
	throw lookedFor(lost, target, shown, looked);
}

/** Looks for a page and a site; where there is nothing, at all reports: not every service can search. */
async function lookAround(
	lookFor: (search: string | undefined) => Promise<View | undefined>,
	page: string,
	site: string,
): Promise<View | undefined> {
	const rows = new Map<unknown, IDataObject>();
	const searches = new Set<string | undefined>([page, site]);
	let isWhole = false;
	for (const search of searches) {
		const view = await lookFor(search);
		if (!view) return undefined;
		for (const row of view.rows) rows.set(idOf(row) || row, row);
		if (search === site && site !== page && view.rows.length === 0) searches.add(undefined);
		isWhole = view.isWhole;
	}
	return { rows: [...rows.values()], isWhole };
}

/** The newest reports (interface document, section 4.3), asked for in the way that the report was created. */
function lookAt(
	request: IHttpRequestOptions,
	search: string | undefined,
	page: number,
): IHttpRequestOptions {
	return {
		...request,
		body: undefined,
		method: 'GET',
		url: '/reports',
		headers: readHeaders,
		qs: {
			...(search !== undefined && { search, search_by: 'url' }),
			sort_by: 'id',
			sort: 'desc',
			per_page: 100,
			...(page > 1 && { page }),
		},
		timeout: Math.min(request.timeout ?? LOOK_TIMEOUT, LOOK_TIMEOUT),
	};
}
