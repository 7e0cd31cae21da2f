import type { IDataObject } from 'n8n-workflow';

import { toText } from '../shared/value';

/**
 * The rows of several pages, in the order of the service, each once: rows move to another page while
 * some appear or vanish. Only an identifier tells that two rows are the same. A row without one is
 * never a double of another, and an identifier that stands twice in one answer means two rows.
 */
export class Rows {
	/** How many rows have come again on a later page. */
	doubles = 0;

	private all: IDataObject[] = [];

	private readonly known = new Set<string>();

	/** @param identifier the field that tells rows apart */
	constructor(private readonly identifier: string) {}

	get length(): number {
		return this.all.length;
	}

	/** The first rows, as many as are wanted at the most. */
	first(limit: number): IDataObject[] {
		return this.all.length > limit ? this.all.slice(0, limit) : this.all;
	}

	/** Whether one of the rows at least has been on an earlier page. */
	knowsOneOf(page: IDataObject[]): boolean {
		return page.some((row) => this.isKnown(row));
	}

	/** Whether all of the rows have been on earlier pages. */
	knowsAll(page: IDataObject[]): boolean {
		return page.every((row) => this.isKnown(row));
	}

	/** Whether a later look at a page can be told from what is known row by row. */
	canTellApart(page: IDataObject[]): boolean {
		return page.every((row) => this.keyOf(row) !== '');
	}

	/**
	 * Adds what is new: before the known row that follows it on the page, else at the end.
	 *
	 * @returns how many rows were new
	 */
	add(page: IDataObject[]): number {
		let fresh: IDataObject[] = [];
		let added = 0;
		const before = new Map<string, IDataObject[]>();
		for (const row of page) {
			if (this.isKnown(row)) {
				this.doubles++;
				if (fresh.length > 0) before.set(this.keyOf(row), fresh);
				fresh = [];
			} else {
				fresh.push(row);
				added++;
			}
		}
		if (before.size > 0) this.insert(before);
		// One by one: there can be more than a call takes as arguments
		for (const row of fresh) this.all.push(row);
		for (const row of page) this.known.add(this.keyOf(row));
		return added;
	}

	/** Inserts rows, each group before the known row with its key, in one go. */
	private insert(before: Map<string, IDataObject[]>): void {
		const all: IDataObject[] = [];
		for (const row of this.all) {
			const key = this.keyOf(row);
			for (const fresh of before.get(key) ?? []) all.push(fresh);
			before.delete(key);
			all.push(row);
		}
		this.all = all;
	}

	private isKnown(row: IDataObject): boolean {
		const key = this.keyOf(row);
		return key !== '' && this.known.has(key);
	}

	private keyOf(row: IDataObject): string {
		return toText(row[this.identifier]);
	}
}
