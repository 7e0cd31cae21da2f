import type { IDataObject } from 'n8n-workflow';

import { type Page, pageOf } from '../../../../nodes/WebPageReport/list/page';

/** How a list is sorted. With the last one, rows of the same result come in another order in each answer. */
export type Order = 'id' | 'date of results' | 'result' | 'result, ties in any order';

/** How likely each of three changes is before each answer, from 0 to 1. */
export interface Changes {
	create: number;
	remove: number;
	again: number;
}

/** What a list is like, and how it is read. */
export interface Traits {
	order: Order;
	changes: Changes;
	/** Rows at first. */
	rows: number;
	perPage: number;
	/** Whether answers say how many rows there are; whether there is a next page where not. */
	statesTotals: boolean;
}

interface Row extends IDataObject {
	id: number;
	/** When its results were made. */
	at: number;
	result: number;
}

/** A list of reports that changes while it is read; answers of one round come in any order. */
export class ChangingService {
	/** The IDs of the rows that were there all the time. */
	readonly always: Set<number>;

	private readonly rows: Row[] = [];

	private id = 0;

	private time = 0;

	private answers = 0;

	/** @param random gives numbers from 0 to 1 */
	constructor(
		private readonly traits: Traits,
		private readonly random: () => number,
	) {
		while (this.rows.length < traits.rows) this.create();
		this.always = new Set(this.rows.map(({ id }) => id));
	}

	/** The rows as they are now. */
	get sorted(): Row[] {
		const { order } = this.traits;
		const salt = order === 'result, ties in any order' ? this.answers : 1;
		const tie = ({ id }: Row) => (id * 7919 * salt) % 1009;
		return [...this.rows].sort((a, b) => {
			if (order === 'id') return b.id - a.id;
			if (order === 'date of results') return b.at - a.at;
			return a.result - b.result || tie(a) - tie(b) || a.id - b.id;
		});
	}

	/** Reads a page, which takes some time. */
	readonly readPage = async (number: number): Promise<Page> => {
		for (let ticks = Math.floor(20 * this.random()); ticks > 0; ticks--) await Promise.resolve();
		for (let chances = 0; chances < 3; chances++) this.change();
		this.answers++;
		const { perPage, statesTotals } = this.traits;
		const data = this.sorted
			.slice((number - 1) * perPage, number * perPage)
			.map((row) => ({ ...row }));
		const total = this.rows.length;
		const isMore = total > number * perPage;
		const figures = statesTotals
			? { meta: { total, last_page: Math.max(1, Math.ceil(total / perPage)) } }
			: { links: { next: isMore ? `/reports?page=${String(number + 1)}` : null } };
		return pageOf({ data, ...figures }, number);
	};

	private change(): void {
		const { create, remove, again } = this.traits.changes;
		if (this.random() < create) this.create();
		if (this.random() < remove && this.rows.length > 0) {
			for (const { id } of this.rows.splice(this.any(), 1)) this.always.delete(id);
		}
		const row = this.rows[this.any()];
		if (this.random() < again && row) Object.assign(row, this.results());
	}

	private create(): void {
		this.rows.push({ id: ++this.id, ...this.results() });
	}

	private results(): { at: number; result: number } {
		return { at: ++this.time, result: Math.floor(3 * this.random()) };
	}

	private any(): number {
		return Math.floor(this.rows.length * this.random());
	}
}
