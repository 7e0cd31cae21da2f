import type { IDataObject } from 'n8n-workflow';

import { writtenBefore } from '../errors/advice';
import { Failure } from '../errors/failure';

/** What a run has written, or may have: once in all tries of Retry On Fail, and the count for messages. */
export class Writes {
	/** What all tries have written, or are writing, by item. */
	private readonly writing: Map<number, Promise<IDataObject[]>>;
	private readonly maybeWritten = new Set<number>();
	written = 0;

	/**
	 * @param isKept whether n8n can try again
	 * @param before of the previous try
	 */
	constructor(
		private readonly isKept: boolean,
		before?: Writes,
	) {
		this.writing = before?.writing ?? new Map<number, Promise<IDataObject[]>>();
	}

	/**
	 * Writes an item once in all tries: some versions of n8n try again even if nothing has failed. If an earlier try has
	 * written it, its records come out again. If it may have, its failure does, unless a repeat doubles nothing.
	 *
	 * @param isRepeatable whether writing the item again doubles nothing
	 * @param begin waits until items may start
	 * @param write is given the failure of an earlier try that may have written
	 */
	async once(
		item: number,
		isRepeatable: boolean,
		begin: () => Promise<void>,
		write: (mayBeDone?: Failure) => Promise<IDataObject[]>,
	): Promise<IDataObject[]> {
		let mayBeDone: Failure | undefined;
		let records = await this.writing.get(item)?.catch((error: unknown) => {
			const failure = error instanceof Failure ? error : undefined;
			const isOpen = failure?.fate === 'unknown';
			if (!failure || (isOpen && !isRepeatable)) throw error;
			if (isOpen) mayBeDone = failure;
			return undefined;
		});
		if (!records) {
			await begin();
			const writing = write(mayBeDone);
			if (this.isKept) this.writing.set(item, writing);
			records = await writing;
		}
		this.written++;
		return records;
	}

	/** Notes that an item has failed. */
	fail(item: number, failure: Failure): void {
		if (failure.mayBeDone) this.maybeWritten.add(item);
	}

	/**
	 * How many items are written, or may be, as a sentence; empty if there are none.
	 *
	 * @param except an item whose own message says that it may be
	 */
	count(items: number, operation: string, except?: number): string {
		const maybe = [...this.maybeWritten].filter((item) => item !== except).length;
		return writtenBefore(this.written, maybe, items, operation);
	}
}
