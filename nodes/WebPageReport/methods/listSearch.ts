import type {
	IDataObject,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { asFailure, toNodeError } from '../errors/thrown';
import { isMoreAfter, pageOf } from '../list/page';
import { readHeaders } from '../resources/descriptions';
import type { Target } from '../shared/target';
import { isObject, toText } from '../shared/value';
import { readAccount, signedBy } from '../transport/http';
import { readInTime } from './readInTime';

/** Entries per request: one of the sizes that the service allows. */
const PAGE_SIZE = 50;

/** Time limit of a list, including retries. */
const TIME = {
	milliseconds: 20_000,
	advice:
		'Try again later, or enter the value by hand. If it keeps failing, contact your report service.',
};

/** How much of an address to show, in characters: n8n shows 54 of an entry. */
const LONGEST_ADDRESS = 20;

/** Reports, newest first. The filter searches the addresses of pages; a number also finds the report with that ID. */
export async function searchReports(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const id = paginationToken === undefined ? /^\s*#?(\d+)\s*$/.exec(filter ?? '')?.[1] : undefined;
	const target: Target = { resource: 'report', operation: 'get', identifier: id };
	const [page, found] = await Promise.all([
		searchPage(this, 'report', filter, paginationToken, toEntry),
		// Any other problem surfaces through the list
		id && read(this, target, { url: `/reports/${id}` }).catch(() => undefined),
	]);
	const entry = found ? toEntry(found.record ?? {}) : undefined;
	if (!entry || entry.value !== id) return page;
	return { ...page, results: [entry, ...page.results.filter(({ value }) => value !== id)] };
}

/** Projects, newest first. The name serves as the identifier. */
export async function searchProjects(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await searchPage(this, 'project', filter, paginationToken, ({ project, value }) => {
		const name = toText(project ?? value);
		return { name, value: name };
	});
}

/**
 * One page of a searchable list. n8n calls again with `paginationToken` when a user scrolls to the end.
 *
 * @param paginationToken page number and the last entry before it; the first page if missing
 * @throws {NodeApiError} which n8n shows instead of the list
 */
async function searchPage(
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
		const isMore = isMoreAfter(shown, (page - 1) * PAGE_SIZE + shown.rows.length);
		return { results, ...(isMore && { paginationToken: `${String(page + 1)} ${last}` }) };
	} catch (error) {
		throw toNodeError(asFailure(error, target), context.getNode());
	}
}

async function read(
	context: ILoadOptionsFunctions,
	target: Target,
	urlAndQuery: Pick<IHttpRequestOptions, 'url' | 'qs'>,
) {
	// n8n applies Request Options only to executions
	const options = context.getNodeParameter('requestOptions', {}) as unknown;
	const request = {
		method: 'GET',
		headers: readHeaders,
		skipSslCertificateValidation: isObject(options) && options.allowUnauthorizedCerts === true,
		...urlAndQuery,
	} as const;
	const account = await readAccount(context);
	return await readInTime(signedBy(context, account), account, target, request, TIME);
}

/** The ID comes first: n8n shows only the beginning of the selected entry, and a page can have several reports. */
function toEntry({ id, url, result, generated_at }: IDataObject): INodeListSearchItems {
	const value = toText(id);
	// To the minute: a page can have several reports of one day
	const time = toText(generated_at)
		.replace(/^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d))?.*/s, '$1 $2')
		.trim();
	const parts = [`#${value}`, shownAddress(url), time, toText(result)];
	return { name: parts.filter(Boolean).join(' · '), value };
}

/** An address without scheme, and without its middle if it is too long: both ends tell pages apart. */
function shownAddress(url: unknown): string {
	const address = toText(url).replace(/^https?:\/\/(www\.)?/i, '');
	const characters = Array.from(address);
	if (characters.length <= LONGEST_ADDRESS) return address;
	const half = LONGEST_ADDRESS / 2;
	return [...characters.slice(0, half), '…', ...characters.slice(1 - half)].join('');
}
