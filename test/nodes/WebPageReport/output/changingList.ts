import type { IDataObject } from 'n8n-workflow';

/** A page of a list, and what a service can say of the whole. */
export interface Shown {
	data: IDataObject[];
	page: number;
	size: number;
	total: number;
}

/** What happens to a list between two answers: so many rows appear or vanish, at a place from 0 to 1. */
export interface Change {
	kind: 'none' | 'top' | 'middle' | 'end' | 'delete';
	rows: number;
	place: number;
}

/** What a change may be, how often there is one, and how long a page takes, for a seeded simulation. */
export interface Course {
	changes: Change[];
	/** How many turns of the event loop a request takes to the service, and its answer back. */
	ways: Array<[number, number]>;
}

/** A list, sorted by falling identifiers, that changes between any two of its answers. */
export class ChangingList {
	/** Pages in the order in which they were asked for. */
	readonly asked: number[] = [];

	/** Most requests that were under way at once. */
	most = 0;

	/** Most rows that the list has had at once. */
	longest: number;

	private ids: number[];

	private readonly old: number[];

	private underWay = 0;

	private answers = 0;

	constructor(
		count: number,
		private readonly size: number,
		private readonly course: Course,
		private readonly form: (shown: Shown) => unknown,
	) {
		this.ids = Array.from({ length: count }, (_, index) => count - index);
		this.old = this.ids;
		this.longest = count;
	}

	/** The rows that have been there all the time. */
	get lasting(): number[] {
		const left = new Set(this.ids);
		return this.old.filter((id) => left.has(id));
	}

	readonly readPage = async (page: number): Promise<unknown> => {
		const way = this.course.ways[this.asked.length % (this.course.ways.length || 1)] ?? [0, 0];
		this.asked.push(page);
		this.most = Math.max(this.most, ++this.underWay);
		await turns(way[0]);
		// The first answer shows the list as it was at the beginning
		if (this.answers > 0) this.change(this.course.changes[this.answers - 1]);
		this.answers++;
		this.longest = Math.max(this.longest, this.ids.length);
		const data = this.ids.slice((page - 1) * this.size, page * this.size).map((id) => ({ id }));
		const answer = this.form({ data, page, size: this.size, total: this.ids.length });
		await turns(way[1]);
		this.underWay--;
		return answer;
	};

	private change({ kind, rows, place }: Change = { kind: 'none', rows: 0, place: 0 }): void {
		const at = Math.floor(place * this.ids.length);
		if (kind === 'delete')
			this.ids = this.ids.filter((_, index) => index < at || index >= at + rows);
		if (kind === 'top') this.insert(0, rows);
		if (kind === 'middle') this.insert(at, rows);
		if (kind === 'end') this.insert(this.ids.length, rows);
	}

	/** New rows at a place, with identifiers between those of their neighbours. */
	private insert(at: number, rows: number): void {
		const below = this.ids[at] ?? (this.ids.at(-1) ?? 0) - 1;
		const above = this.ids[at - 1] ?? below + 1;
		const fresh = Array.from(
			{ length: rows },
			(_, index) => above - ((above - below) * (index + 1)) / (rows + Math.PI / 2),
		);
		this.ids = [...this.ids.slice(0, at), ...fresh, ...this.ids.slice(at)];
	}
}

async function turns(count: number): Promise<void> {
	for (let turn = 0; turn < count; turn++) await Promise.resolve();
}
