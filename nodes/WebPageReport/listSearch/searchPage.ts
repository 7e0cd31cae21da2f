import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { exchange } from '../request/exchange';
import { explainError } from '../request/explain';
import { isMoreAfter } from '../request/figures';
import { rowsOf } from '../request/items';
import { readHeaders } from '../resources/shared';

/** How many entries are fetched at once (interface document, section 8). */
const PAGE_SIZE = 50;

/**
 * One page of a searchable list behind a locator. n8n calls again with `paginationToken` when a
 * person scrolls to the end.
 *
 * @param path `/projects` or `/reports`
 * @param filter what the person has typed
 * @param paginationToken number of the page; the first one where it is missing
 * @throws {NodeApiError} which n8n shows in place of the list
 */
export async function searchPage(
	context: ILoadOptionsFunctions,
	path: string,
	filter: string | undefined,
	paginationToken: string | undefined,
	toEntry: (row: IDataObject) => INodeListSearchItems,
): Promise<INodeListSearchResult> {
	const page = Number(paginationToken ?? 1);
	const request = {
		method: 'GET',
		url: path,
		headers: readHeaders,
		qs: { per_page: PAGE_SIZE, ...(filter && { search: filter }), ...(page > 1 && { page }) },
	} as const;
	try {
		const { body, failure } = await exchange(context, request);
		if (failure) throw failure;
		const results = rowsOf(body).map(toEntry);
		const more = results.length > 0 && isMoreAfter(body, page, results.length);
		return { results, ...(more && { paginationToken: String(page + 1) }) };
	} catch (error) {
		throw explainError(error, request).toNodeError(context.getNode());
	}
}
