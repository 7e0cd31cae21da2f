import type { IDataObject } from 'n8n-workflow';

import { type Page, pageOf } from '../../../../nodes/WebPageReport/list/page';
import { contentOf } from '../../../../nodes/WebPageReport/response/content';

/** Probability of each change before each answer, from 0 to 1. */
export type Changes = Record<'create' | 'remove' | 'again', number>;

/** The traits of a list. */
export interface Traits {
	/** Sort key, newest first: ID or date of results. */
	order: 'id' | 'at';
	changes: Changes;
	/** Initial number of rows. */
	rows: number;
	perPage: number;
	/** Whether answers state a total; if not, they link to the next page. */
	statesTotals: boolean;
}

type Row = IDataObject & { id: number; at: number };

/** A list of reports that changes during the read; concurrent answers come in any order. */
export class ChangingService {
	/** IDs of the rows that have existed throughout. */
	readonly always: Set<number>;

	private readonly rows: Row[] = [];
	private id = 0;
	private time = 0;

	/** @param random returns numbers from 0 to 1 */
	constructor(
		readonly traits: Traits,
		private readonly random: () => number,
	) {
		while (this.rows.length < traits.rows) this.create();
		this.always = new Set(this.rows.map(({ id }) => id));
	}

	/** The current rows, in order. */
	get sorted(): Row[] {
		const { order } = this.traits;
		return [...this.rows].sort((a, b) => b[order] - a[order]);
	}

	/** Reads a page, after a random delay. */
	readonly readPage = async (number: number): Promise<Page> => {
		for (let ticks = Math.floor(20 * this.random()); ticks > 0; ticks--) await Promise.resolve();
		for (let chances = 0; chances < 3; chances++) this.change();
		const { perPage, statesTotals } = this.traits;
		const data = structuredClone(this.sorted.slice((number - 1) * perPage, number * perPage));
		const total = this.rows.length;
		const figures = statesTotals
			? { meta: { total, last_page: Math.max(1, Math.ceil(total / perPage)) } }
			: { links: { next: total > number * perPage ? '/' : null } };
		return pageOf(contentOf({ data, ...figures }), number);
	};

	private change(): void {
		const { create, remove, again } = this.traits.changes;
		if (this.random() < create) this.create();
		if (this.random() < remove && this.rows.length > 0) {
			for (const { id } of this.rows.splice(this.any(), 1)) this.always.delete(id);
		}
		const row = this.rows[this.any()];
		if (this.random() < again && row) row.at = ++this.time;
	}

	private create(): void {
		this.rows.push({ id: ++this.id, at: ++this.time });
	}

	private any(): number {
		return Math.floor(this.rows.length * this.random());
	}
}
