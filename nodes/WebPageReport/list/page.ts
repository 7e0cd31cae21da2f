import type { IDataObject } from 'n8n-workflow';

import { PAGE_SIZES } from '../resources/descriptions';
import { rowsIn } from '../shared/record';
import { isObject } from '../shared/value';

/** One page of a list. Figures that the response does not state are undefined. */
export interface Page {
	number: number;
	rows: IDataObject[];
	total: number | undefined;
	lastPage: number | undefined;
	perPage: number | undefined;
	/** Whether there is a link to a next page. The link itself is never followed. */
	hasNextLink: boolean;
	/** Whether the response says nothing about further pages, not even that there are none (a null link). */
	isSilent: boolean;
	/** Whether the service answered that there is no such page. */
	isMissing: boolean;
}

/** The smallest page size that holds `limit` rows, or the largest one. */
export function pageSizeFor(limit: number): number {
	return PAGE_SIZES.find((size) => size >= limit) ?? Math.max(...PAGE_SIZES);
}

/** Parses a page. Its figures are in `meta`, `meta.pagination`, `links` or at the top level, as numbers or strings. */
export function pageOf(body: unknown, number: number): Page {
	const rows = (rowsIn(body) ?? []).map(
		(row) => (isObject(row) ? row : { value: row }) as IDataObject,
	);
	const wraps = [body, isObject(body) && body.data].filter(isObject);
	const metas = wraps.map(({ meta }) => meta).filter(isObject);
	const places = [...metas, ...metas.map(({ pagination }) => pagination), ...wraps]
		.concat(wraps.map(({ links }) => links))
		.filter(isObject);
	const figure = (name: string) =>
		places.map((place) => toCount(place[name])).find((count) => count !== undefined);
	const total = figure('total');
	const lastPage = figure('last_page');
	const links = places.flatMap((place) => [place.next, place.next_page_url]);
	return {
		number,
		rows,
		total,
		lastPage,
		perPage: figure('per_page'),
		hasNextLink: links.some(Boolean),
		isSilent: [total, lastPage, ...links].every((said) => said === undefined),
		isMissing: body === undefined,
	};
}

/**
 * Whether a page shows rows beyond the total that it states: Laravel counts only the first group of a grouped query.
 *
 * @param size page size, in rows
 * @param read distinct rows read so far, including this page
 */
export function exceedsTotal(page: Page, size: number, read = Infinity): boolean {
	const { number, rows, total = Infinity } = page;
	return rows.length > 0 && Math.min((number - 1) * size + rows.length, read) > total;
}

/** Drops what a page says about where the list ends: last page and missing link derive from the same wrong total. */
export function withoutFigures(page: Page): Page {
	return { ...page, total: undefined, lastPage: undefined, isSilent: true };
}

/**
 * Whether there is another page: any response so far says so, or none says anything and the last page held at least ten
 * rows, the smallest page size.
 *
 * @param size page size, in rows
 */
export function isMoreAfter(pages: Page[], size: number): boolean {
	const last = pages.at(-1);
	if (!last) return false;
	// E.g. if the service filters the rows of a page after reading them
	if (last.rows.length === 0) return last.hasNextLink;
	const read = (last.number - 1) * size + last.rows.length;
	return (
		last.hasNextLink ||
		pages.some(({ total = 0, lastPage = 0 }) => total > read || lastPage > last.number) ||
		(pages.every(({ isSilent }) => isSilent) && last.rows.length >= Math.min(...PAGE_SIZES))
	);
}

function toCount(value: unknown): number | undefined {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return Number.isInteger(number) && (number as number) >= 0 ? (number as number) : undefined;
}
