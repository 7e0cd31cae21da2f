import type { Page } from '../shared/figures';

/** The sizes a page can have (interface document, section 8), in rows. */
const PAGE_SIZES = [10, 25, 50, 100];

/** The page size that reads a list in the fewest requests without reading much more than `limit` rows. */
export function pageSizeFor(limit: number): number {
	return PAGE_SIZES.find((size) => size >= limit) ?? Math.max(...PAGE_SIZES);
}

/** How far a list goes, by all that its answers have shown and said so far. */
export class Extent {
	/** Rows on the fullest page, at least one: what a page holds, whatever size was asked for or stated. */
	pageSize = 1;

	private readonly totals = new Set<number>();

	private readonly lastPages = new Set<number>();

	note({ rows, total, lastPage }: Page): void {
		this.pageSize = Math.max(this.pageSize, rows.length);
		if (total !== undefined) this.totals.add(total);
		if (lastPage !== undefined) this.lastPages.add(lastPage);
	}

	/** The fewest rows in all that an answer has stated; undefined where none has. */
	get leastTotal(): number | undefined {
		return this.totals.size > 0 ? Math.min(...this.totals) : undefined;
	}

	/** Whether so many rows are all that any answer has stated. */
	holds(rows: number): boolean {
		return this.totals.size > 0 && rows >= Math.max(...this.totals);
	}

	/** Whether answers state a number of pages. */
	get statesPages(): boolean {
		return this.lastPages.size > 0;
	}

	/** Whether the figures of two answers differ: the list has changed between them. */
	get hasMoved(): boolean {
		return this.totals.size > 0 ? this.totals.size > 1 : this.lastPages.size > 1;
	}

	/**
	 * The last page worth asking for after `page`. A total is believed before a number of pages; where
	 * anything else says that there is more, or nothing says anything after a page that seems to be
	 * full, the next page is enough to see.
	 */
	until({ number, rows, linksOn, isSilent }: Page): number {
		const last = Math.max(0, ...this.lastPages);
		const backed =
			this.totals.size > 0 ? Math.ceil(Math.max(...this.totals) / this.pageSize) : last;
		if (backed > number) return backed;
		const mayGoOn = isSilent && rows.length === this.pageSize && PAGE_SIZES.includes(rows.length);
		return linksOn || last > number || mayGoOn ? number + 1 : number;
	}

	/**
	 * Whether further rows belong on the page, or after it, by its own answer, or by the others where it
	 * says nothing. A total that is one too high is no reason to miss a page.
	 */
	lacksRows({ number, rows, total = this.leastTotal, lastPage, isSilent }: Page): boolean {
		const isEmpty = rows.length === 0;
		if (total === undefined) {
			const last = isSilent ? Math.max(0, ...this.lastPages) : (lastPage ?? 0) - 1;
			return isEmpty && number <= last;
		}
		const least = isEmpty ? (number - 1) * this.pageSize + 1 : number * this.pageSize;
		return rows.length < this.pageSize && least < total;
	}
}
