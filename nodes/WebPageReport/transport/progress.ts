import { sleep } from 'n8n-workflow';

import { Failure } from '../errors/failure';
import { wait } from './cooldown';
import type { Plan } from './plan';

/** How much longer than it has to n8n may take to begin another try, in milliseconds. */
const GRACE = 250;

/** Why an item ends that nobody waits for any more: another one has failed, or n8n has given up. */
const NOT_WANTED = new Failure(
	'n8n has stopped before this item could begin',
	'Nothing was sent for it.',
);

/** How far a run has come: which items have begun, failed and ended, and so whether anything is still to be sent. */
export class Progress {
	/** How many items n8n has begun, and the last of them. */
	private begun = 0;

	private latest = -1;

	/** The item whose failure stops the workflow. */
	private culprit: number | undefined;

	/** The items that have ended, well or not. */
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
	 * @throws {Failure} where another item has stopped the workflow, n8n has given up, or the item itself has
	 *   ended: a page that has failed ends its list, and the other pages of that with it
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

	/** Notes that an item has ended: whatever it still waits for, is not sent. */
	end(item: number): void {
		this.ended.add(item);
	}

	/**
	 * Ends an item that has failed where that stops the workflow. n8n reports the failed item that
	 * stands first in its list; so that this is the one that failed first, all others end without a
	 * failure. And n8n listens to none of them until it has begun the last.
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
