import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../errors/failure';
import { toText } from '../shared/value';
import { announcesMore, isMoreAfter, type Page } from './page';

/** n8n overflows the stack at about 120,000 output items per input item. */
const MAX_ROWS = 100_000;

/** Maximum number of passes over a list: one with pages side by side, the others page by page. */
const MAX_PASSES = 3;

export interface Wanted {
	/** Maximum number of rows; Infinity for all. */
	limit: number;
	/** Number of rows requested per page. */
	pageSize: number;
	/** The field that tells rows apart. */
	identifier: string;
	/** Maximum number of pages requested at once. */
	atOnce: number;
}

/** Requests page 1, 2, 3, … */
type RequestPage = (number: number) => Promise<Page>;

/**
 * Reads a list, complete and in order. Pages are read side by side if the first one states a total. If rows have moved
 * meanwhile, the list is read again page by page: insertions then only push rows to later pages.
 *
 * @throws {Failure} if rows may be missing, or whatever `requestPage` throws
 */
export async function readList(requestPage: RequestPage, wanted: Wanted): Promise<IDataObject[]> {
	for (let passes = 1; ; passes++) {
		const pass = new Pass(wanted, passes === 1 ? wanted.atOnce : 1);
		await pass.run(requestPage);
		if (pass.isComplete(passes > 1)) return pass.rows.slice(0, wanted.limit);
		if (passes === MAX_PASSES) throw pass.failure();
	}
}

/** One pass over a list. */
class Pass {
	/** Distinct, in the service's order. */
	readonly rows: IDataObject[] = [];
	private readonly known = new Set<string>();
	/** Number of rows that came again on another page. */
	private duplicates = 0;
	/** Whether all of these were shifts: the first rows of a page repeat the last ones read before it. */
	private areShifts = true;
	/** Those that pages stated. */
	private readonly totals: number[] = [];
	private last: Page | undefined;
	/** Whether the last page held as many rows as requested, and none of them was new. */
	private isRepeated = false;

	constructor(
		private readonly wanted: Wanted,
		private readonly atOnce: number,
	) {}

	/** Reads until there is no next page, there are enough rows, or nothing is new. */
	async run(requestPage: RequestPage): Promise<void> {
		const { limit } = this.wanted;
		let size = 1;
		let numbers = [1];
		for (;;) {
			const before = this.rows.length;
			for (const page of await Promise.all(numbers.map(requestPage))) {
				size = Math.max(size, page.rows.length);
				this.add(page);
			}
			const read = this.rows.length;
			if (Math.min(read, limit) > MAX_ROWS) throw tooManyRows;
			const isEnd = read === before || read >= limit;
			if (isEnd || !this.last || !isMoreAfter(this.last, read)) return;
			const next = (numbers.at(-1) ?? 0) + 1;
			numbers = Array.from({ length: this.pagesAhead(size) }, (_, index) => next + index);
		}
	}

	/** How many pages to request at once: as many as the first total leaves, if the service stated one. */
	private pagesAhead(size: number): number {
		const left = Math.min(this.totals[0] ?? 0, this.wanted.limit) - this.rows.length;
		return Math.max(1, Math.min(Math.ceil(left / size), this.atOnce));
	}

	private add(page: Page): void {
		const { rows, known } = this;
		// A row without an identifier is told apart by all that it holds
		const keyOf = (row: IDataObject) => toText(row[this.wanted.identifier]) || JSON.stringify(row);
		const fresh = page.rows.filter((row) => !known.has(keyOf(row)));
		const duplicates = page.rows.length - fresh.length;
		this.isRepeated = fresh.length === 0 && duplicates >= this.wanted.pageSize;
		// A page beyond the total, requested because the one before it announced more, may repeat rows
		if (fresh.length === 0 && rows.length >= (this.totals[0] ?? Infinity)) return;
		const pushed = page.rows.slice(0, duplicates).map(keyOf);
		const before = rows.slice(rows.length - duplicates).map(keyOf);
		if (pushed.join('\n') !== before.join('\n')) this.areShifts = false;
		this.duplicates += duplicates;
		// One at a time: push(...) overflows the stack for very long pages
		for (const row of fresh) {
			rows.push(row);
			known.add(keyOf(row));
		}
		if (page.total !== undefined) this.totals.push(page.total);
		this.last = page;
	}

	/** Whether nothing suggests that a row is missing. Page by page, the total may grow, and rows come twice. */
	isComplete(isPageByPage: boolean): boolean {
		const { rows, totals, wanted } = this;
		const [first] = totals;
		if (first === undefined) {
			return this.areShifts && (rows.length >= wanted.limit || !this.endsEarly);
		}
		const hasFallen = totals.some((total, index) => total < (totals[index - 1] ?? 0));
		const grown = isPageByPage ? Math.max(...totals) - first : 0;
		const isAll = rows.length >= Math.min(first, wanted.limit);
		return !hasFallen && this.areShifts && this.duplicates <= grown && isAll;
	}

	/** Whether the end announces more, or repeats a full page. */
	private get endsEarly(): boolean {
		return this.isRepeated || (this.last !== undefined && announcesMore(this.last));
	}

	/** Says what the service stated and returned, or that the list kept changing. */
	failure(): Failure {
		const { totals, duplicates } = this;
		const [total = 0] = totals;
		const read = this.rows.length;
		const tooFew = `Try again, or choose a different Sort By. If that doesn't help, ask your report service about its pagination${read > 0 ? `, or set Limit to ${String(read)} or less` : ''}.`;
		if (totals.length === 0 && this.endsEarly) {
			return failed(
				`The service seems to have more than the ${String(read)} entries it returned`,
				tooFew,
			);
		}
		// A service that ignores `page` shows the same rows again and again
		const isSteady = duplicates === 0 || duplicates >= read;
		if (isSteady && total > read && totals.every((one) => one === total)) {
			return failed(
				`The service reported ${String(total)} entries but returned ${String(read)}`,
				tooFew,
			);
		}
		return failed(
			'The list kept changing while it was read',
			'Choose a different Sort By (entries with equal values may come in any order), narrow the list with a filter or Limit, or try again when fewer entries are changing.',
		);
	}
}

const tooManyRows = failed(
	`The list has more than ${MAX_ROWS.toLocaleString('en')} entries, too many for n8n`,
	`Set Limit to ${MAX_ROWS.toLocaleString('en')} or less, or read the list in parts with a filter.`,
);

function failed(title: string, advice: string): Failure {
	return new Failure(title, advice, { fate: 'refused' });
}
