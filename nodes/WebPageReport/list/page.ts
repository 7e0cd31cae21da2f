import type { IDataObject } from 'n8n-workflow';

import { rowsIn } from '../shared/record';
import { isObject } from '../shared/value';

/** The sizes a page can have (interface document, section 8), in rows. */
const PAGE_SIZES = [10, 25, 50, 100];

/** One page of a list, as an answer shows it. A figure that the answer does not state is undefined. */
export interface Page {
	number: number;
	rows: IDataObject[];
	total: number | undefined;
	lastPage: number | undefined;
	perPage: number | undefined;
	/** Whether there is a link to a next page. The node never follows the link itself. */
	linksOn: boolean;
	/** Whether the answer says neither that there is more nor that there is not. */
	isSilent: boolean;
	/** Whether the service says that there is no such page. */
	isMissing: boolean;
}

/** The page size that reads a list in the fewest requests without reading much more than `limit` rows. */
export function pageSizeFor(limit: number): number {
	return PAGE_SIZES.find((size) => size >= limit) ?? Math.max(...PAGE_SIZES);
}

/** Reads a page, with its figures under `meta`, at the top level or beside the links, as numbers or texts. */
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
	const saysNothing = total === undefined && lastPage === undefined;
	return {
		number,
		rows,
		total,
		lastPage,
		perPage: figure('per_page'),
		linksOn: links.some(Boolean),
		isSilent: saysNothing && links.every((link) => link === undefined),
		isMissing: body === undefined,
	};
}

/**
 * Whether a page shows rows beyond the total that it states: Laravel counts only the first group of a query with groups.
 *
 * @param size of a page, in rows
 * @param read rows read up to and with this page, each counted once
 */
export function exceedsTotal(page: Page, size: number, read = Infinity): boolean {
	const { number, rows, total = Infinity } = page;
	return rows.length > 0 && Math.min((number - 1) * size + rows.length, read) > total;
}

/** A page as if it stated nothing: its last page and its missing link go by the same total. */
export function withoutFigures(page: Page): Page {
	return { ...page, total: undefined, lastPage: undefined, isSilent: true };
}

/**
 * Whether there is another page after those: any answer so far says so, or a service that says nothing has shown
 * at least ten rows, the smallest page of the interface.
 *
 * @param size of a page, in rows
 */
export function isMoreAfter(pages: Page[], size: number): boolean {
	const last = pages.at(-1);
	if (!last || last.rows.length === 0) return false;
	const read = (last.number - 1) * size + last.rows.length;
	return (
		last.linksOn ||
		pages.some(({ total = 0, lastPage = 0 }) => total > read || lastPage > last.number) ||
		(pages.every(({ isSilent }) => isSilent) && last.rows.length >= Math.min(...PAGE_SIZES))
	);
}

function toCount(value: unknown): number | undefined {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return Number.isInteger(number) && (number as number) >= 0 ? (number as number) : undefined;
}
