import { sleep, type IHttpRequestOptions } from 'n8n-workflow';

import type { Outcome } from './exchange';
import { Failure } from './failure';
import { Pause } from './pause';
import { persist } from './persist';
import { Turns } from './turns';

/** What n8n is about to do with a node. */
export interface Plan {
	/** How many items there are. */
	items: number;
	/** Whether n8n begins all of them in one go, as it does without Batching. */
	atOnce: boolean;
	/** Whether nothing more is to be sent once something has failed. */
	stopOnFailure: boolean;
}

/** What all items of one run of a node share. Nothing outlives the run, and no two runs share anything. */
export class Run {
	private readonly turns: Turns;

	private readonly pause = new Pause();

	private begun = 0;

	private succeeded = 0;

	/** Over when n8n has begun what it begins in one go. */
	private readonly beginning = sleep(0);

	/** @param written what has been created, changed or deleted, or may have been, by item and request */
	constructor(
		private readonly plan: Plan,
		private readonly written = new Map<string, Promise<unknown>>(),
	) {
		this.turns = new Turns(plan.stopOnFailure);
	}

	/**
	 * Notes that an item has begun.
	 *
	 * @returns false where nobody waits for it any more, because n8n has given up before the last item
	 *   could begin: it does so where an expression fails for a later one
	 */
	async begin(): Promise<boolean> {
		this.begun++;
		await this.beginning;
		const { items, atOnce, stopOnFailure } = this.plan;
		return !(atOnce && stopOnFailure && this.begun < items);
	}

	/**
	 * Sends a request when its turn has come, until its fate is known. Where n8n runs a node again
	 * after a failure (Retry On Fail), it runs all items again: what has been written for an item, or
	 * may have been, is not written twice then.
	 *
	 * @param exchange sends the request once
	 * @param signal tells that the workflow has been stopped
	 * @returns the body of the answer
	 * @throws {Failure} for this request, or the one before that stops the workflow
	 */
	async send(
		item: number,
		request: IHttpRequestOptions,
		exchange: () => Promise<Outcome>,
		signal: AbortSignal | undefined,
	): Promise<unknown> {
		const isRead = request.method === 'GET';
		const attempt = async () => {
			// Another item may have failed while this one waited for the service
			this.turns.check();
			return await exchange();
		};
		const send = async () => await persist(attempt, isRead, this.pause, signal);
		return await this.turns.take(
			async () => await (isRead ? send() : this.once(item, request, send)),
		);
	}

	/** Does a write, unless it has been done before, or may have been. */
	private async once(
		item: number,
		{ method, url, body }: IHttpRequestOptions,
		write: () => Promise<unknown>,
	): Promise<unknown> {
		const key = JSON.stringify([item, method, url, body]);
		let written = this.written.get(key);
		if (written === undefined) {
			written = write();
			this.written.set(key, written);
			written.catch((error: unknown) => {
				if (!(error instanceof Failure && error.isOpen)) this.written.delete(key);
			});
		}
		return await written;
	}

	/** Notes that an item has ended well. */
	succeed(): void {
		this.succeeded++;
	}

	/** Notes that an item has failed. Where that stops the workflow, nothing more is sent. */
	fail(reason: unknown): void {
		this.turns.fail(reason);
	}

	/** The same run, once more. Only where all has ended well, everything is to be done anew. */
	again(plan: Plan): Run {
		return new Run(plan, this.succeeded < this.plan.items ? this.written : undefined);
	}
}

const runs = new WeakMap<object, Run>();

/**
 * The run that an item belongs to. n8n keeps one object for a node's execution, also when it runs
 * the node again, and begins every run with the first item.
 *
 * @param execution that object of n8n
 */
export function runOf(execution: object, item: number, plan: () => Plan): Run {
	let run = runs.get(execution);
	if (run === undefined || item === 0) {
		run = run?.again(plan()) ?? new Run(plan());
		runs.set(execution, run);
	}
	return run;
}
