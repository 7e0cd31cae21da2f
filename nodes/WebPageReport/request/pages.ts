import type { IDataObject } from 'n8n-workflow';

import { isObject, rowsOf } from './items';

/** The sizes a page can have (interface document, section 8), in rows. */
const PAGE_SIZES = [10, 25, 50, 100];

/** The page size that reads a list in the fewest requests without reading much more than `limit` rows. */
export function pageSizeFor(limit: number): number {
	return PAGE_SIZES.find((size) => size >= limit) ?? Math.max(...PAGE_SIZES);
}

/**
 * Reads a list page by page, only as far as needed and only while the answers say that there is more.
 *
 * @param readPage gives the body of page 1, 2, 3, …; what it throws ends the reading
 * @param limit how many rows are wanted at the most; Infinity for all
 */
export async function readPages(
	readPage: (page: number) => Promise<unknown>,
	limit: number,
): Promise<IDataObject[]> {
	const rows: IDataObject[] = [];
	let previous = '';
	for (let page = 1; ; page++) {
		const body = await readPage(page);
		const newRows = rowsOf(body);
		const fingerprint = JSON.stringify(newRows);
		// A service that does not know `page` sends the first one again and again
		if (newRows.length === 0 || fingerprint === previous) return rows;
		rows.push(...newRows);
		if (rows.length >= limit || !hasNext(body, page)) return rows.slice(0, limit);
		previous = fingerprint;
	}
}

/**
 * Whether the answer itself says that another page follows: by page numbers under `meta` or at the
 * top level, else by a link to the next page. The link only counts as a sign; it is never followed.
 */
export function hasNext(body: unknown, page: number): boolean {
	if (!isObject(body)) return false;
	const meta = isObject(body.meta) ? body.meta : body;
	const last = toNumber(meta.last_page);
	if (last !== undefined) return (toNumber(meta.current_page) ?? page) < last;
	const links = isObject(body.links) ? body.links : {};
	return Boolean(links.next ?? body.next_page_url ?? meta.next_page_url);
}

function toNumber(value: unknown): number | undefined {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
