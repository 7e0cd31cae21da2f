import type { IDataObject } from 'n8n-workflow';

import { asFailure } from '../errors/defect';
import type { Failure } from '../errors/failure';
import { DONE, nameOf, type Target } from '../shared/target';
import { isSafeToRepeat } from '../transport/retry';

/** How many writes in doubt a message names. */
const MOST_NAMED = 3;

/** What a run has written, or may have: once in all tries of Retry On Fail, and the count for messages. */
export class Writes {
	/** What all tries have written, or are writing, by item. */
	private readonly writing: Map<number, Promise<IDataObject[]>>;
	/** Writes that may have happened, by item. */
	private readonly inDoubt = new Map<number, Target>();
	private written = 0;
	/** Of one of the items: all do the same. */
	private target: Target | undefined;

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
	 * What an earlier try has made of an item: some versions of n8n try again even if nothing has failed. If it has written
	 * the item, its records. If it may have, its failure, which is thrown unless a repeat doubles nothing.
	 */
	async earlier(
		item: number,
		target: Target,
	): Promise<{ records?: IDataObject[]; unresolved?: Failure }> {
		this.target = target;
		try {
			const records = await this.writing.get(item);
			if (records) this.written++;
			return { records };
		} catch (error) {
			const failure = asFailure(error, target);
			if (!isSafeToRepeat(failure, target)) throw failure;
			return failure.mayHaveWritten ? { unresolved: failure } : {};
		}
	}

	/** Waits for the write of an item, and remembers it for later tries. */
	async write(item: number, writing: Promise<IDataObject[]>): Promise<IDataObject[]> {
		if (this.isKept) this.writing.set(item, writing);
		const records = await writing;
		this.written++;
		return records;
	}

	/** Notes that an item has failed. */
	fail(item: number, { mayHaveWritten, details }: Failure): void {
		if (mayHaveWritten && details.target) this.inDoubt.set(item, details.target);
	}

	/**
	 * What was written and may have been, as sentences: `2 of 5 reports were created, and 1 more may have been:
	 * https://example.com/a.` Empty if nothing was.
	 *
	 * @param items of the run
	 * @param except an item whose own message says that it may be
	 */
	summary(items: number, except?: number): string {
		const inDoubt = [...this.inDoubt].filter(([item]) => item !== except);
		if (!this.target || this.written + inDoubt.length === 0) return '';
		const { resource, operation } = this.target;
		const verb = this.written === 1 ? 'was' : 'were';
		const names = inDoubt.slice(0, MOST_NAMED).map(([, target]) => nameOf(target));
		const others = inDoubt.length > MOST_NAMED ? ', …' : '';
		const more =
			inDoubt.length === 0
				? ''
				: `, and ${String(inDoubt.length)} more may have been: ${names.join(', ')}${others}`;
		return `${String(this.written)} of ${String(items)} ${resource}s ${verb} ${DONE[operation]}${more}.`;
	}

	/** What becomes of the output of items that were written before a failure stopped the run. */
	get discarded(): string {
		if (this.written === 0) return '';
		const output = this.written === 1 ? 'its output' : 'their output';
		return `n8n discards ${output}: set On Error to Continue to keep it next time.`;
	}
}
