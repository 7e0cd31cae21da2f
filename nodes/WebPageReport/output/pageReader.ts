import { rowsOf } from './answer';
import { Extent } from './extent';
import { figuresOf, type Page } from '../shared/figures';

/** Reads pages, some ahead of the others, and remembers what their answers say. */
export class PageReader {
	readonly extent = new Extent();

	/** All answers, in the order in which they came. */
	readonly log: Page[] = [];

	/** Whether more than one page has been under way at once: then nobody knows which is the older one. */
	isSideBySide = false;

	private readonly begun = new Map<number, Promise<Page>>();

	/** The last page that is read ahead; none is begun after it. */
	private last = 0;

	/** The first page seen to be empty: nothing is behind it, whatever the figures say. */
	private empty = Infinity;

	private underWay = 0;

	private hasFailed = false;

	/**
	 * @param readPage gives the body of page 1, 2, 3, …
	 * @param atOnce how many pages are under way at once, at the most: figures can promise any number
	 */
	constructor(
		private readonly readPage: (page: number) => Promise<unknown>,
		private readonly atOnce: number,
	) {}

	/**
	 * Reads a page, whether or not it has been read before.
	 *
	 * @throws what it fails with
	 */
	async read(number: number): Promise<Page> {
		if (++this.underWay > 1) this.isSideBySide = true;
		const reading = this.fetch(number);
		// Hears of a failure before another page is begun; whoever waits for this one does as well
		reading.catch(() => {
			this.hasFailed = true;
		});
		return await reading.finally(() => this.underWay--);
	}

	/** A page; those after it, up to `last`, are begun as well, each as soon as another has ended. */
	async readAhead(number: number, last: number): Promise<Page> {
		this.last = last;
		this.begin(number);
		return await (this.begun.get(number) ?? this.read(number));
	}

	/** Begins no more pages. */
	stop(): void {
		this.last = 0;
	}

	/**
	 * Begins no more pages, and waits for those that are under way.
	 *
	 * @throws what a page has failed with
	 */
	async settle(): Promise<void> {
		this.stop();
		await Promise.all(this.begun.values());
	}

	private begin(number: number): void {
		const last = Math.min(this.last, this.empty);
		for (let page = number; page <= last && this.underWay < this.atOnce; page++) {
			// Whatever has been promised: a failure ends the list
			if (this.hasFailed) return;
			if (this.begun.has(page)) continue;
			const reading = this.read(page);
			this.begun.set(page, reading);
			// Whoever waits for the page hears of a failure; nobody may
			reading.then(
				() => {
					this.begin(page + 1);
				},
				() => undefined,
			);
		}
	}

	private async fetch(number: number): Promise<Page> {
		const body = await this.readPage(number);
		const rows = rowsOf(body);
		const figures = figuresOf(body);
		// Less than the answer itself proves is no total of the list, e.g. the number of rows on the page
		const least = rows.length > 0 ? (number - 1) * this.extent.pageSize + rows.length : 0;
		const total = (figures.total ?? 0) < least ? undefined : figures.total;
		const page = { ...figures, number, rows, total };
		if (rows.length === 0) this.empty = Math.min(this.empty, number);
		this.log.push(page);
		this.extent.note(page);
		return page;
	}
}
