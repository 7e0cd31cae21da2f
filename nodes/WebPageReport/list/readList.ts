import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../errors/failure';
import { toText } from '../shared/value';
import { exceedsTotal, isMoreAfter, type Page, withoutFigures } from './page';

/** n8n overflows the stack at about 120,000 output items per input item. */
const MAX_ROWS = 100_000;

/** Maximum number of passes over a list. */
const READINGS = 3;

export interface Wanted {
	/** Maximum number of rows; Infinity for all. */
	limit: number;
	/** The field that tells rows apart. */
	identifier: string;
	/** Maximum number of pages read at once. */
	atOnce: number;
}

/** One pass over a list. */
interface Reading {
	pages: Page[];
	/** Distinct, in the service's order. Rows without an identifier are never treated as duplicates. */
	rows: IDataObject[];
	/** Number of rows received more than once. */
	duplicates: number;
	/** Whether all of these were shifts: the first rows of a page repeat the last ones of the page before. */
	areShifts: boolean;
	/** Consecutive pages at the end without a new row, although they show old ones or link to another page. */
	stalePages: number;
	/** Whether a total is wrong, so that all are ignored. */
	isMiscounted: boolean;
}

/**
 * Reads a list, complete and in order: pages in parallel if the service states a total. If rows moved meanwhile, it
 * reads again, page by page: insertions then only push rows to later pages; only deletions and moves can hide one.
 *
 * @param readPage reads page 1, 2, 3, …
 * @throws {Failure} if rows may be missing, or whatever `readPage` throws
 */
export async function readList(
	readPage: (number: number) => Promise<Page>,
	wanted: Wanted,
): Promise<IDataObject[]> {
	for (let readings = 1; ; readings++) {
		const isSequential = readings > 1;
		const reading = await readPages(readPage, wanted, isSequential);
		if (isComplete(reading, wanted, isSequential)) return reading.rows.slice(0, wanted.limit);
		if (readings === READINGS) throw incomplete(reading);
	}
}

/** Reads from the first page until there are no more pages, or nothing new. */
async function readPages(
	readPage: (number: number) => Promise<Page>,
	{ limit, identifier, atOnce }: Wanted,
	isSequential: boolean,
): Promise<Reading> {
	const none = { pages: [], rows: [], duplicates: 0, stalePages: 0 };
	const reading: Reading = { ...none, areShifts: true, isMiscounted: false };
	const known = new Set<string>();
	for (let ahead = 1; ;) {
		const next = reading.pages.length + 1;
		const numbers = Array.from({ length: ahead }, (_, index) => next + index);
		for (const page of await Promise.all(numbers.map(readPage))) {
			// Same page again, and no total claims more rows: stop here. `isComplete` checks the links
			const isAll = reading.rows.length >= (page.total ?? 0);
			const before = reading.pages.at(-1)?.rows;
			if (isAll && JSON.stringify(page.rows) === JSON.stringify(before)) return reading;
			add(reading, page, known, identifier);
		}
		const { pages, rows } = reading;
		if (Math.min(rows.length, limit) > MAX_ROWS) throw tooManyRows;
		// Insertions can fill one page with known rows, and filters can empty one; two in a row are the end
		const isEnd = reading.stalePages > 1 || rows.length >= limit;
		const size = sizeOf(pages);
		if (isEnd || !isMoreAfter(pages, size)) return reading;
		const left = Math.ceil((Math.min(pages[0]?.total ?? 0, limit) - rows.length) / size);
		ahead = isSequential ? 1 : Math.max(1, Math.min(left, atOnce));
	}
}

function add(reading: Reading, page: Page, known: Set<string>, identifier: string): void {
	const keyOf = (row: IDataObject) => toText(row[identifier]);
	const { pages, rows } = reading;
	const fresh = page.rows.filter((row) => !known.has(keyOf(row)));
	const duplicates = page.rows.length - fresh.length;
	const pushed = page.rows.slice(0, duplicates).map(keyOf);
	const before = rows.slice(rows.length - duplicates).map(keyOf);
	if (pushed.join('\n') !== before.join('\n')) reading.areShifts = false;
	reading.duplicates += duplicates;
	const isStale = fresh.length === 0 && (duplicates > 0 || page.hasNextLink);
	reading.stalePages = isStale ? reading.stalePages + 1 : 0;
	// One at a time: push(...) overflows the stack for very long pages
	for (const row of fresh) {
		rows.push(row);
		if (keyOf(row) !== '') known.add(keyOf(row));
	}
	pages.push(page);
	reading.isMiscounted ||= exceedsTotal(page, sizeOf(pages), rows.length);
	if (reading.isMiscounted) reading.pages = pages.map(withoutFigures);
}

/** Whether nothing suggests that a row is missing. */
function isComplete(
	{ pages, rows, duplicates, areShifts, stalePages }: Reading,
	{ limit }: Wanted,
	isSequential: boolean,
): boolean {
	const totals = pages.flatMap(({ total }) => total ?? []);
	const last = pages.at(-1);
	if (totals.length === 0) {
		const { number: end = 0, hasNextLink = false, isMissing = false } = last ?? {};
		const isEmpty = last?.rows.length === 0;
		const announced = pages.filter((page) => page.hasNextLink || (page.lastPage ?? 0) >= end);
		// Missing, although the page before it announced it. An empty one is believed the second time
		const mayBeCut = isMissing || (isEmpty && !hasNextLink && !isSequential);
		const isCut = mayBeCut && announced.some(({ number }) => number === end - 1);
		const saysMore = (hasNextLink && !isEmpty) || isCut || (last?.lastPage ?? 0) > end;
		const isFresh = stalePages === 0 || isEmpty;
		return areShifts && isFresh && (rows.length >= limit || !saysMore);
	}
	const least = Math.min(...totals);
	const hasFallen = totals.some((total, index) => total < (totals[index - 1] ?? 0));
	const grown = Math.max(...totals) - (totals[0] ?? 0);
	const isSteady = new Set(totals).size === 1 && duplicates === 0;
	const counts = isSequential ? !hasFallen && duplicates <= grown && areShifts : isSteady;
	return counts && rows.length >= Math.min(least, limit);
}

/** Actual page size, in rows: that of the fullest page, whatever was requested or stated. */
function sizeOf(pages: Page[]): number {
	return Math.max(1, ...pages.map(({ rows }) => rows.length));
}

/** Says what the service reported and returned, or that the list kept changing. */
function incomplete({ pages, rows, duplicates, areShifts, stalePages }: Reading): Failure {
	const totals = new Set(pages.flatMap(({ total }) => total ?? []));
	const [total = 0] = totals;
	const count = String(rows.length);
	const limit = rows.length > 0 ? `, or set Limit to ${count} or less` : '';
	const contact = `Try again, or choose a different Sort By. If that doesn't help, ask your report service about its pagination${limit}.`;
	if (totals.size === 0 && areShifts) {
		return failure('The service reported more pages than it returned', contact);
	}
	const isStill = duplicates === 0 || stalePages > 0;
	if (totals.size === 1 && total > rows.length && isStill) {
		return failure(
			`The service reported ${String(total)} ${total === 1 ? 'entry' : 'entries'} but returned ${count}`,
			contact,
		);
	}
	return failure(
		'The list kept changing while it was read',
		'Choose a different Sort By (entries with equal values may come in any order), narrow the list with a filter or Limit, or try again when fewer entries are changing.',
	);
}

const tooManyRows = failure(
	`The list has more than ${MAX_ROWS.toLocaleString('en')} entries, too many for n8n`,
	`Set Limit to ${MAX_ROWS.toLocaleString('en')} or less, or read the list in parts with a filter.`,
	false,
);

function failure(title: string, advice: string, isTransient = true): Failure {
	return new Failure(title, advice, { fate: 'refused', isTransient });
}
