import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { exchange } from '../request/exchange';
import { explainOwnError } from '../request/explainError';
import { Failure } from '../request/failure';
import { isMoreAfter } from '../request/figures';
import { rowsOf } from '../request/items';
import { Pause } from '../request/pause';
import { persist } from '../request/persist';
import { readHeaders } from '../resources/shared';
import { requestOptionsOf } from './requestOptions';

/** How many entries are fetched at once (interface document, section 8). */
const PAGE_SIZE = 50;

/** How long a person waits for a list, with everything that is sent again, in milliseconds. */
const PATIENCE = 20_000;

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
	const qs = { per_page: PAGE_SIZE, ...(filter && { search: filter }), ...(page > 1 && { page }) };
	try {
		const body = await read(context, path, qs);
		const rows = rowsOf(body);
		// What has no identifier cannot be chosen
		const results = rows.map(toEntry).filter(({ value }) => value !== '');
		const more = rows.length > 0 && isMoreAfter(body, page, rows.length);
		return { results, ...(more && { paginationToken: String(page + 1) }) };
	} catch (error) {
		throw explainOwnError(error, { method: 'GET' }).toNodeError(context.getNode());
	}
}

/** Sends a read as a run does, as long as a person is ready to wait. */
async function read(context: ILoadOptionsFunctions, path: string, qs: IDataObject) {
	const options = requestOptionsOf(context);
	const request = { method: 'GET', url: path, headers: readHeaders, qs, ...options } as const;
	const signal = AbortSignal.timeout(PATIENCE);
	const check = () => {
		if (!signal.aborted) return;
		throw new Failure(
			`No answer came within ${String(PATIENCE / 1000)} seconds for the list of ${path.slice(1)}`,
			'Try again later, or enter what you know by hand. If it goes on, ask whoever runs the service.',
		);
	};
	const persistence = { isRead: true, pause: new Pause(), check, patience: PATIENCE };
	return await persist(async () => await exchange(context, request, signal), persistence).catch(
		(error: unknown) => {
			check();
			throw error;
		},
	);
}
