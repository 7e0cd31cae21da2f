import type { IDataObject } from 'n8n-workflow';

import { asFailure } from '../errors/thrown';
import type { Failure } from '../errors/failure';
import { DONE, isCostly, nameOf, type Target } from '../shared/target';
import { isSafeToRepeat } from '../transport/retry';

/** Maximum number of writes in doubt that a message names. */
const MAX_NAMED = 3;

/** What the items of a node wrote, or may have written, across all tries of Retry On Fail. */
export class Writes {
	private readonly writing = new Map<number, Promise<IDataObject[]>>();
	/** The items that write to each record, in the order in which they are sent: a repeat must not undo a later write. */
	private readonly writers = new Map<string, number[]>();
	private readonly written = new Set<number>();
	/** The last failure of each item, of reads too; one that leaves a write in doubt stays. */
	readonly failures = new Map<number, Failure>();
	/** What any item is about: the operation is the same for all. */
	private target: Target | undefined;

	/**
	 * What an earlier try left of an item: its records, or the failure of a write that may have happened and is harmless
	 * to repeat. Some versions of n8n try again even if nothing failed.
	 *
	 * @throws {Failure} of a write, unless a repeat is harmless: it could analyse again, or undo what a later item wrote
	 */
	async resume(
		item: number,
		target: Target,
	): Promise<{ records?: IDataObject[]; unresolved?: Failure }> {
		try {
			return { records: await this.writing.get(item) };
		} catch (error) {
			const failure = asFailure(error, target);
			const later = this.writersOf(target).filter((other) => other > item);
			const isOverwritten = later.some(
				(other) => this.written.has(other) || this.failures.get(other)?.mayHaveWritten,
			);
			if (isOverwritten || !isSafeToRepeat(failure, target)) throw failure;
			return failure.mayHaveWritten ? { unresolved: failure } : {};
		}
	}

	/** Writes an item, after those before it that write to the same record, and remembers the result. */
	async write(
		item: number,
		target: Target,
		work: () => Promise<IDataObject[]>,
	): Promise<IDataObject[]> {
		this.target = target;
		const writers = this.writersOf(target);
		const before = this.writing.get(writers.at(-1) ?? -1);
		const writing = before ? before.then(work, work) : work();
		writers.push(item);
		this.writing.set(item, writing);
		const records = await writing;
		this.written.add(item);
		this.failures.delete(item);
		return records;
	}

	private writersOf({ identifier }: Target): number[] {
		const writers = this.writers.get(identifier ?? '') ?? [];
		// Every create makes a record of its own
		if (identifier !== undefined) this.writers.set(identifier, writers);
		return writers;
	}

	fail(item: number, failure: Failure): void {
		if (!this.failures.get(item)?.mayHaveWritten) this.failures.set(item, failure);
	}

	/**
	 * What was written, and what may have been: `1 of 5 reports was created, and 1 more may have been: https://a.example.`
	 * Empty if there is nothing to say.
	 *
	 * @param items number of items in the run
	 * @param except the item whose failure stopped the run: if its write is in doubt, its own message says so
	 */
	summary(items: number, except?: number): string {
		const written = this.written.size;
		const names = [...this.failures].flatMap(([item, { mayHaveWritten, details }]) =>
			mayHaveWritten && details.target && item !== except ? nameOf(details.target) : [],
		);
		if (!this.target || written + names.length === 0) return '';
		const { resource, operation } = this.target;
		const isMore = written > 0 || this.failures.get(except ?? -1)?.mayHaveWritten;
		const count = `${written > 0 ? 'and' : 'but'} ${String(names.length)}${isMore ? ' more' : ''}`;
		const doubts = `, ${count} may have been: ${names.slice(0, MAX_NAMED).join(', ')}${names.length > MAX_NAMED ? ', …' : '.'}`;
		const summary = `${String(written)} of ${String(items)} ${resource}s ${written === 1 ? 'was' : 'were'} ${DONE[operation]}${names.length > 0 ? doubts : '.'}`;
		if (except === undefined || written === 0) return summary;
		const them = written === 1 ? 'it' : 'them';
		const again = isCostly(this.target)
			? ` Retry of this execution would ${operation} ${them} again.`
			: '';
		return `${summary} n8n discards all output: set On Error to Continue to keep it next time.${again}`;
	}
}
