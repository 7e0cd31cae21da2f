import type { IDataObject } from 'n8n-workflow';

import { isObject, rowsOf, toText } from './items';

/** The sizes a page can have (interface document, section 8), in rows. */
const PAGE_SIZES = [10, 25, 50, 100];

/** How many pages are asked for before the answers are looked at: a service can be wrong about their number. */
const SIDE_BY_SIDE = 50;

/** The page size that reads a list in the fewest requests without reading much more than `limit` rows. */
export function pageSizeFor(limit: number): number {
	return PAGE_SIZES.find((size) => size >= limit) ?? Math.max(...PAGE_SIZES);
}

/**
 * Reads a list in order and without doubles, in as few requests as its page size allows, and only
 * while the answers themselves say that there is more. Where they tell how many pages there are,
 * those are read side by side.
 *
 * @param readPage gives the body of page 1, 2, 3, …; what it throws ends the reading
 * @param limit how many rows are wanted at the most; Infinity for all
 * @param identifier the field that tells rows apart
 */
export async function readPages(
	readPage: (page: number) => Promise<unknown>,
	limit: number,
	identifier: string,
): Promise<IDataObject[]> {
	const rows: IDataObject[] = [];
	const seen = new Set<string>();
	for (let from = 1, to = 1; from <= to;) {
		const pages = Array.from({ length: to - from + 1 }, (_, index) => from + index);
		const bodies = await Promise.all(pages.map(readPage));
		let pageSize = 0;
		let gained = 0;
		for (const body of bodies) {
			const page = rowsOf(body);
			// Rows move to a later page while new ones appear, and some services send one page for all
			const fresh = page.filter((row) => !seen.has(keyOf(row, identifier)));
			for (const row of fresh) seen.add(keyOf(row, identifier));
			rows.push(...fresh);
			pageSize = Math.max(pageSize, page.length);
			gained += fresh.length;
		}
		if (gained === 0) break;
		const wanted = Math.ceil((limit - rows.length) / pageSize);
		from = to + 1;
		to = Math.min(lastPage(bodies.at(-1), to), to + wanted, to + SIDE_BY_SIDE);
	}
	return rows.slice(0, limit);
}

/**
 * The last page there is, as far as an answer says: by page numbers under `meta` or at the top
 * level, else the next page where there is a link to it. The link is a sign, it is never followed.
 */
export function lastPage(body: unknown, page: number): number {
	if (!isObject(body)) return page;
	const meta = isObject(body.meta) ? body.meta : body;
	const last = toNumber(meta.last_page);
	if (last !== undefined) return Math.max(last, page);
	const links = isObject(body.links) ? body.links : {};
	return (links.next ?? body.next_page_url ?? meta.next_page_url) ? page + 1 : page;
}

function keyOf(row: IDataObject, identifier: string): string {
	return toText(row[identifier]) || JSON.stringify(row);
}

function toNumber(value: unknown): number | undefined {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isInteger(number) ? number : undefined;
}
