import type { IHttpRequestOptions } from 'n8n-workflow';

import { Turns } from './turns';

/** What all items of one run of a node share. Nothing outlives the run, and no two runs share anything. */
export class Run {
	private readonly turns: Turns;

	private failed = false;

	/**
	 * @param stopOnFailure whether nothing more is to be sent once something has failed
	 * @param written answers to what has been created, changed or deleted, by item and request
	 */
	constructor(
		stopOnFailure: boolean,
		private readonly written = new Map<string, unknown>(),
	) {
		this.turns = new Turns(stopOnFailure);
	}

	/**
	 * Sends a request when its turn has come. Where n8n runs a node again after a failure (Retry On
	 * Fail), it runs all items again: what has been written for an item is not written twice then.
	 *
	 * @throws what `exchange` throws, or what has failed before where that stops the workflow
	 */
	async send(
		item: number,
		request: IHttpRequestOptions,
		exchange: () => Promise<unknown>,
	): Promise<unknown> {
		if (request.method === 'GET') return await this.turns.take(exchange);
		const key = JSON.stringify([item, request.method, request.url, request.body]);
		if (!this.written.has(key)) this.written.set(key, await this.turns.take(exchange));
		return this.written.get(key);
	}

	/** Notes that an item has failed. Where that stops the workflow, nothing more is sent. */
	fail(reason: unknown): void {
		this.failed = true;
		this.turns.fail(reason);
	}

	/** The same run, once more. */
	again(stopOnFailure: boolean): Run {
		return new Run(stopOnFailure, this.failed ? this.written : undefined);
	}
}

const runs = new WeakMap<object, Run>();

/**
 * The run that an item belongs to. n8n keeps one object for a node's execution, also when it runs
 * the node again, and begins every run with the first item.
 *
 * @param execution that object of n8n
 */
export function runOf(execution: object, item: number, stopOnFailure: boolean): Run {
	let run = runs.get(execution);
	if (run === undefined || item === 0) {
		run = run?.again(stopOnFailure) ?? new Run(stopOnFailure);
		runs.set(execution, run);
	}
	return run;
}
