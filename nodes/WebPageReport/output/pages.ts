import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../errors/failure';
import { checkComplete } from './completeness';
import type { Page } from '../shared/figures';
import { ListMoved, rowsRepeated } from './listErrors';
import { PageReader } from './pageReader';
import { Rows } from './rows';
import { proveSeam } from './seam';

/** How many rows n8n takes for one input item; with some 120,000, it ends in a stack overflow. */
const MOST_ROWS = 100_000;

/** What is wanted of a list. */
interface Wanted {
	/** How many rows at the most; Infinity for all. */
	limit: number;
	/** The field that tells rows apart. */
	identifier: string;
	/** How many pages are read at once, at the most. */
	atOnce: number;
}

/**
 * Reads a list, complete and in order, in as few requests as its page size allows: side by side as
 * long as nothing moves, else anew and in turn, where it can be proven that nothing has been missed.
 *
 * @param readPage gives the body of page 1, 2, 3, …; what it throws ends the reading
 * @throws {Failure} where rows may be missing
 */
export async function readPages(
	readPage: (page: number) => Promise<unknown>,
	wanted: Wanted,
): Promise<IDataObject[]> {
	const { atOnce } = wanted;
	for (const ahead of [Infinity, 1]) {
		const reader = new PageReader(readPage, atOnce);
		const outcome = await readOnce(reader, ahead, wanted).catch(asListMoved);
		if (!(outcome instanceof ListMoved)) return outcome;
		await reader.settle();
	}
	return await readOnce(new PageReader(readPage, atOnce), 1, wanted);
}

/**
 * Reads on from the first page as long as any answer says that there is more, and no page is empty; one
 * empty page that links on may be followed by others.
 */
async function readOnce(
	reader: PageReader,
	ahead: number,
	{ limit, identifier }: Wanted,
): Promise<IDataObject[]> {
	const { extent } = reader;
	const rows = new Rows(identifier);
	let barren = 0;
	let here = await reader.read(1);
	rows.add(here.rows);
	let gaps = 0;
	while (here.rows.length > 0 || (here.linksOn && ++gaps < 2)) {
		if (Math.min(rows.length, limit) > MOST_ROWS) {
			reader.stop();
			throw tooManyRows();
		}
		const wanted = here.number + Math.ceil((limit - rows.length) / extent.pageSize);
		const last = Math.min(extent.until(here), wanted);
		if (last <= here.number) break;
		let there = await reader.readAhead(here.number + 1, Math.min(last, here.number + ahead));
		// Nobody has said that there is another page, and there is none
		if (here.isSilent && isRepeated(here, there)) return rows.first(limit);
		if (!extent.hasMoved && extent.holds(rows.length) && rows.knowsAll(there.rows)) break;
		// Side by side, nobody knows which of two pages is the older one: no seam can be proven
		const isUnsure = reader.isSideBySide && (extent.hasMoved || rows.knowsOneOf(there.rows));
		if (isUnsure) throw new ListMoved();
		if (!reader.isSideBySide) there = await proveSeam(reader, rows, here, there);
		// New rows can fill as many pages with known ones as have been read; more, and it goes round in circles
		if (isBarren(rows, here, there) && ++barren > there.number / 2) {
			throw extent.hasMoved ? new ListMoved() : rowsRepeated(rows.length);
		}
		rows.add(there.rows);
		here = there;
	}
	await reader.settle();
	checkComplete(reader, rows, limit, barren);
	return rows.first(limit);
}

/** Whether a page has brought nothing new; without identifiers and figures, one that is as the page before it. */
function isBarren(rows: Rows, here: Page, there: Page): boolean {
	if (there.rows.length === 0) return false;
	if (rows.knowsAll(there.rows)) return true;
	const saysNothing = there.total === undefined && there.lastPage === undefined;
	return saysNothing && isRepeated(here, there);
}

function isRepeated(here: Page, there: Page): boolean {
	return JSON.stringify(here.rows) === JSON.stringify(there.rows);
}

/**
 * What a reading has failed with, where another one may not meet it.
 *
 * @throws any other failure
 */
function asListMoved(failure: unknown): ListMoved {
	if (failure instanceof ListMoved) return failure;
	throw failure;
}

/** More rows than n8n can hold. */
function tooManyRows(): Failure {
	return new Failure(
		`The list has more than ${String(MOST_ROWS)} entries, too many for n8n`,
		`Set Limit to ${String(MOST_ROWS)} or less, or read the list in parts with a filter.`,
	);
}
