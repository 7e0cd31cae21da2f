import type { IDataObject } from 'n8n-workflow';

import { PAGE_SIZES } from '../resources/descriptions';
import type { Content } from '../response/content';
import { isObject, toText } from '../shared/value';

/** One page of a list. Figures that the response does not state are undefined. */
export interface Page {
	number: number;
	rows: IDataObject[];
	total: number | undefined;
	lastPage: number | undefined;
	/** Whether it links to a next page; undefined if it says nothing about one. The link itself is never followed. */
	hasNext: boolean | undefined;
}

/** The smallest page size that holds `limit` rows, or the largest one. */
export function pageSizeFor(limit: number): number {
	return PAGE_SIZES.find((size) => size >= limit) ?? Math.max(...PAGE_SIZES);
}

/** Parses a page. Its figures are in `meta`, `pagination`, `links` or beside the rows, as numbers or text. */
export function pageOf({ rows = [], envelopes }: Content, number: number): Page {
	const places = envelopes
		.flatMap((envelope) => [envelope.meta, envelope])
		.filter(isObject)
		.flatMap((place) => [place.pagination, place, place.links])
		.filter(isObject);
	const figure = (name: string) => {
		const text = places.map((place) => toText(place[name])).find((said) => /^\d+$/.test(said));
		return text === undefined ? undefined : Number(text);
	};
	const links = places
		.flatMap((place) => [place.next, place.next_page_url])
		.filter((link) => link !== undefined);
	return {
		number,
		rows: rows.map((row) => (isObject(row) ? row : { value: row }) as IDataObject),
		total: figure('total'),
		lastPage: figure('last_page') ?? figure('total_pages'),
		hasNext: links.length > 0 ? links.some(Boolean) : undefined,
	};
}

/** Whether a page announces another one, whatever it shows itself. */
export function announcesMore({ number, lastPage = 0, hasNext = false }: Page): boolean {
	return hasNext || lastPage > number;
}

/**
 * Whether there is another page: the page says so; or it says nothing, or less than it shows, and holds at least ten rows,
 * the smallest page size.
 *
 * @param read number of distinct rows read so far, this page's included
 */
export function isMoreAfter(page: Page, read: number): boolean {
	const { rows, total, lastPage, hasNext } = page;
	if (rows.length === 0) return false;
	if (announcesMore(page) || (total ?? 0) > read) return true;
	const isSilent = [total, lastPage, hasNext].every((said) => said === undefined);
	// Laravel counts only the first group of a grouped query
	const isMiscounted = (total ?? read) < read;
	return (isSilent || isMiscounted) && rows.length >= Math.min(...PAGE_SIZES);
}
