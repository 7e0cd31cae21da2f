import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { toText } from '../shared/value';
import { findOne, searchPage } from './searchPage';

/**
 * Reports, newest first: by the address of their page, and by their ID where a person has typed a number.
 */
export async function searchReports(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const id = paginationToken === undefined ? /^\s*#?(\d+)\s*$/.exec(filter ?? '')?.[1] : undefined;
	const [page, found] = await Promise.all([
		searchPage(this, 'report', filter, paginationToken, toEntry),
		id === undefined ? [] : findOne(this, id, toEntry),
	]);
	const others = page.results.filter(({ value }) => value !== found[0]?.value);
	return { ...page, results: [...found, ...others] };
}

/** How many characters of an address there is room for. */
const LONGEST_PAGE = 40;

/** The page comes first: of the one that is chosen, n8n shows no more than the beginning. */
function toEntry({ id, url, result, generated_at }: IDataObject): INodeListSearchItems {
	const value = toText(id);
	const parts = [shownPage(url), toText(result), toMinutes(generated_at), `ID ${value}`];
	return { name: parts.filter(Boolean).join(' · '), value };
}

/** An address without what all have in common, and without its middle where it is long: both ends tell pages apart. */
function shownPage(url: unknown): string {
	const page = toText(url).replace(/^https?:\/\/(www\.)?/i, '');
	const signs = Array.from(page);
	if (signs.length <= LONGEST_PAGE) return page;
	const half = LONGEST_PAGE / 2;
	return [...signs.slice(0, half), '…', ...signs.slice(1 - half)].join('');
}

/** A timestamp to the minute, in UTC where it says how far it is from that; anything else as it is. */
function toMinutes(timestamp: unknown): string {
	const text = toText(timestamp);
	if (!/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}.*(Z|[+-]\d{2}:?\d{2})$/.test(text)) return text;
	const time = new Date(text);
	if (Number.isNaN(time.getTime())) return text;
	return time.toISOString().slice(0, 16).replace('T', ' ');
}
