import type { IDataObject } from 'n8n-workflow';

import type { Failure } from '../errors/failure';
import { asFailure } from '../errors/thrown';
import { DONE, isCostly, nameOf, type Target } from '../shared/target';
import { isSafeToRepeat } from '../transport/retry';

/** What an item writes, and with which account. */
interface Write {
	item: number;
	target: Target;
	accountId: string;
}

/** What the items of a node wrote, or may have written, across all tries of Retry On Fail. */
export class Writes {
	/** The last attempt of each item. */
	private readonly attempts = new Map<number, Promise<IDataObject[]>>();
	/** The items that write to each record, in the order in which they are sent: a repeat must not undo a later write. */
	private readonly queues = new Map<string, number[]>();
	private readonly done = new Set<number>();
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
	async resume(write: Write): Promise<{ records?: IDataObject[]; unresolved?: Failure }> {
		const { item, target } = write;
		try {
			return { records: await this.attempts.get(item) };
		} catch (error) {
			const failure = asFailure(error, target);
			const isOverwritten = this.queueOf(write).some(
				(other) =>
					other > item && (this.done.has(other) || this.failures.get(other)?.mayHaveWritten),
			);
			if (isOverwritten || !isSafeToRepeat(failure, target)) throw failure;
			return failure.mayHaveWritten ? { unresolved: failure } : {};
		}
	}

	/** Does an item's work after that of the items before it on the same record, and remembers the result. */
	async inOrder(write: Write, work: () => Promise<IDataObject[]>): Promise<IDataObject[]> {
		const { item, target } = write;
		this.target = target;
		const queue = this.queueOf(write);
		const before = this.attempts.get(queue.at(-1) ?? -1);
		// What the run has deleted is deleted: a report picked from the list is the same for all items
		const next = target.operation === 'delete' ? before?.catch(work) : before?.then(work, work);
		const attempt = next ?? work();
		queue.push(item);
		this.attempts.set(item, attempt);
		const records = await attempt;
		this.done.add(item);
		this.failures.delete(item);
		return records;
	}

	private queueOf({ item, target: { identifier }, accountId }: Write): number[] {
		// Every create makes a record of its own
		const key = identifier === undefined ? `item ${String(item)}` : `${accountId} ${identifier}`;
		const queue = this.queues.get(key) ?? [];
		this.queues.set(key, queue);
		return queue;
	}

	fail(item: number, failure: Failure): void {
		if (!this.failures.get(item)?.mayHaveWritten) this.failures.set(item, failure);
	}

	/**
	 * What was written, and what may have been: `1 of 5 reports was created. 1 more may have been: https://a.example.`
	 * Empty if there is nothing to say.
	 *
	 * @param items number of items in the run
	 * @param except the item whose failure stopped the run: if its write is in doubt, its own message says so
	 */
	summary(items: number, except?: number): string {
		const written = this.done.size;
		const names = [...this.failures].flatMap(([item, { mayHaveWritten, details }]) =>
			mayHaveWritten && details.target && item !== except ? nameOf(details.target) : [],
		);
		if (!this.target || written + names.length === 0) return '';
		const { resource, operation } = this.target;
		const named = names.slice(0, 3).join(', ') + (names.length > 3 ? ', …' : '');
		const done = `${String(written)} of ${String(items)} ${resource}s ${written === 1 ? 'was' : 'were'} ${DONE[operation]}.`;
		const doubts = names.length > 0 ? ` ${String(names.length)} more may have been: ${named}.` : '';
		if (except === undefined || written === 0) return done + doubts;
		const again = isCostly(this.target) ? ' Retrying this execution would repeat them.' : '';
		return `${done}${doubts} n8n discards all output: set On Error to Continue to keep it next time.${again}`;
	}
}
