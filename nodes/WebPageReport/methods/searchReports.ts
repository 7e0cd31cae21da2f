import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { toText } from '../shared/value';
import { findOne, searchPage } from './searchPage';

/** Reports, newest first, found by the address of their page. A number also finds the report with that ID. */
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

/** How much of an entry n8n shows, and how much of that the page may take, in characters. */
const LONGEST_ENTRY = 54;
const PAGE = { longest: 26, shortest: 12 };

/** The page comes first: of the entry that is chosen, n8n shows only the beginning. */
function toEntry({ id, url, result, generated_at }: IDataObject): INodeListSearchItems {
	const value = toText(id);
	const parts = [dayOf(generated_at), toText(result), `ID ${value}`].filter(Boolean);
	const rest = parts.map((part) => ` · ${part}`).join('');
	const room = Math.min(PAGE.longest, LONGEST_ENTRY - rest.length);
	const page = shownPage(url, Math.max(PAGE.shortest, room));
	return { name: page === '' ? parts.join(' · ') : page + rest, value };
}

/** An address without its beginning, and without its middle if it is too long: both ends tell pages apart. */
function shownPage(url: unknown, longest: number): string {
	const page = toText(url).replace(/^https?:\/\/(www\.)?/i, '');
	const signs = Array.from(page);
	if (signs.length <= longest) return page;
	const half = longest / 2;
	return [...signs.slice(0, half), '…', ...signs.slice(1 - half)].join('');
}

/** The day of a timestamp in ISO 8601; anything else as it is. */
function dayOf(timestamp: unknown): string {
	const text = toText(timestamp);
	return /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0] ?? text;
}
