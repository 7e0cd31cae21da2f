import type { IDataObject } from 'n8n-workflow';

import { isObject, rowsOf, toText } from './items';
import { AT_ONCE } from './turns';

/** The sizes a page can have (interface document, section 8), in rows. */
const PAGE_SIZES = [10, 25, 50, 100];

/** How many pages are believed in at the most, in case a service is wrong about their number. */
const MOST_SIDE_BY_SIDE = 1000;

/** The page size that reads a list in the fewest requests without reading much more than `limit` rows. */
export function pageSizeFor(limit: number): number {
	return PAGE_SIZES.find((size) => size >= limit) ?? Math.max(...PAGE_SIZES);
}

/**
 * Reads a list in order and without doubles, in as few requests as its page size allows, and only
 * while the answers themselves say that there is more. Where they tell how many pages there are, the
 * pages are read side by side.
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
	const first = await readPage(1);
	const rows = new Rows(limit, identifier);
	rows.add(rowsOf(first));

	const pages = rows.length > 0 ? pagesOf(first) : undefined;
	const last = Math.min(pages ?? Infinity, Math.ceil(limit / rows.length));
	if (pages === undefined || last > MOST_SIDE_BY_SIDE) {
		return await readInTurn(first, readPage, new Rows(limit, identifier));
	}
	const later = Array.from({ length: last - 1 }, (_, index) => index + 2);
	const bodies = await readSideBySide(later, readPage);
	let doubles = 0;
	for (const page of bodies.map(rowsOf)) doubles += page.length - rows.add(page);
	const total = totalOf(first) ?? (last < pages ? Infinity : rows.length);
	if (doubles === 0 && rows.length >= Math.min(limit, total)) return rows.wanted;
	// Rows have moved from page to page meanwhile. In turn, none can be pushed past the reader.
	return await readInTurn(await readPage(1), readPage, new Rows(limit, identifier));
}

/** Reads pages side by side, as far as the run lets them; none is begun after one that has failed. */
async function readSideBySide(
	pages: number[],
	readPage: (page: number) => Promise<unknown>,
): Promise<unknown[]> {
	const bodies: unknown[] = [];
	const left = pages.entries();
	let failed = false;
	const reader = async () => {
		for (const [index, page] of left) {
			if (failed) return;
			bodies[index] = await readPage(page);
		}
	};
	const readers = Array.from({ length: AT_ONCE }, reader);
	try {
		await Promise.all(readers);
	} finally {
		failed = true;
	}
	return bodies;
}

/** Reads on from the first page, one page after the other. */
async function readInTurn(
	first: unknown,
	readPage: (page: number) => Promise<unknown>,
	rows: Rows,
): Promise<IDataObject[]> {
	let body = first;
	let previous = '';
	let barren = 0;
	for (let page = 1; ; page++) {
		const found = rowsOf(body);
		const shown = JSON.stringify(found);
		if (rows.add(found) === 0) barren++;
		// New rows can fill as many pages with known ones as have been read; more, and it goes round in circles
		const isOver = found.length === 0 || shown === previous || barren > page / 2;
		if (isOver || rows.isFull || lastPage(body, page) <= page) return rows.wanted;
		previous = shown;
		body = await readPage(page + 1);
	}
}

/** The rows of several pages, each once: rows move to a later page while new ones appear. */
class Rows {
	private readonly all: IDataObject[] = [];

	private readonly seen = new Set<string>();

	constructor(
		private readonly limit: number,
		private readonly identifier: string,
	) {}

	/** Adds what has not been on an earlier page, and says how much that was. */
	add(page: IDataObject[]): number {
		const fresh = page.filter((row) => !this.seen.has(this.keyOf(row)));
		for (const row of fresh) this.seen.add(this.keyOf(row));
		this.all.push(...fresh);
		return fresh.length;
	}

	get length(): number {
		return this.all.length;
	}

	get isFull(): boolean {
		return this.all.length >= this.limit;
	}

	get wanted(): IDataObject[] {
		return this.isFull ? this.all.slice(0, this.limit) : this.all;
	}

	private keyOf(row: IDataObject): string {
		return toText(row[this.identifier]) || JSON.stringify(row);
	}
}

/**
 * The last page there is, as far as an answer says: by page numbers under `meta` or at the top
 * level, else the next page where there is a link to it. The link is a sign, it is never followed.
 */
export function lastPage(body: unknown, page: number): number {
	if (!isObject(body)) return page;
	const last = pagesOf(body);
	if (last !== undefined) return Math.max(last, page);
	const meta = isObject(body.meta) ? body.meta : body;
	const links = isObject(body.links) ? body.links : {};
	return (links.next ?? body.next_page_url ?? meta.next_page_url) ? page + 1 : page;
}

/** How many pages there are, where an answer says so. */
function pagesOf(body: unknown): number | undefined {
	return numberIn(body, 'last_page');
}

/** How many rows there are in all, where an answer says so. */
function totalOf(body: unknown): number | undefined {
	return numberIn(body, 'total');
}

/** A whole number, or a text of one, under `meta` or at the top level. */
function numberIn(body: unknown, name: string): number | undefined {
	if (!isObject(body)) return undefined;
	const meta = isObject(body.meta) ? body.meta : body;
	return toNumber(meta[name]) ?? toNumber(body[name]);
}

function toNumber(value: unknown): number | undefined {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isInteger(number) ? number : undefined;
}
