import { sleep } from 'n8n-workflow';

import { NOT_WANTED } from '../errors/advice';
import type { Failure } from '../errors/failure';
import { wait } from './wait';
import type { Plan } from './plan';

/** How much longer than it has to n8n may take to begin another try, in milliseconds. */
const GRACE = 250;

/** How far a run has come: which items have begun, failed and ended, and so what is still to be sent. */
export class Progress {
	/** How many items n8n has begun, and the last of them. */
	private begun = 0;
	private latest = -1;

	/** The item whose failure stops the workflow. */
	private culprit: number | undefined;

	/** The items of which nobody knows yet whether they have failed, and those that have ended, well or not. */
	private readonly doubtful = new Set<number>();
	private readonly ended = new Set<number>();

	/** Whether n8n has begun another try. */
	private isSuperseded = false;

	/** Over when n8n has begun all items. */
	private readonly whole: Promise<void>;

	private complete: () => void = () => undefined;

	constructor(private readonly plan: Plan) {
		this.whole = new Promise((resolve) => (this.complete = resolve));
	}

	/** Whether an item still is to begin in this run: n8n begins them in order, and with each try anew. */
	awaits(item: number): boolean {
		return item > this.latest;
	}

	/** Notes that n8n has begun an item. */
	begin(item: number): void {
		this.latest = item;
		if (++this.begun === this.plan.items) this.complete();
	}

	/** Notes that n8n has begun another try. */
	supersede(): void {
		this.isSuperseded = true;
	}

	/**
	 * Waits until every item that n8n begins in one go has begun, and so has been checked.
	 *
	 * @throws {Failure} where nothing is to be sent for this item any more: one that began with it has
	 *   failed, or n8n has given up before the last one, as it does where an expression fails, most
	 *   versions even where it is to continue
	 */
	async ready(item: number): Promise<void> {
		await sleep(0);
		const { items, atOnce, stopOnFailure, retryAfter } = this.plan;
		const check = () => {
			this.check(item);
		};
		if (atOnce && this.begun < items) {
			if (stopOnFailure) throw NOT_WANTED;
			// Whether n8n has given up, or goes on without the failed item, shows when it does not try again
			if (retryAfter !== undefined) await wait(retryAfter + GRACE, check);
		}
		check();
	}

	/**
	 * Makes sure that a request of an item is still wanted.
	 *
	 * @throws {Failure} where another item has stopped the workflow, n8n has given up, or the item itself
	 *   has ended: a page that has failed ends its list, and its other pages with it
	 */
	check(item: number): void {
		const { items, hasEnded } = this.plan;
		const isGivenUp = this.begun < items && (this.isSuperseded || hasEnded());
		if (this.culprit !== undefined || isGivenUp || this.ended.has(item)) throw NOT_WANTED;
	}

	/** Notes that an item has failed. Where that stops the workflow, nothing more is sent. */
	fail(item: number): void {
		if (this.plan.stopOnFailure) this.culprit ??= item;
	}

	/** Notes that nobody knows yet whether an item has failed. */
	doubt(item: number): void {
		this.doubtful.add(item);
	}

	/** Whether nothing more is to begin for now: an item may have failed, and that would stop the workflow. */
	get isInDoubt(): boolean {
		return this.plan.stopOnFailure && this.doubtful.size > 0;
	}

	/** Notes that an item has ended: whatever it still waits for, is not sent. */
	end(item: number): void {
		this.doubtful.delete(item);
		this.ended.add(item);
	}

	/**
	 * Ends an item that has failed where that stops the workflow. n8n reports the first of its list, and
	 * listens to none until it has begun the last; so all but the one that failed first end well.
	 *
	 * @returns whether this item is the one to report
	 */
	async isToReport(item: number, failure: Failure): Promise<boolean> {
		if (failure !== NOT_WANTED) this.fail(item);
		if (this.culprit !== item) return false;
		await this.whole;
		await sleep(0);
		return true;
	}
}
