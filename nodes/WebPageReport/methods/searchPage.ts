import type {
	IDataObject,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { ownError } from '../errors/ownError';
import { rowsOf } from '../output/answer';
import { isMoreAfter } from '../shared/figures';
import { readHeaders } from '../resources/shared';
import { recordOf } from '../shared/record';
import type { Target } from '../shared/target';
import { credentialsOf, transmitterFor } from '../transport/send';
import { readInTime } from './readInTime';
import { requestOptionsOf } from './requestOptions';

/** How many entries are fetched at once (interface document, section 8). */
const PAGE_SIZE = 50;

/** How long a person waits for a list, with everything that is sent again, in milliseconds. */
const PATIENCE = 20_000;

/**
 * One page of a searchable list behind a locator. n8n calls again with `paginationToken` when a
 * person scrolls to the end.
 *
 * @param filter what the person has typed
 * @param paginationToken number of the page; the first one where it is missing
 * @throws {NodeApiError} which n8n shows in place of the list
 */
export async function searchPage(
	context: ILoadOptionsFunctions,
	resource: Target['resource'],
	filter: string | undefined,
	paginationToken: string | undefined,
	toEntry: (row: IDataObject) => INodeListSearchItems,
): Promise<INodeListSearchResult> {
	const target: Target = { resource, operation: 'getAll' };
	const page = Number(paginationToken ?? 1);
	const search = filter?.trim();
	const qs = { per_page: PAGE_SIZE, ...(search && { search }), ...(page > 1 && { page }) };
	try {
		const body = await read(context, target, { url: `/${resource}s`, qs });
		const rows = rowsOf(body);
		// What has no identifier cannot be chosen
		const results = rows.map(toEntry).filter(({ value }) => value !== '');
		const more = rows.length > 0 && isMoreAfter(body, page, rows.length);
		return { results, ...(more && { paginationToken: String(page + 1) }) };
	} catch (error) {
		throw ownError(error, target).toNodeError(context.getNode());
	}
}

/** The one report with an ID, as a list of its own; empty where there is none, or the service does not say. */
export async function findOne(
	context: ILoadOptionsFunctions,
	identifier: string,
	toEntry: (row: IDataObject) => INodeListSearchItems,
): Promise<INodeListSearchItems[]> {
	const target: Target = { resource: 'report', operation: 'get', identifier };
	try {
		const record = recordOf(await read(context, target, { url: `/reports/${identifier}` }));
		const entries = record ? [toEntry(record)] : [];
		return entries.filter(({ value }) => value === identifier);
	} catch {
		// The list says what is wrong, where more is wrong than that there is no such report
		return [];
	}
}

async function read(
	context: ILoadOptionsFunctions,
	target: Target,
	asked: Pick<IHttpRequestOptions, 'url' | 'qs'>,
) {
	const options = requestOptionsOf(context);
	const request = { method: 'GET', headers: readHeaders, ...asked, ...options } as const;
	const transmit = transmitterFor(context, await credentialsOf(context));
	return await readInTime(async (signal, hear) => await transmit(target, request, signal, hear), {
		milliseconds: PATIENCE,
		advice:
			'Try again later, or enter the value by hand. If it keeps failing, contact your report service.',
	});
}
