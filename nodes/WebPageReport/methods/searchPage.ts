import type {
	IDataObject,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { asFailure } from '../errors/defect';
import { toNodeError } from '../errors/nodeError';
import { exceedsTotal, isMoreAfter, pageOf, withoutFigures } from '../list/page';
import { readHeaders } from '../resources/shared';
import { recordOf } from '../shared/record';
import type { Target } from '../shared/target';
import { isObject } from '../shared/value';
import { accountFor, signedBy } from '../transport/http';
import { readInTime } from './readInTime';

/** How many entries are fetched at once (interface document, section 8). */
const PAGE_SIZE = 50;

/** How long a person waits for a list, with all attempts. */
const TIME = {
	milliseconds: 20_000,
	advice:
		'Try again later, or enter the value by hand. If it keeps failing, contact your report service.',
};

/**
 * One page of a searchable list. n8n calls again with `paginationToken` when a person scrolls to the end.
 *
 * @param paginationToken number of the page and the last entry before it; the first page if it is missing
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
	const [number = '1', lastBefore] = paginationToken?.split(/ (.*)/s) ?? [];
	const page = Number(number);
	const search = filter?.trim();
	const qs = { per_page: PAGE_SIZE, ...(search && { search }), ...(page > 1 && { page }) };
	try {
		const shown = pageOf(await read(context, target, { url: `/${resource}s`, qs }), page);
		// Entries without an identifier can't be selected
		const results = shown.rows.map(toEntry).filter(({ value }) => value !== '');
		const last = String(results.at(-1)?.value ?? '');
		// Same page again: the service ignores `page`, so this is the end
		if (last === lastBefore) return { results: [] };
		const size = shown.perPage ?? PAGE_SIZE;
		const isMore = isMoreAfter([exceedsTotal(shown, size) ? withoutFigures(shown) : shown], size);
		const token = isMore && { paginationToken: `${String(page + 1)} ${last}` };
		return { results, ...token };
	} catch (error) {
		throw toNodeError(asFailure(error, target), context.getNode());
	}
}

/** The report with an ID, as a list of one. The list is empty if there is none, or the service does not say. */
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
		// Any other problem surfaces through the list request
		return [];
	}
}

async function read(
	context: ILoadOptionsFunctions,
	target: Target,
	asked: Pick<IHttpRequestOptions, 'url' | 'qs'>,
) {
	// n8n applies Request Options to runs only
	const options = context.getNodeParameter('requestOptions', {}) as unknown;
	const request = {
		method: 'GET',
		headers: readHeaders,
		skipSslCertificateValidation: isObject(options) && options.allowUnauthorizedCerts === true,
		...asked,
	} as const;
	const account = await accountFor(context);
	return await readInTime(signedBy(context, account), account, target, request, TIME);
}
